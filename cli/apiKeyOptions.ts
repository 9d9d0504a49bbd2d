import { errorWords } from '#shared/text/errorWords.ts';
import type { Result } from '#shared/domain/result.ts';
import { cleanApiKey } from '../engine/connections/apiKey.ts';
import { UsageError, type CommandIo } from './command.ts';
import { usualKeyName } from './usualKeyName.ts';

export interface KeySource {
  /** The variable that `--key-env` names. */
  readonly keyEnv: string | undefined;
  readonly keyStdin: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The API key. There is no option for the key itself because other users of the computer could read it in the
 * process list.
 *
 * @throws UsageError
 */
export async function readApiKey(
  source: KeySource,
  { readStdin }: Pick<CommandIo, 'readStdin'>,
): Promise<string> {
  if (source.keyStdin && source.keyEnv !== undefined)
    throw new UsageError('Use either --key-env or --key-stdin, not both.');
  if (source.keyStdin) return usable('--key-stdin', cleanApiKey(new TextDecoder().decode(await readStdin())));
  const name = source.keyEnv ?? usualKeyName;
  const key = keyInEnvironment(name, source.env);
  if (key !== null) return key;
  throw new UsageError(
    `No API key: the environment variable ${name} is not set. Set it, or use --key-stdin.`,
  );
}

/** null if the variable is not set or empty. @throws UsageError if it contains what cannot be sent */
export function keyInEnvironment(name: string, env: KeySource['env']): string | null {
  const key = env[name];
  return key === undefined || key === '' ? null : usable(name, cleanApiKey(key));
}

/** The parsed value of an option. @throws UsageError that names the option */
export function usable<T>(option: string, result: Result<T>): T {
  if (!result.ok) throw new UsageError(`${option}: ${errorWords(result.error).what}`);
  return result.value;
}

/** A whole number given as an option. @throws UsageError */
export function wholeNumber(option: string, text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(`${option} must be a whole number from 0 to ${most}.`);
}

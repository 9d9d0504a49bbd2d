import { errorWords } from '#shared/text/errorWords.ts';
import type { Result } from '#shared/domain/result.ts';
import { cleanApiKey } from '../electron/main/connections/apiKey.ts';
import { UsageError, type CommandIo } from './command.ts';

/** The environment variable that holds the API key, unless another is named. */
export const usualKeyName = 'ATOM_SERVICE_KEY';

export interface KeySource {
  /** The variable that `--key-env` names. */
  readonly keyEnv: string | undefined;
  readonly keyStdin: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The API key. There is no option for the key itself: other users of the machine could read it in the list of processes.
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

/** null where the variable is not set or empty. @throws UsageError if it holds what cannot be sent. */
export function keyInEnvironment(name: string, env: KeySource['env']): string | null {
  const key = env[name];
  return key === undefined || key === '' ? null : usable(name, cleanApiKey(key));
}

/** What an option holds. @throws UsageError that names the option. */
export function usable<T>(option: string, result: Result<T>): T {
  if (!result.ok) throw new UsageError(`${option}: ${errorWords(result.error).what}`);
  return result.value;
}

/** A whole number of an option. @throws UsageError */
export function wholeNumber(option: string, text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(`${option} must be a whole number from 0 to ${most}.`);
}

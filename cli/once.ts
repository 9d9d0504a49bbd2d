import { UsageError } from './command.ts';

/**
 * The value of an option that can be given once, such as `--key`.
 *
 * @throws UsageError if it is repeated, because silently ignoring all but one would mislead the user
 */
export function once(name: string, values: readonly string[] | undefined): string | undefined {
  if (values !== undefined && values.length > 1) {
    const hint = name === '--scheme' ? ' Separate the parts with commas.' : '';
    throw new UsageError(`Use ${name} only once; it was given ${values.length} times.${hint}`);
  }
  return values?.[0];
}

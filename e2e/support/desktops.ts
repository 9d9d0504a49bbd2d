/**
 * What sets each desktop apart: its screen, message bus and keyring, as environment variables. Tests on different
 * desktops may run at the same time; those on one may not, for they share focus, clipboard and keyring.
 */
type Desktop = Readonly<Record<string, string>>;

/** Where none are given, tests run on the one where they were started. */
export const desktops: readonly Desktop[] = JSON.parse(
  process.env['ATOM_EXPLORER_DESKTOPS'] ?? '[{}]',
) as readonly Desktop[];

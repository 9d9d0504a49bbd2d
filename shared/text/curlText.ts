import { atomPath } from '../domain/atomPath.ts';

/** Stands for the API key in commands to copy: the app never writes the key itself. */
const keyVariable = '$ATOM_API_KEY';

/**
 * A command for a POSIX shell that reads one atom exactly as the app would: the same path, and the key of the API from
 * the environment. null for a key that cannot be sent.
 *
 * @param baseUrl without trailing slash.
 */
export function readAtomCommand(baseUrl: string, key: string): string | null {
  const path = atomPath(key);
  if (!path.ok) return null;
  // Without --path-as-is curl would take a key of dots for a way up, and without --globoff brackets for a pattern.
  return `curl --fail-with-body --path-as-is --globoff -H "Authorization: Bearer ${keyVariable}" ${shellQuoted(`${baseUrl}${path.value}`)}`;
}

/** A text as one word of a POSIX shell, taken literally whatever it holds. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

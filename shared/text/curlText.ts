import { applying } from './phrases.ts';
import { atomPath } from '../domain/atomPath.ts';
import type { RequestDetails } from '../domain/requestLog.ts';

/** Stands for the API key in commands to copy: the app never writes the key itself. */
const keyVariable = '$ATOM_API_KEY';
/** Where a command finds a body that is not part of it. */
export const bodyFile = 'request.json';

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

/**
 * A command for a POSIX shell that sends a logged request again. A body that was not recorded as a whole is read from the
 * file `bodyFile`. null if the path was cut: it would lead to another atom.
 */
export function requestCommand(
  request: Pick<
    RequestDetails,
    'method' | 'address' | 'path' | 'pathLength' | 'hasKey' | 'requestHeaders' | 'sentBytes' | 'body'
  >,
): string | null {
  const { method, address, path, pathLength, hasKey, sentBytes, body } = request;
  if (pathLength > path.length) return null;
  const headers = request.requestHeaders.filter(([name]) => name === 'accept' || name === 'content-type');
  const words = applying([
    'curl --fail-with-body --path-as-is --globoff',
    method !== 'GET' && `-X ${method}`,
    hasKey && `-H "Authorization: Bearer ${keyVariable}"`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    sentBytes !== 0 &&
      `--data-binary ${body === null || body.isCut ? `@${bodyFile}` : shellQuoted(body.text)}`,
    shellQuoted(`${address}${path}`),
  ]);
  return words.join(' ');
}

/** A text as one word of a POSIX shell, taken literally whatever it holds. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import { endOfSegment, isAtOrBelow } from '#shared/keyIndex/segments.ts';

/** The path of the row of all keys. */
export const rootPath = '';

/** The paths above a key or path, nearest last: of `a.b.c`, `''`, `a` and `a.b`. */
export function ancestorsOf(path: string, delimiter: string): readonly string[] {
  if (path === rootPath) return [];
  const ancestors = [rootPath];
  let end = endOfSegment(path, delimiter, 0);
  while (end !== -1) {
    ancestors.push(path.slice(0, end));
    end = endOfSegment(path, delimiter, end + delimiter.length);
  }
  return ancestors;
}

/** The path that a key lies under: of `a.b.c`, `a.b`; of `a`, `''`. */
export function parentOf(path: string, delimiter: string): string {
  return ancestorsOf(path, delimiter).at(-1) ?? rootPath;
}

/** The part of a key that tells it apart below a path; the whole key where it is the path itself. */
export function keyTail(key: string, path: string, delimiter: string): string {
  const isBelow = path !== rootPath && key !== path && isAtOrBelow(key, path, delimiter);
  return isBelow ? key.slice(path.length + delimiter.length) : key;
}

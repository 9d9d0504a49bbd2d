/** The path of the row of all keys. */
export const rootPath = '';

/** The paths above a key or path, nearest last: of `a.b.c`, `''`, `a` and `a.b`. A delimiter that leads a key belongs to its first segment. */
export function ancestorsOf(path: string, delimiter: string): readonly string[] {
  if (path === rootPath) return [];
  const ancestors = [rootPath];
  for (let at = path.indexOf(delimiter, 1); at !== -1; at = path.indexOf(delimiter, at + delimiter.length)) {
    ancestors.push(path.slice(0, at));
  }
  return ancestors;
}

/** The path that a key lies under: of `a.b.c`, `a.b`; of `a`, `''`. */
export function parentOf(path: string, delimiter: string): string {
  return ancestorsOf(path, delimiter).at(-1) ?? rootPath;
}

/** Whether a key is the path itself or below it, by whole segments. */
export function isAtOrBelow(key: string, path: string, delimiter: string): boolean {
  if (path === rootPath || key === path) return true;
  return key.startsWith(path) && key.startsWith(delimiter, path.length);
}

/** The part of a key that tells it apart below a path; the whole key where it is the path itself. */
export function keyTail(key: string, path: string, delimiter: string): string {
  const isBelow = path !== rootPath && key !== path && isAtOrBelow(key, path, delimiter);
  return isBelow ? key.slice(path.length + delimiter.length) : key;
}

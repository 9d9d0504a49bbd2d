import type { TreeRow } from '#shared/domain/catalogueQuery.ts';
import { endOfSegment, isAtOrBelow } from '#shared/keyIndex/segments.ts';

/** The path of the row of all keys. */
export const rootPath = '';

/** The paths above a key or path, nearest last: of `a.b.c`, `''`, `a`, and `a.b`. */
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

/** The path above a key: of `a.b.c`, `a.b`; of `a`, `''`. */
export function parentOf(path: string, delimiter: string): string {
  return ancestorsOf(path, delimiter).at(-1) ?? rootPath;
}

/** A key without the path above it; the whole key if it is the path itself. */
export function keyTail(key: string, path: string, delimiter: string): string {
  const isBelow = path !== rootPath && key !== path && isAtOrBelow(key, path, delimiter);
  return isBelow ? key.slice(path.length + delimiter.length) : key;
}

/** The path of the row above a row of the tree, whose label may be several segments. */
export function parentOfRow({ path, label }: Pick<TreeRow, 'path' | 'label'>, delimiter: string): string {
  return path === label ? rootPath : path.slice(0, path.length - label.length - delimiter.length);
}

/** The paths that a row of the tree stands for, its own last: of `b.c.d` below `a`, `a.b`, `a.b.c` and `a.b.c.d`. */
export function chainOf(row: Pick<TreeRow, 'path' | 'label'>, delimiter: string): readonly string[] {
  const parent = parentOfRow(row, delimiter);
  return [
    ...ancestorsOf(row.path, delimiter).filter(
      (path) => path !== rootPath && path !== parent && isAtOrBelow(path, parent, delimiter),
    ),
    row.path,
  ];
}

import { endOfPrefix, type KeyRange } from './keyOrder.ts';

/** One visible row of the tree of known keys. */
export interface TreeRow extends KeyRange {
  /** From the root to here, segments joined by dots; `''` for the row of all keys. */
  readonly path: string;
  /** The last segment of `path`. */
  readonly label: string;
  /** 1 for the row of all keys. */
  readonly level: number;
  /** Whether a key of exactly this name is known. */
  readonly isKey: boolean;
  readonly hasChildren: boolean;
  readonly isExpanded: boolean;
  /** Place among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

export const rootPath = '';

/**
 * The rows that are visible, top down. Works on ranges of the sorted keys: closed branches cost one binary
 * search each, however many keys are in them, and no object is made for what is not shown.
 *
 * @param sortedKeys distinct, in the order of `compareKeys`.
 */
export function flattenTree(
  sortedKeys: readonly string[],
  isExpanded: (path: string) => boolean,
): readonly TreeRow[] {
  const rootIsExpanded = isExpanded(rootPath);
  const rows: TreeRow[] = [
    {
      path: rootPath,
      label: '',
      level: 1,
      isKey: false,
      hasChildren: sortedKeys.length > 0,
      isExpanded: rootIsExpanded,
      position: 1,
      siblings: 1,
      start: 0,
      end: sortedKeys.length,
    },
  ];
  // A stack of its own: a key may have more segments than the call stack has frames.
  const waiting: TreeRow[] = rootIsExpanded
    ? childrenOf(sortedKeys, { start: 0, end: sortedKeys.length }, null, 2, isExpanded).reverse()
    : [];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (row.hasChildren && row.isExpanded) {
      // Not spread into one call: a branch may have more children than a call has arguments.
      for (const child of childrenOf(sortedKeys, row, row, row.level + 1, isExpanded).reverse()) {
        waiting.push(child);
      }
    }
  }
  return rows;
}

function childrenOf(
  sortedKeys: readonly string[],
  range: KeyRange,
  parent: TreeRow | null,
  level: number,
  isExpanded: (path: string) => boolean,
): TreeRow[] {
  const offset = parent === null ? 0 : parent.path.length + 1;
  const found: Omit<TreeRow, 'siblings'>[] = [];
  let at = parent?.isKey === true ? range.start + 1 : range.start;
  while (at < range.end) {
    const key = sortedKeys[at] ?? '';
    const dot = endOfSegment(key, offset);
    const path = dot === -1 ? key : key.slice(0, dot);
    const end = endOfPrefix(sortedKeys, path, at, range.end);
    const isKey = dot === -1;
    found.push({
      path,
      label: path.slice(offset),
      level,
      isKey,
      hasChildren: end - at > (isKey ? 1 : 0),
      isExpanded: isExpanded(path),
      position: found.length + 1,
      start: at,
      end,
    });
    at = end;
  }
  return found.map((row) => ({ ...row, siblings: found.length }));
}

/** Where the segment from `offset` on ends. A dot that leads a key belongs to its first segment: `''` is the root. */
function endOfSegment(key: string, offset: number): number {
  return key.indexOf('.', Math.max(offset, 1));
}

/** The paths above a key or prefix, nearest last: of `a.b.c`, `''`, `a` and `a.b`. */
export function ancestorsOf(path: string): readonly string[] {
  if (path === rootPath) return [];
  const ancestors = [rootPath];
  for (let dot = endOfSegment(path, 0); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    ancestors.push(path.slice(0, dot));
  }
  return ancestors;
}

/** The prefix that a key lies under: of `a.b.c`, `a.b`; of `a`, `''`. */
export function parentOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? rootPath : path.slice(0, dot);
}

/** Past this, a chain without a fork is for the user to open. */
const mostOpenAtFirst = 8;

/**
 * What to open at first sight: down from the root for as long as there is only one way on, and the first
 * fork after that.
 */
export function firstOpenPaths(sortedKeys: readonly string[]): readonly string[] {
  const open = new Set([rootPath]);
  while (open.size < mostOpenAtFirst) {
    const last = flattenTree(sortedKeys, (path) => open.has(path)).at(-1);
    if (last === undefined || last.siblings !== 1 || !last.hasChildren || open.has(last.path)) break;
    open.add(last.path);
  }
  return [...open];
}

/** What the arrow keys, Home, End and Enter do in a tree (ARIA authoring practices, tree view). */
export type TreeMove =
  { readonly kind: 'go'; readonly index: number } | { readonly kind: 'toggle'; readonly path: string };

export function moveInTree(rows: readonly TreeRow[], index: number, key: string): TreeMove | null {
  const row = rows[index];
  if (row === undefined) return rows.length > 0 ? { kind: 'go', index: 0 } : null;
  const isOpen = row.hasChildren && row.isExpanded;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', index: Math.min(index + 1, rows.length - 1) };
    case 'ArrowUp':
      return { kind: 'go', index: Math.max(index - 1, 0) };
    case 'PageDown':
      return { kind: 'go', index: Math.min(index + 10, rows.length - 1) };
    case 'PageUp':
      return { kind: 'go', index: Math.max(index - 10, 0) };
    case 'Home':
      return { kind: 'go', index: 0 };
    case 'End':
      return { kind: 'go', index: rows.length - 1 };
    case 'ArrowRight':
      if (isOpen) return { kind: 'go', index: index + 1 };
      return row.hasChildren ? { kind: 'toggle', path: row.path } : null;
    case 'ArrowLeft':
      if (isOpen) return { kind: 'toggle', path: row.path };
      return row.path === rootPath ? null : { kind: 'go', index: indexOfPath(rows, parentOf(row.path)) };
    default:
      return null;
  }
}

/** The row of a path or, where that is not visible, of the nearest path above it that is. */
export function indexOfPath(rows: readonly TreeRow[], path: string): number {
  for (let at = path; at !== rootPath; at = parentOf(at)) {
    const index = rows.findIndex((row) => row.path === at);
    if (index !== -1) return index;
  }
  return 0;
}

/**
 * The next row, around the end, whose label begins with what was typed; -1 if none. One letter, or the same
 * again and again, goes on to the next such row; a longer word may stay where it is.
 */
export function typeAhead(rows: readonly TreeRow[], index: number, typed: string): number {
  const letters = [...typed.toLowerCase()];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const wanted = isOneLetter ? (letters[0] ?? '') : letters.join('');
  const first = isOneLetter ? 1 : 0;
  for (let step = first; step < rows.length + first; step += 1) {
    const at = (index + step) % rows.length;
    if (rows[at]?.label.toLowerCase().startsWith(wanted) === true) return at;
  }
  return -1;
}

import type { RowOfTree } from '../../ui/treeKeys.ts';
import type { JsonOutline } from './jsonOutline.ts';

/** Which nodes of a JSON tree are open: `others` is the default, `except` lists the nodes that differ. */
export interface OpenParts {
  readonly others: boolean;
  readonly except: ReadonlySet<number>;
}

/** Documents with up to this many nodes start fully expanded. */
const smallDocument = 400;

export function openAtFirst({ count }: JsonOutline): OpenParts {
  return count <= smallDocument ? everythingOpen : onlyTopOpen;
}

export const everythingOpen: OpenParts = { others: true, except: new Set() };
export const onlyTopOpen: OpenParts = { others: false, except: new Set([0]) };

function isOpen({ others, except }: OpenParts, node: number): boolean {
  return except.has(node) ? !others : others;
}

export function toggled(open: OpenParts, node: number): OpenParts {
  const except = new Set(open.except);
  if (!except.delete(node)) except.add(node);
  return { others: open.others, except };
}

/** Opens all ancestors of a node, so that it has a row. */
export function revealed(open: OpenParts, outline: JsonOutline, node: number): OpenParts {
  let shown = open;
  for (let at = outline.parents[node] ?? -1; at >= 0; at = outline.parents[at] ?? -1) {
    if (!isOpen(shown, at)) shown = toggled(shown, at);
  }
  return shown;
}

/** The visible nodes, in order. */
export function rowsOf(outline: JsonOutline, open: OpenParts): Int32Array {
  const rows = new Int32Array(outline.count);
  let count = 0;
  for (let node = 0; node < outline.count;) {
    rows[count] = node;
    count += 1;
    // Most nodes have no children and need no lookup.
    const isWhole = (outline.sizes[node] ?? 0) === 0 || isOpen(open, node);
    node = isWhole ? node + 1 : (outline.nexts[node] ?? outline.count);
  }
  return rows.subarray(0, count);
}

/** The row of a node, or of the nearest visible node before it. Rows are sorted by node. */
export function rowOf(rows: Int32Array, node: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle] ?? 0) <= node) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What keyboard navigation needs to know about a row. */
export function rowOfTree(outline: JsonOutline, rows: Int32Array, open: OpenParts, row: number): RowOfTree {
  const node = rows[row] ?? 0;
  const hasChildren = (outline.sizes[node] ?? 0) > 0;
  return {
    hasChildren,
    isOpen: hasChildren && isOpen(open, node),
    parent: node === 0 ? -1 : rowOf(rows, outline.parents[node] ?? 0),
  };
}

/** The next node after `from` whose name or value contains the text, ignoring case. Wraps around; null if there is none. */
export function findInJson(outline: JsonOutline, from: number, text: string): number | null {
  if (text === '') return null;
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
  pattern.lastIndex = from + 1 < outline.count ? beginOf(outline, from + 1) : 0;
  const match = pattern.exec(outline.text) ?? pattern.exec(outline.text);
  return match === null ? null : nodeAt(outline, match.index);
}

function beginOf({ nameStarts, starts }: JsonOutline, node: number): number {
  const start = nameStarts[node] ?? -1;
  return start < 0 ? (starts[node] ?? 0) : start;
}

/** The innermost node at a position in the text: the last one that starts at or before it. */
function nodeAt(outline: JsonOutline, at: number): number {
  let low = 0;
  let high = outline.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (beginOf(outline, middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

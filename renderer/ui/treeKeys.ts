import { rowAfterKey } from './listMove.ts';

/** What the keys need to know about a row of a tree. */
export interface RowOfTree {
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Row index of the parent; -1 for the root. */
  readonly parent: number;
}

/** The effect of a key in a tree, as in the ARIA tree view pattern. */
export type TreeMove =
  | { readonly kind: 'go'; readonly index: number }
  /** Opens or closes the row. */
  | { readonly kind: 'toggle' }
  /** Opens all siblings of the row. */
  | { readonly kind: 'open-siblings' };

/**
 * The effect of a key at row `index`; null for none.
 *
 * @param row the active one; undefined until it arrives.
 * @param page rows that Page Up and Page Down move by.
 */
export function moveInTree(
  input: {
    readonly row: RowOfTree | undefined;
    readonly index: number;
    readonly total: number;
    readonly page: number;
  },
  key: string,
): TreeMove | null {
  const { row, index, total, page } = input;
  if (total === 0) return null;
  const go = (to: number): TreeMove => ({ kind: 'go', index: Math.max(0, Math.min(to, total - 1)) });
  const along = rowAfterKey(key, index, { count: total, page });
  if (along !== null) return go(along);
  switch (key) {
    case 'ArrowRight':
      if (row === undefined || !row.hasChildren) return null;
      return row.isOpen ? go(index + 1) : { kind: 'toggle' };
    case 'ArrowLeft':
      if (row === undefined) return null;
      if (row.hasChildren && row.isOpen) return { kind: 'toggle' };
      return row.parent === -1 ? null : go(row.parent);
    case '*':
      return row === undefined || row.parent === -1 ? null : { kind: 'open-siblings' };
    default:
      return null;
  }
}

/** Letters typed within this many milliseconds make one word. */
const typeAheadMs = 700;

/** The word that is being typed to jump to a row. */
export interface Typed {
  readonly text: string;
  /** Milliseconds, of the same clock as `now`. */
  readonly at: number;
}

export const nothingTyped: Typed = { text: '', at: 0 };

export function isTyping({ text, at }: Typed, now: number): boolean {
  return text !== '' && now - at < typeAheadMs;
}

export function typeOn(typed: Typed, letter: string, now: number): Typed {
  return { text: isTyping(typed, now) ? typed.text + letter : letter, at: now };
}

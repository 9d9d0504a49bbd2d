import type { TreeRow } from '#shared/domain/catalogueQuery.ts';

/** What a key does in the tree (ARIA authoring practices, tree view). */
export type TreeMove =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'toggle'; readonly path: string }
  /** Opens all siblings of the row. */
  | { readonly kind: 'open-siblings' };

/**
 * @param row the active one; undefined where it has not come yet.
 * @param page rows that fit in sight.
 */
export function moveInTree(
  input: {
    readonly row: TreeRow | undefined;
    readonly index: number;
    readonly total: number;
    readonly page: number;
  },
  key: string,
): TreeMove | null {
  const { row, index, total, page } = input;
  if (total === 0) return null;
  const go = (to: number): TreeMove => ({ kind: 'go', index: Math.max(0, Math.min(to, total - 1)) });
  switch (key) {
    case 'ArrowDown':
      return go(index + 1);
    case 'ArrowUp':
      return go(index - 1);
    case 'PageDown':
      return go(index + page);
    case 'PageUp':
      return go(index - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(total - 1);
    case 'ArrowRight':
      if (row === undefined || !row.hasChildren) return null;
      return row.isOpen ? go(index + 1) : { kind: 'toggle', path: row.path };
    case 'ArrowLeft':
      if (row === undefined) return null;
      if (row.hasChildren && row.isOpen) return { kind: 'toggle', path: row.path };
      return row.parent === -1 ? null : go(row.parent);
    case '*':
      return row === undefined || row.parent === -1 ? null : { kind: 'open-siblings' };
    default:
      return null;
  }
}

/** Letters typed within this time make one word. */
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

import type { TextPiece } from '#shared/text/visibleText.ts';

/** A part of a text, in UTF-16 units: from `start`, up to and without `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface MarkedPiece {
  readonly piece: TextPiece;
  readonly isMarked: boolean;
}

/** Converts ranges of a text to ranges of its part from `from` to `to`, and clips them. */
export function rangesWithin(ranges: readonly TextRange[], from: number, to: number): readonly TextRange[] {
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, from) - from, end: Math.min(end, to) - from }))
    .filter(({ start, end }) => start < end);
}

/**
 * Splits the pieces of a text at the boundaries of ranges. A hidden character stays whole, and is marked if a range
 * touches it.
 *
 * @param ranges in order, not overlapping
 */
export function markedPieces(
  text: string,
  pieces: readonly TextPiece[],
  ranges: readonly TextRange[],
): readonly MarkedPiece[] {
  const found: MarkedPiece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const end = at + (piece.kind === 'plain' ? piece.text.length : unitsAt(text, at));
    if (piece.kind === 'hidden') {
      found.push({ piece, isMarked: rangesWithin(ranges, at, end).length > 0 });
    } else {
      let from = 0;
      const add = (to: number, isMarked: boolean): void => {
        if (to > from) found.push({ piece: { kind: 'plain', text: piece.text.slice(from, to) }, isMarked });
        from = to;
      };
      for (const range of rangesWithin(ranges, at, end)) {
        add(range.start, false);
        add(range.end, true);
      }
      add(piece.text.length, false);
    }
    at = end;
  }
  return found;
}

function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

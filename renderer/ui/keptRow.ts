import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * The rows of a virtual list to render: the visible ones and some around them, and always row `kept`, because
 * `aria-activedescendant` names it. -1 keeps none. `count`: how many rows there are.
 */
export function visibleRowsAnd(kept: number, count: number): (range: Range) => number[] {
  return (range) => {
    if (count <= 0) return [];
    const visible = defaultRangeExtractor({ ...range, ...rowsWithin(range, count), count });
    if (kept < 0 || kept >= count || visible.includes(kept)) return visible;
    return [...visible, kept].sort((a, b) => a - b);
  };
}

/** As many rows, of `count` that there are. The list may just have become shorter. */
export function rowsWithin(
  { startIndex, endIndex }: Pick<Range, 'startIndex' | 'endIndex'>,
  count: number,
): Pick<Range, 'startIndex' | 'endIndex'> {
  const end = Math.max(0, Math.min(endIndex, count - 1));
  return { startIndex: Math.max(0, Math.min(startIndex, end - (endIndex - startIndex))), endIndex: end };
}

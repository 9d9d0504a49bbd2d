import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * The rows of a virtual list to render: the visible ones and some around them, and always row `kept`, because
 * `aria-activedescendant` names it. -1 keeps none.
 */
export function visibleRowsAnd(kept: number): (range: Range) => number[] {
  return (range) => {
    const visible = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || visible.includes(kept)) return visible;
    return [...visible, kept].sort((a, b) => a - b);
  };
}

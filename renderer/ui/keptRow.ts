import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * Which rows of a virtual list exist: those in sight, and row `kept` wherever it is, since `aria-activedescendant`
 * names it. -1 keeps none.
 */
export function visibleRowsAnd(kept: number): (range: Range) => number[] {
  return (range) => {
    const inSight = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || inSight.includes(kept)) return inSight;
    return [...inSight, kept].sort((a, b) => a - b);
  };
}

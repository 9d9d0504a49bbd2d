import { createContext, use } from 'react';

/** How much room the rows of lists have: 1 as designed, less where the user wants to see more of them. */
export const RowScale = createContext(1);

/** Rows higher than this have several lines, which keep their room. */
const highestOneLine = 34;

/** The height of a row, in pixels, in the density that the user chose. */
export function useRowHeight(designed: number): number {
  const scale = use(RowScale);
  return designed > highestOneLine ? designed : Math.round(designed * scale);
}

/** The bounds of the limit in the app. A service may have a lower one. */
export const smallestLimit = 1;
export const largestLimit = 10_000;

/** The limit as a number; null if what was typed is not a whole number within the bounds. */
export function parseLimit(typed: number | string): number | null {
  const limit = typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(limit) && limit >= smallestLimit && limit <= largestLimit ? limit : null;
}

/** What the field for the limit may hold: the contract's bounds. Services may cap lower. */
export const smallestLimit = 1;
export const largestLimit = 10_000;

/** The limit to send for what was typed; null while that is no whole number within the bounds. */
export function parseLimit(typed: number | string): number | null {
  const limit = typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(limit) && limit >= smallestLimit && limit <= largestLimit ? limit : null;
}

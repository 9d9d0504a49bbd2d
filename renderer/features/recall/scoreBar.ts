/** How far a score fills its bar, in percent; scores outside 0 to 1 are shown as they are, in a bar that ends. */
export function barPercent(score: number): number {
  return 100 * Math.min(Math.max(score, 0), 1);
}

/** A score to three decimals, or as many digits as it takes not to round it away. */
export function scoreWords(score: number): string {
  if (!Number.isFinite(score)) return String(score);
  const rounded = score.toFixed(3);
  return Number(rounded) === 0 && score !== 0 ? score.toPrecision(2) : rounded;
}

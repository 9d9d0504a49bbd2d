import type { RecallOddity } from '../domain/recallOddity.ts';

/** What a recall answer did against the interface (section 4.4), hit by hit. */
export function recallOddities(
  hits: readonly { readonly key: string; readonly score: number | null }[],
  limit: number,
): readonly RecallOddity[] {
  const oddities: RecallOddity[] = [];
  if (hits.length > limit) oddities.push({ kind: 'too-many', limit, count: hits.length });
  const firstOf = new Map<string, number>();
  let before: number | null = null;
  for (const [at, { key, score }] of hits.entries()) {
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, at);
    else oddities.push({ kind: 'repeated-key', at, first });
    if (score === null) {
      oddities.push({ kind: 'no-score', at });
      continue;
    }
    if (score < 0 || score > 1) oddities.push({ kind: 'score-outside', at, score });
    if (before !== null && score > before) oddities.push({ kind: 'out-of-order', at, score, before });
    before = score;
  }
  return oddities;
}

/** The oddities of each hit, by its index; hits beyond the limit have that of the whole answer. */
export function odditiesByHit(
  oddities: readonly RecallOddity[],
  hitCount: number,
): ReadonlyMap<number, readonly RecallOddity[]> {
  const byHit = new Map<number, RecallOddity[]>();
  const add = (at: number, oddity: RecallOddity): void => {
    const known = byHit.get(at);
    if (known === undefined) byHit.set(at, [oddity]);
    else known.push(oddity);
  };
  for (const oddity of oddities) {
    if (oddity.kind === 'too-many') for (let at = oddity.limit; at < hitCount; at += 1) add(at, oddity);
    else add(oddity.at, oddity);
  }
  return byHit;
}

import { isSendableKey } from '../domain/atomPath.ts';
import { isAboutHit, type RecallOddity } from '../domain/recallOddity.ts';
import type { ResponseFlaw } from '../domain/responseFlaw.ts';

/** What a recall answer did against the interface (section 4.4), hit by hit. */
export function recallOddities(
  hits: readonly {
    readonly key: string;
    readonly score: number | null;
    readonly flaws?: readonly ResponseFlaw[];
  }[],
  limit: number,
  { predictions, oddPredictions }: PredictionsAsReceived = noPredictions,
): readonly RecallOddity[] {
  const oddities: RecallOddity[] = [];
  if (hits.length > limit) oddities.push({ kind: 'too-many', limit, count: hits.length });
  const firstOf = new Map<string, number>();
  let before: number | null = null;
  for (const [at, { key, score, flaws = [] }] of hits.entries()) {
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, at);
    else oddities.push({ kind: 'repeated-key', at, first });
    if (score === null) {
      const text = oddScoreOf(flaws);
      oddities.push(text === null ? { kind: 'no-score', at } : { kind: 'odd-score', at, text });
      continue;
    }
    if (score < 0 || score > 1) oddities.push({ kind: 'score-outside', at, score });
    if (before !== null && score > before) oddities.push({ kind: 'out-of-order', at, score, before });
    before = score;
  }
  const [odd] = oddPredictions;
  if (odd !== undefined) oddities.push({ kind: 'odd-prediction', count: oddPredictions.length, text: odd });
  const unsendable = predictions.filter((key) => !isSendableKey(key));
  const [text] = unsendable;
  if (text !== undefined) oddities.push({ kind: 'unsendable-prediction', count: unsendable.length, text });
  return oddities;
}

interface PredictionsAsReceived {
  readonly predictions: readonly string[];
  /** Entries that are no strings, as JSON. */
  readonly oddPredictions: readonly string[];
}

const noPredictions: PredictionsAsReceived = { predictions: [], oddPredictions: [] };

function oddScoreOf(flaws: readonly ResponseFlaw[]): string | null {
  for (const flaw of flaws) {
    if (flaw.kind === 'score-not-a-number') return flaw.text;
    if (flaw.kind === 'inexact-integer' && flaw.field === 'score') return flaw.text;
  }
  return null;
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
    else if (isAboutHit(oddity)) add(oddity.at, oddity);
  }
  return byHit;
}

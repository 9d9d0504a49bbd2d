import { isSendableKey } from '../domain/atomPath.ts';
import { isAboutHit, type RecallAnomaly } from '../domain/recallAnomaly.ts';
import type { ResponseAnomaly } from '../domain/responseAnomaly.ts';

/** What a recall response did that violates the API (section 4.4), hit by hit. */
export function recallAnomalies(
  hits: readonly {
    readonly key: string;
    readonly score: number | null;
    readonly anomalies?: readonly ResponseAnomaly[];
  }[],
  limit: number,
  { predictions, oddPredictions }: PredictionsAsReceived = noPredictions,
): readonly RecallAnomaly[] {
  const anomalies: RecallAnomaly[] = [];
  if (hits.length > limit) anomalies.push({ kind: 'too-many', limit, count: hits.length });
  const firstOf = new Map<string, number>();
  let before: number | null = null;
  for (const [at, { key, score, anomalies: ofHit = [] }] of hits.entries()) {
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, at);
    else anomalies.push({ kind: 'repeated-key', at, first });
    if (score === null) {
      const text = oddScoreOf(ofHit);
      anomalies.push(text === null ? { kind: 'no-score', at } : { kind: 'odd-score', at, text });
      continue;
    }
    if (score < 0 || score > 1) anomalies.push({ kind: 'score-outside', at, score });
    if (before !== null && score > before) anomalies.push({ kind: 'out-of-order', at, score, before });
    before = score;
  }
  const [odd] = oddPredictions;
  if (odd !== undefined) anomalies.push({ kind: 'odd-prediction', count: oddPredictions.length, text: odd });
  const unsendable = predictions.filter((key) => !isSendableKey(key));
  const [text] = unsendable;
  if (text !== undefined) anomalies.push({ kind: 'unsendable-prediction', count: unsendable.length, text });
  return anomalies;
}

interface PredictionsAsReceived {
  readonly predictions: readonly string[];
  /** Entries that are not strings, as JSON. */
  readonly oddPredictions: readonly string[];
}

const noPredictions: PredictionsAsReceived = { predictions: [], oddPredictions: [] };

function oddScoreOf(anomalies: readonly ResponseAnomaly[]): string | null {
  for (const anomaly of anomalies) {
    if (anomaly.kind === 'score-not-a-number') return anomaly.text;
    if (anomaly.kind === 'inexact-integer' && anomaly.field === 'score') return anomaly.text;
  }
  return null;
}

/** The anomalies of each hit, by its index; hits beyond the limit have that of the whole answer. */
export function anomaliesByHit(
  anomalies: readonly RecallAnomaly[],
  hitCount: number,
): ReadonlyMap<number, readonly RecallAnomaly[]> {
  const byHit = new Map<number, RecallAnomaly[]>();
  const add = (at: number, anomaly: RecallAnomaly): void => {
    const known = byHit.get(at);
    if (known === undefined) byHit.set(at, [anomaly]);
    else known.push(anomaly);
  };
  for (const anomaly of anomalies) {
    if (anomaly.kind === 'too-many') for (let at = anomaly.limit; at < hitCount; at += 1) add(at, anomaly);
    else if (isAboutHit(anomaly)) add(anomaly.at, anomaly);
  }
  return byHit;
}

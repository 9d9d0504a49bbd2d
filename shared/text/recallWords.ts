import type { RecallAnomaly, RecallAnomalyKind } from '../domain/recallAnomaly.ts';
import type { ComparisonCaveat, HitChange, RankChange, RunComparison } from '../recall/compareRuns.ts';
import { countOf, listWords, quoteText, applying } from './phrases.ts';
import { countWords, decimalWords } from './sizes.ts';

/** A score with three decimals, or more if it would otherwise round to zero. */
export function scoreWords(score: number): string {
  if (!Number.isFinite(score)) return String(score);
  const rounded = score.toFixed(3);
  return decimalWords(Number(rounded) === 0 && score !== 0 ? score.toPrecision(2) : rounded);
}

const order: readonly RecallAnomalyKind[] = [
  'too-many',
  'out-of-order',
  'score-outside',
  'repeated-key',
  'no-score',
  'odd-score',
  'odd-prediction',
  'unsendable-prediction',
];

/** How a response deviates from the API, one sentence for each kind of anomaly. */
export function anomalyWords(anomalies: readonly RecallAnomaly[]): readonly string[] {
  return order.flatMap((kind) => {
    const alike = anomalies.filter((anomaly) => anomaly.kind === kind);
    const first = alike[0];
    return first === undefined ? [] : [sentence(first, alike.length)];
  });
}

function sentence(anomaly: RecallAnomaly, count: number): string {
  switch (anomaly.kind) {
    case 'too-many':
      return `${countOf(anomaly.count, 'hit')} returned, but at most ${countWords(anomaly.limit)} ${anomaly.limit === 1 ? 'was' : 'were'} requested.`;
    case 'out-of-order':
      return `${countOf(count, 'hit is', 'hits are')} ranked below a hit with a lower score.`;
    case 'score-outside':
      return `${countOf(count, 'score is', 'scores are')} outside the range 0 to 1.`;
    case 'repeated-key':
      return `${countOf(count, 'hit repeats', 'hits repeat')} an earlier key.`;
    case 'no-score':
      return `${countOf(count, 'hit has', 'hits have')} no score.`;
    case 'odd-score':
      return `${countOf(count, 'hit has a score that is', 'hits have scores that are')} not a valid number: ${quoteText(anomaly.text)}${count > 1 ? ' and others' : ''}.`;
    case 'odd-prediction':
      return `${countOf(anomaly.count, 'prediction is not a key', 'predictions are not keys')} but other JSON: ${quoteText(anomaly.text)}${anomaly.count > 1 ? ' and others' : ''}.`;
    case 'unsendable-prediction':
      return `${countOf(anomaly.count, 'predicted key', 'predicted keys')} cannot be sent to the service: ${anomaly.text === '' ? 'an empty key' : quoteText(anomaly.text)}${anomaly.count > 1 ? ' and others' : ''}.`;
  }
}

/** The same for one hit, short enough to be shown next to it. */
export function hitAnomalyWords(anomaly: RecallAnomaly): string {
  switch (anomaly.kind) {
    case 'too-many':
      return `beyond the limit of ${countWords(anomaly.limit)}`;
    case 'out-of-order':
      return `out of order: higher score than ${scoreWords(anomaly.before)} above it`;
    case 'score-outside':
      return anomaly.score > 1 ? 'score above 1' : 'score below 0';
    case 'repeated-key':
      return `repeats the key of hit ${countWords(anomaly.first + 1)}`;
    case 'no-score':
      return 'no score';
    case 'odd-score':
      return `score is not a valid number: ${quoteText(anomaly.text)}`;
    case 'odd-prediction':
    case 'unsendable-prediction':
      return 'invalid prediction';
  }
}

/** `new`, `removed`, `up 2`, `down 1`, `same`. */
export function rankMoveWords(move: RankChange): string {
  if (move.kind === 'up' || move.kind === 'down') return `${move.kind} ${countWords(move.by)}`;
  return move.kind === 'gone' ? 'removed' : move.kind;
}

/** How the second run differs from the first, in one or two sentences. */
export function comparisonWords({ moves, predictions }: RunComparison): string {
  const count = (test: (move: HitChange) => boolean): number => moves.filter(test).length;
  const came = count(({ rank }) => rank.kind === 'new');
  const gone = count(({ rank }) => rank.kind === 'gone');
  const up = count(({ rank }) => rank.kind === 'up');
  const down = count(({ rank }) => rank.kind === 'down');
  const scores = count(({ scoreChange }) => scoreChange !== null && scoreChange !== 0);
  const versions = count(({ versionChanged }) => versionChanged);
  const values = count(({ valueChanged }) => valueChanged);
  const verdicts = count(({ verdictChanged }) => verdictChanged);
  const parts = applying([
    came > 0 && countOf(came, 'new hit'),
    gone > 0 && `${countWords(gone)} removed`,
    up > 0 && `${countWords(up)} moved up`,
    down > 0 && `${countWords(down)} moved down`,
    scores > 0 && `${countOf(scores, 'score')} changed`,
    versions > 0 && `${countOf(versions, 'version')} changed`,
    values > 0 && `${countOf(values, 'value')} changed`,
    verdicts > 0 && `${countOf(verdicts, 'verdict')} changed`,
  ]);
  const hits =
    parts.length === 0
      ? 'The hits are the same, in the same order, with the same scores, versions, values, and verdicts'
      : listWords(parts);
  return `${hits}; ${predictionWords(predictions)}.`;
}

function predictionWords({ came, went }: RunComparison['predictions']): string {
  if (came.length + went.length === 0) return 'the predictions are the same';
  const parts = applying([
    came.length > 0 && `${countOf(came.length, 'prediction')} added`,
    went.length > 0 && `${countOf(went.length, 'prediction')} removed`,
  ]);
  return listWords(parts);
}

export function caveatWords(caveat: ComparisonCaveat): string {
  switch (caveat) {
    case 'other-query':
      return 'The two runs have different queries.';
    case 'other-limit':
      return 'The two runs requested different numbers of hits, so new and removed hits may only be due to the limit.';
    case 'hits-left-out':
      return 'Only the first hits of a long response are saved, so new and removed hits may only be further down.';
  }
}

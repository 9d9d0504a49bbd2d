import type { RunHit } from '../domain/recallRun.ts';
import type { HitChange } from '../recall/compareRuns.ts';
import {
  hasOtherScore,
  stateOf,
  type PredictionChange,
  type StepComparison,
  type StepState,
} from '../recordings/compareSteps.ts';
import type { RecordedStep, RecordingEnd, RecordingSummary } from '../recordings/recording.ts';
import { shortHash } from './hashWords.ts';
import { countOf, listWords, quoteText, applying, listFirst } from './phrases.ts';
import { scoreWords } from './recallWords.ts';
import { countWords } from './sizes.ts';
import { verdictPhrases } from './verdictNames.ts';

/** What a recording contains, and what it does not. */
export const recordingContents =
  'Records queries, keys, ranks, scores, versions, verdicts, and predictions. Values are recorded only as SHA-256 hashes. The address and the API key are not recorded.';

/** `3 recalls, 1 read`. */
export function stepsWords({ recalls, reads }: Pick<RecordingSummary, 'recalls' | 'reads'>): string {
  const parts = [recalls > 0 && countOf(recalls, 'recall'), reads > 0 && countOf(reads, 'read')];
  const named = parts.filter((part) => part !== false);
  return named.length === 0 ? 'no steps' : named.join(', ');
}

/** Why a recording ended, if the user did not end it; otherwise null. */
export function endWords(end: RecordingEnd | null): string | null {
  switch (end) {
    case 'app-ended':
      return 'ended when the app closed';
    case 'full':
      return 'ended at the size limit';
    case 'stopped':
    case null:
      return null;
  }
}

/** The request of a step, without its response. */
export function requestWords(step: RecordedStep): string {
  switch (step.kind) {
    case 'recall':
      return `Recall ${quoteText(step.query)}, at most ${countOf(step.limit, 'hit')}`;
    case 'read':
      return `Read ${quoteText(step.key)}`;
    case 'readMany':
      return step.keys.length === 1
        ? `Read ${quoteText(step.keys[0] ?? '')}`
        : `Read ${countWords(step.keys.length)} keys at once`;
  }
}

/** A summary of the response of a step. */
export function answerWords(step: RecordedStep): string {
  switch (step.kind) {
    case 'recall':
      return `${countOf(step.hits.length, 'hit')}, ${countOf(step.predictions.length, 'prediction')}`;
    case 'read':
      return step.atom === null ? 'atom not found' : atomWords(step.atom);
    case 'readMany': {
      const missing = step.keys.length - step.atoms.length;
      return `${countOf(step.atoms.length, 'atom')}${missing > 0 ? `, ${countWords(missing)} missing` : ''}`;
    }
  }
}

function atomWords({ version, verdict }: RunHit): string {
  return `${version === null ? 'no version' : `version ${version}`}, ${verdictPhrases[verdict]}`;
}

/** How one atom of a response differs, short enough to be shown next to its key. */
export function moveWords(move: HitChange, kind: RecordedStep['kind']): string {
  const { a, b, rank } = move;
  const isHit = kind === 'recall';
  if (a === null || b === null) {
    if (b === null) return isHit ? `was hit ${a?.rank ?? ''}, now not a hit` : 'now missing';
    return isHit ? `was not a hit, now hit ${b.rank}` : 'no longer missing';
  }
  const parts = [
    isHit && rank.kind !== 'same' && `hit ${a.rank} → ${b.rank}`,
    hasOtherScore(move) && `score ${scoreText(a.score)} → ${scoreText(b.score)}`,
    move.versionChanged && `version ${a.version ?? 'none'} → ${b.version ?? 'none'}`,
    move.valueChanged &&
      `different value (SHA-256 ${shortHash(a.value.sha256)} → ${shortHash(b.value.sha256)})`,
    move.verdictChanged && `verdict ${verdictPhrases[a.verdict]} → ${verdictPhrases[b.verdict]}`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}

function scoreText(score: number | null): string {
  return score === null ? 'none' : scoreWords(score);
}

/** How the predictions differ; null if they do not. */
export function predictionChangeWords({ came, went, reordered }: PredictionChange): string | null {
  if (reordered) return 'same keys in a different order';
  const parts = applying([
    came.length > 0 && `added: ${namedKeys(came)}`,
    went.length > 0 && `removed: ${namedKeys(went)}`,
  ]);
  return parts.length === 0 ? null : parts.join('; ');
}

const mostNamed = 5;

function namedKeys(keys: readonly string[]): string {
  return listFirst(keys.map(quoteText), mostNamed);
}

/** Headings for groups of steps with the same result. */
export const stateWords: Readonly<Record<StepState, string>> = {
  changed: 'Atoms changed',
  'ranks-changed': 'Hits changed rank',
  failed: 'Could not be repeated',
  'only-before': 'Only in the first recording',
  'only-after': 'Only in the second recording',
  predictions: 'Only predictions changed',
  same: 'Unchanged',
};

/** The result of a comparison in a sentence. */
export function comparisonSummary(comparisons: readonly StepComparison[]): string {
  const counts = new Map<StepState, number>();
  for (const each of comparisons) counts.set(stateOf(each), (counts.get(stateOf(each)) ?? 0) + 1);
  const count = (state: StepState): number => counts.get(state) ?? 0;
  const total = countOf(comparisons.length, 'step');
  if (count('same') === comparisons.length)
    return comparisons.length === 1 ? 'The step is unchanged.' : `All ${total} are unchanged.`;
  const parts = applying([
    count('changed') > 0 && `atoms changed in ${countWords(count('changed'))}`,
    count('ranks-changed') > 0 && `only ranks changed in ${countWords(count('ranks-changed'))}`,
    count('predictions') > 0 && `only predictions changed in ${countWords(count('predictions'))}`,
    count('failed') > 0 && `${countWords(count('failed'))} could not be repeated`,
    count('only-before') > 0 &&
      `${countWords(count('only-before'))} ${count('only-before') === 1 ? 'is' : 'are'} only in the first`,
    count('only-after') > 0 &&
      `${countWords(count('only-after'))} ${count('only-after') === 1 ? 'is' : 'are'} only in the second`,
    count('same') > 0 && `${countWords(count('same'))} unchanged`,
  ]);
  return `Of ${total}: ${listWords(parts)}.`;
}

import type { AppError } from '../domain/appError.ts';
import { compareRuns, type HitChange } from '../recall/compareRuns.ts';
import type { RecordedStep } from './recording.ts';
import type { Replay, ReplayedStep } from './replay.ts';

/** How the response to one request changed. */
export type StepOutcome =
  | {
      readonly kind: 'answered';
      readonly before: RecordedStep;
      readonly after: RecordedStep;
      /** Only atoms that differ. */
      readonly atoms: readonly HitChange[];
      readonly predictions: PredictionChange;
    }
  | { readonly kind: 'failed'; readonly before: RecordedStep; readonly error: AppError }
  /** In the first only: the replay ended before it, or the second recording has no such request there. */
  | { readonly kind: 'only-before'; readonly before: RecordedStep }
  | { readonly kind: 'only-after'; readonly after: RecordedStep };

export interface PredictionChange {
  readonly came: readonly string[];
  readonly went: readonly string[];
  /** The same keys in a different order. */
  readonly reordered: boolean;
}

export interface StepComparison {
  /** Place in the first recording, from 1; null for a request that is in the second only. */
  readonly number: number | null;
  readonly outcome: StepOutcome;
}

/** A smaller change in score is ignored: services may add floating-point numbers in any order. */
const scoreTolerance = 1e-9;

/** Compares each step of a recording with its replay. */
export function compareReplay({
  recording,
  steps,
}: Pick<Replay, 'recording' | 'steps'>): readonly StepComparison[] {
  return recording.steps.map((before, at) => ({
    number: at + 1,
    outcome: outcomeOf(before, steps[at] ?? null),
  }));
}

/**
 * Two recordings, request by request: each request of the first is held against the next equal one of the second that is
 * not before the last that was matched.
 */
export function compareRecordings(
  before: readonly RecordedStep[],
  after: readonly RecordedStep[],
): readonly StepComparison[] {
  const places = new Map<string, number[]>();
  for (const [at, step] of after.entries()) {
    const name = requestName(step);
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  }
  const compared: StepComparison[] = [];
  let next = 0;
  const onlyAfter = (until: number): void => {
    for (const step of after.slice(next, until))
      compared.push({ number: null, outcome: { kind: 'only-after', after: step } });
  };
  for (const [at, step] of before.entries()) {
    const match = places.get(requestName(step))?.find((place) => place >= next);
    const answer = match === undefined ? undefined : after[match];
    if (match === undefined || answer === undefined) {
      compared.push({ number: at + 1, outcome: { kind: 'only-before', before: step } });
      continue;
    }
    onlyAfter(match);
    compared.push({ number: at + 1, outcome: compareAnswers(step, answer) });
    next = match + 1;
  }
  onlyAfter(after.length);
  return compared;
}

function outcomeOf(before: RecordedStep, replayed: ReplayedStep | null): StepOutcome {
  if (replayed === null) return { kind: 'only-before', before };
  return replayed.kind === 'failed'
    ? { kind: 'failed', before, error: replayed.error }
    : compareAnswers(before, replayed.step);
}

function compareAnswers(before: RecordedStep, after: RecordedStep): StepOutcome {
  const { moves } = compareRuns(asRun(before), asRun(after));
  const isRanked = before.kind === 'recall';
  return {
    kind: 'answered',
    before,
    after,
    atoms: moves.filter((move) => isDifferent(move, isRanked)),
    predictions: comparePredictions(predictionsOf(before), predictionsOf(after)),
  };
}

/** The contents of a response, as a recall run. Reads have no scores, and their order has no meaning. */
function asRun(step: RecordedStep): Parameters<typeof compareRuns>[0] {
  const run = { query: '', limit: 0, hitsLeftOut: 0, predictions: [] };
  switch (step.kind) {
    case 'recall':
      return { ...run, query: step.query, limit: step.limit, hits: step.hits };
    case 'read':
      return { ...run, hits: step.atom === null ? [] : [step.atom] };
    case 'readMany':
      return { ...run, hits: step.atoms };
  }
}

function isDifferent(move: HitChange, isRanked: boolean): boolean {
  const { rank } = move;
  if (rank.kind === 'new' || rank.kind === 'gone') return true;
  if (isRanked && rank.kind !== 'same') return true;
  return hasOtherScore(move) || hasOtherContent(move);
}

function hasOtherContent({ versionChanged, valueChanged, verdictChanged }: HitChange): boolean {
  return versionChanged || valueChanged || verdictChanged;
}

/** Whether the scores differ, or only one of them is present. */
export function hasOtherScore({ a, b, scoreChange }: HitChange): boolean {
  if (a === null || b === null) return false;
  if (scoreChange === null) return a.score !== b.score;
  return Math.abs(scoreChange) > scoreTolerance;
}

function predictionsOf(step: RecordedStep): readonly string[] {
  return step.kind === 'recall' ? step.predictions : [];
}

function comparePredictions(before: readonly string[], after: readonly string[]): PredictionChange {
  const [had, has] = [new Set(before), new Set(after)];
  const came = [...has].filter((key) => !had.has(key));
  const went = [...had].filter((key) => !has.has(key));
  const order = [...has];
  const reordered = came.length + went.length === 0 && [...had].some((key, at) => key !== order[at]);
  return { came, went, reordered };
}

/** The same for requests that ask the same. */
function requestName(step: RecordedStep): string {
  switch (step.kind) {
    case 'recall':
      return JSON.stringify(['recall', step.query, step.limit]);
    case 'read':
      return JSON.stringify(['read', step.key]);
    case 'readMany':
      return JSON.stringify(['readMany', ...step.keys]);
  }
}

/**
 * What a comparison comes to: an atom is another one than it was; the hits stand elsewhere, or others are among them;
 * only predictions differ; all is the same; it failed; or there was nothing to compare with.
 */
export type StepState =
  | 'changed'
  | 'ranks-changed'
  | 'predictions'
  | 'same'
  | 'failed'
  | 'only-before'
  | 'only-after';

export function stateOf({ outcome }: StepComparison): StepState {
  if (outcome.kind !== 'answered') return outcome.kind;
  const isRead = outcome.before.kind !== 'recall';
  if (outcome.atoms.some((move) => isRead || hasOtherContent(move))) return 'changed';
  if (outcome.atoms.length > 0) return 'ranks-changed';
  const { came, went, reordered } = outcome.predictions;
  return came.length + went.length > 0 || reordered ? 'predictions' : 'same';
}

/**
 * A difference that no writer brings about by storing a new version: another value under the same version, a version that
 * went back, a verdict that turned to failed.
 */
export function isAlarming({ a, b, valueChanged }: HitChange): boolean {
  if (b === null) return false;
  if (a === null) return b.verdict === 'red';
  if (b.verdict === 'red' && a.verdict !== 'red') return true;
  if (a.version === null || b.version === null) return false;
  return b.version < a.version || (valueChanged && a.version === b.version);
}

import type { RecallRun, RunHit } from '../domain/recallRun.ts';

export interface RankedHit extends RunHit {
  /** From 1. */
  readonly rank: number;
}

export type RankChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'same' }
  | { readonly kind: 'up'; readonly by: number }
  | { readonly kind: 'down'; readonly by: number };

/** What became of one hit from run `a` to run `b`. At least one of `a` and `b` is there. */
export interface HitChange {
  readonly key: string;
  readonly a: RankedHit | null;
  readonly b: RankedHit | null;
  readonly rank: RankChange;
  /** `b` less `a`; null if either has none. */
  readonly scoreChange: number | null;
  readonly versionChanged: boolean;
  readonly valueChanged: boolean;
  readonly verdictChanged: boolean;
}

/** What keeps two runs from being compared like with like. */
export type ComparisonCaveat = 'other-query' | 'other-limit' | 'hits-left-out';

export interface RunComparison {
  /** In the order of `b`; then those that are gone, in the order of `a`. */
  readonly moves: readonly HitChange[];
  readonly predictions: {
    readonly came: readonly string[];
    readonly went: readonly string[];
    readonly stayed: readonly string[];
  };
  readonly caveats: readonly ComparisonCaveat[];
}

type ComparedRun = Pick<RecallRun, 'query' | 'limit' | 'hits' | 'hitsLeftOut' | 'predictions'>;

/** Compares two runs hit by hit. Of a key that a response repeats, the first belongs to the first, the second to the second. */
export function compareRuns(a: ComparedRun, b: ComparedRun): RunComparison {
  const ofA = byOccurrence(a.hits);
  const ofB = byOccurrence(b.hits);
  const moves = [...ofB].map(([name, hit]) => moveOf(ofA.get(name) ?? null, hit));
  for (const [name, hit] of ofA) if (!ofB.has(name)) moves.push(moveOf(hit, null));
  return { moves, predictions: comparePredictions(a, b), caveats: caveatsOf(a, b) };
}

function byOccurrence(hits: readonly RunHit[]): ReadonlyMap<string, RankedHit> {
  const times = new Map<string, number>();
  const named = new Map<string, RankedHit>();
  for (const [at, hit] of hits.entries()) {
    const time = times.get(hit.key) ?? 0;
    times.set(hit.key, time + 1);
    named.set(`${String(time)} ${hit.key}`, { ...hit, rank: at + 1 });
  }
  return named;
}

function moveOf(a: RankedHit | null, b: RankedHit): HitChange;
function moveOf(a: RankedHit, b: null): HitChange;
function moveOf(a: RankedHit | null, b: RankedHit | null): HitChange {
  const both = a !== null && b !== null;
  return {
    key: (b ?? a)?.key ?? '',
    a,
    b,
    rank: rankChange(a, b),
    scoreChange: both && a.score !== null && b.score !== null ? b.score - a.score : null,
    versionChanged: both && a.version !== b.version,
    valueChanged: both && (a.value.sha256 !== b.value.sha256 || a.value.bytes !== b.value.bytes),
    verdictChanged: both && a.verdict !== b.verdict,
  };
}

function rankChange(a: RankedHit | null, b: RankedHit | null): RankChange {
  if (a === null) return { kind: 'new' };
  if (b === null) return { kind: 'gone' };
  if (a.rank === b.rank) return { kind: 'same' };
  return a.rank > b.rank ? { kind: 'up', by: a.rank - b.rank } : { kind: 'down', by: b.rank - a.rank };
}

function comparePredictions(a: ComparedRun, b: ComparedRun): RunComparison['predictions'] {
  const [before, after] = [new Set(a.predictions), new Set(b.predictions)];
  return {
    came: [...after].filter((key) => !before.has(key)),
    went: [...before].filter((key) => !after.has(key)),
    stayed: [...after].filter((key) => before.has(key)),
  };
}

function caveatsOf(a: ComparedRun, b: ComparedRun): readonly ComparisonCaveat[] {
  const caveats: ComparisonCaveat[] = [];
  if (a.query !== b.query) caveats.push('other-query');
  if (a.limit !== b.limit) caveats.push('other-limit');
  if (a.hitsLeftOut > 0 || b.hitsLeftOut > 0) caveats.push('hits-left-out');
  return caveats;
}

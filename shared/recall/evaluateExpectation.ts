import type { Expectation, ExpectationFinding, FoundKey, OutcomeKind } from '../domain/expectation.ts';
import { countVerdicts, type VerdictStatus } from '../merkle/verdict.ts';

/** As much of a response as an expectation is about. */
export interface AnsweredRecall {
  /** In the order received. */
  readonly hits: readonly { readonly key: string; readonly verdict: VerdictStatus }[];
  readonly anomalyCount: number;
}

/** Holds a response to what was expected of it. A key that the response repeats stands where it came first. */
export function evaluateExpectation(
  expectation: Expectation,
  answer: AnsweredRecall,
  requireVerified: boolean,
): ExpectationFinding {
  const find = (key: string): FoundKey => {
    const at = answer.hits.findIndex((hit) => hit.key === key);
    return at === -1
      ? { key, rank: null, verdict: null }
      : { key, rank: at + 1, verdict: answer.hits[at]?.verdict ?? null };
  };
  const expected = expectation.expect.map(find);
  const rejected = expectation.reject.map(find);
  const isInPlace =
    expected.every((found) => isWithin(found, expectation)) &&
    !rejected.some((found) => isWithin(found, expectation));
  return {
    kind: isInPlace ? byProofs(expected, requireVerified) : 'missed',
    expected,
    rejected,
    verdicts: countVerdicts(answer.hits),
    anomalyCount: answer.anomalyCount,
    requireVerified,
  };
}

/** Whether a key stood among the first hits, which is where an expectation looks. */
export function isWithin({ rank }: FoundKey, { within }: Pick<Expectation, 'within'>): boolean {
  return rank !== null && rank <= within;
}

function byProofs(expected: readonly FoundKey[], requireVerified: boolean): ExpectationFinding['kind'] {
  if (!requireVerified) return 'met';
  if (expected.some(({ verdict }) => verdict === 'red')) return 'missed';
  return expected.every(({ verdict }) => verdict === 'green') ? 'met' : 'unclear';
}

export type OutcomeCounts = Readonly<Record<OutcomeKind, number>>;

export function countOutcomes(outcomes: readonly { readonly kind: OutcomeKind }[]): OutcomeCounts {
  const counts = { met: 0, missed: 0, unclear: 0, 'not-run': 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}

/** What became of an expectation from one response to the next. */
export type OutcomeChange = 'first' | 'now-met' | 'now-missed' | 'now-unclear' | 'ranks-changed' | 'same';

/** @param before null if there was no earlier answer */
export function changeOfOutcome(before: ExpectationFinding | null, now: ExpectationFinding): OutcomeChange {
  if (before === null) return 'first';
  if (before.kind !== now.kind) return `now-${now.kind}`;
  return ranksOf(before) === ranksOf(now) ? 'same' : 'ranks-changed';
}

function ranksOf({ expected, rejected }: ExpectationFinding): string {
  return JSON.stringify([...expected, ...rejected].map(({ rank }) => rank));
}

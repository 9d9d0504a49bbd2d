import type { VerdictCounts, VerdictStatus } from '../merkle/verdict.ts';

/** What a query is expected to find. Expected and rejected keys are distinct, and there is at least one. */
export interface Expectation {
  /** Given by the user, for reports; null: the query names it. */
  readonly name: string | null;
  readonly query: string;
  /** Both lists of keys are about the first so many hits; at most `limit`. */
  readonly within: number;
  /** How many hits are requested; those after `within` show where a key went that slipped. */
  readonly limit: number;
  /** Keys that must be among the first `within` hits, in any order. */
  readonly expect: readonly string[];
  /** Keys that must not be among them. */
  readonly reject: readonly string[];
}

/** Where a key stood in a response. */
export interface FoundKey {
  readonly key: string;
  /** From 1; null if it was not among the hits at all. */
  readonly rank: number | null;
  /** Of that hit. */
  readonly verdict: VerdictStatus | null;
}

/**
 * How an expectation fared. `missed`: an expected key was not among the first, or a rejected one was; or, where proofs
 * are required, that of an expected key failed. `unclear`: all keys are where they should be, but a proof
 * that is required could not be checked, or does not cover the value. `not-run`: there was no response, so that nothing is known.
 */
export type ExpectationOutcome = ExpectationFinding | ExpectationNotRun;

export interface ExpectationFinding {
  readonly kind: 'met' | 'missed' | 'unclear';
  /** One for each expected key, in their order. */
  readonly expected: readonly FoundKey[];
  /** One for each rejected key, in their order. */
  readonly rejected: readonly FoundKey[];
  /** Of all hits of the response. */
  readonly verdicts: VerdictCounts;
  /** What the response did that violates the API. */
  readonly anomalyCount: number;
  /** Whether the expected keys had to be verified. */
  readonly requireVerified: boolean;
}

export interface ExpectationNotRun {
  readonly kind: 'not-run';
  /** `AppError['code']` of what went wrong. */
  readonly code: string;
  /** In words for the user. */
  readonly why: string;
}

export type OutcomeKind = ExpectationOutcome['kind'];

/** An outcome with when it was found, in epoch milliseconds. */
export interface DatedOutcome {
  readonly at: number;
  readonly outcome: ExpectationOutcome;
}

/** An expectation that is kept for a connection, with how it fared. */
export interface KeptExpectation {
  readonly id: string;
  readonly expectation: Expectation;
  /** null until it was run as it stands now. */
  readonly last: DatedOutcome | null;
  /** The response before the last one, which the last is compared with; runs without a response are skipped. */
  readonly before: DatedOutcome | null;
}

export interface ExpectationProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExpectationsListing {
  /** In the order in which they were added. */
  readonly items: readonly KeptExpectation[];
  /** Whether they were last run with proofs required. */
  readonly requireVerified: boolean;
  /** null while none runs. */
  readonly running: ExpectationProgress | null;
  /** Where a damaged file was moved aside when it was opened, if it was. */
  readonly setAside: string | null;
}

export const mostExpectations = 2_000;

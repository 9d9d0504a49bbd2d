import type { VerdictCounts, VerdictStatus } from '../merkle/verdict.ts';

/** What a query must find. Expected and rejected keys are distinct, and there is at least one key. */
export interface Expectation {
  /** The user's name for it, shown in reports; null: the query is used. */
  readonly name: string | null;
  readonly query: string;
  /** How many of the first hits both lists of keys apply to; at most `limit`. */
  readonly within: number;
  /** How many hits are requested; those after `within` show where a lower-ranked key went. */
  readonly limit: number;
  /** Keys that must be among the first `within` hits, in any order. */
  readonly expect: readonly string[];
  /** Keys that must not be among them. */
  readonly reject: readonly string[];
}

/** The rank of a key in a response. */
export interface FoundKey {
  readonly key: string;
  /** From 1; null if it was not among the hits. */
  readonly rank: number | null;
  /** Of that hit. */
  readonly verdict: VerdictStatus | null;
}

/**
 * The outcome of an expectation. `missed`: an expected key was not among the first hits, or a rejected one was; or, if proofs
 * are required, the proof of an expected key failed. `unclear`: all keys are where they should be, but a required
 * proof could not be checked, or does not cover the value. `not-run`: there was no response, so nothing is known.
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
  /** The `AppError['code']`. */
  readonly code: string;
  /** In words for the user. */
  readonly why: string;
}

export type OutcomeKind = ExpectationOutcome['kind'];

/** An outcome with its time, in epoch milliseconds. */
export interface DatedOutcome {
  readonly at: number;
  readonly outcome: ExpectationOutcome;
}

/** An expectation saved for a connection, with its outcome. */
export interface KeptExpectation {
  readonly id: string;
  readonly expectation: Expectation;
  /** null until it was run in its current form. */
  readonly last: DatedOutcome | null;
  /** The outcome before the last one, for comparison; runs without a response are skipped. */
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
  /** The path to which a damaged file was moved when it was opened, if any. */
  readonly setAside: string | null;
}

export const mostExpectations = 2_000;

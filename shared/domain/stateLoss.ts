import type { GroundLoss, GroundName } from '../grounds/grounds.ts';

/** The parts of what is saved of a connection that its verdicts rest on. Each is a ground. */
export const stateParts = ['rules', 'pins', 'ledger', 'knownKeys'] as const satisfies readonly GroundName[];
export type StatePart = (typeof stateParts)[number];

/** A part that is not what the record of the state says it was. */
export interface StateLoss {
  readonly part: StatePart;
  readonly why: GroundLoss;
  /** What exactly, such as how much there was. */
  readonly detail: string;
  /** When it was found; epoch milliseconds. */
  readonly at: number;
}

/** What is wrong with what is saved of a connection. */
export interface SavedState {
  /** The user can accept them. */
  readonly losses: readonly StateLoss[];
  /** Parts that cannot be opened now. */
  readonly unavailable: readonly Omit<StateLoss, 'at'>[];
}

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

/** Losses that the user accepted together. */
export interface AcceptedLosses {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly losses: readonly StateLoss[];
}

/** What a loss names if the record itself is lost, so that nothing is known about any part. */
export const theRecord = 'the record of what was saved';

/** Whether only the record is known to be lost. */
export function isLossOfRecord({ detail }: Pick<StateLoss, 'detail'>): boolean {
  return detail === theRecord || detail.startsWith(`${theRecord}: `);
}

/** What is wrong with what is saved of a connection. */
export interface SavedState {
  /** The user can accept them. */
  readonly losses: readonly StateLoss[];
  /** Parts that cannot be opened now. */
  readonly unavailable: readonly Omit<StateLoss, 'at'>[];
  /** Newest first. */
  readonly accepted: readonly AcceptedLosses[];
}

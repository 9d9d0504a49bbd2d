import { z } from 'zod';
import { groundLosses, type GroundName } from '../grounds/grounds.ts';

/** The parts of what is saved of a connection that its verdicts rest on. Each is a ground. */
export const stateParts = ['rules', 'pins', 'ledger', 'knownKeys'] as const satisfies readonly GroundName[];
export type StatePart = (typeof stateParts)[number];

export const stateLossSchema = z
  .strictObject({
    part: z.enum(stateParts),
    why: z.enum(groundLosses),
    /** What exactly, such as how much there was. */
    detail: z.string().max(1_000),
    /** When it was found; epoch milliseconds. */
    at: z.number(),
  })
  .readonly();
/** A part that is not what the record of the state says it was. */
export type StateLoss = z.infer<typeof stateLossSchema>;

/** The newest ones are kept. */
export const mostAcceptances = 100;

export const acceptedLossesSchema = z
  .array(
    z
      .strictObject({
        /** Epoch milliseconds. */
        at: z.number(),
        losses: z.array(stateLossSchema).max(100).readonly(),
      })
      .readonly(),
  )
  .max(mostAcceptances)
  .readonly();
/** Losses that the user accepted together. */
export type AcceptedLosses = z.infer<typeof acceptedLossesSchema>[number];

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

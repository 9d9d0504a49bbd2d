import { z } from 'zod';
import { readBacks } from '#shared/domain/upload.ts';

const rowNumber = z.number().int().min(0);
const rows = z.array(z.tuple([rowNumber, rowNumber]).readonly()).readonly();
const root = z.string().nullable();
const count = z.number().int().min(0);
const versions = z.union([z.number(), z.array(z.number().nullable()).readonly()]).nullable();

const previousKept = z.object({
  atoms: count,
  notKept: z.array(z.object({ why: z.string(), atoms: count }).readonly()).readonly(),
});

/** Something that happened while the rows of an upload were sent or read back. Rows are named by their numbers. */
export const sendEvent = z.discriminatedUnion('kind', [
  /** A send run starts, the first or a further one: the root before its first batch, if known. */
  z.object({ kind: z.literal('begun'), at: z.number(), rootBefore: root }),
  /** The service already had these values. */
  z.object({ kind: z.literal('same'), rows }),
  /** They were read before sending, and the service has another value than the user has seen. */
  z.object({ kind: z.literal('held'), rows }),
  /** Rows that are not sent: skipped, duplicates, or not ready when the run started. */
  z.object({ kind: z.literal('left-out'), rows, why: z.string() }),
  /** Recorded before the batch is sent: from then on it may be stored. */
  z.object({
    kind: z.literal('sending'),
    rows,
    /** Versions that the service had: 0 for none, null if unknown; as for `stored`. Absent in logs of earlier versions. */
    before: versions.exactOptional(),
    /** Of what the batch replaces. Absent if it replaces nothing. */
    previous: previousKept.exactOptional(),
  }),
  /** The response to the batch was lost, so that it is unknown whether it is stored. */
  z.object({ kind: z.literal('lost'), rows }),
  /**
   * `versions`: one for all, or one for each. `isSettled`: by reading back, because the response was lost.
   */
  z.object({
    kind: z.literal('stored'),
    rows,
    versions,
    root,
    isSettled: z.boolean(),
    /** Those of the rows whose version shows that another write came after they were read, and before they were stored. */
    otherWrites: rows.exactOptional(),
  }),
  /** None of them is stored, for certain; they wait again. */
  z.object({ kind: z.literal('not-stored'), rows }),
  z.object({ kind: z.literal('refused'), rows, why: z.string() }),
  /** Left as unknown, permanently. */
  z.object({ kind: z.literal('unknown'), rows, why: z.string() }),
  /**
   * The run has ended. `skipped`: rows that were not sent; all other waiting rows were not sent because it
   * was stopped.
   */
  z.object({
    kind: z.literal('ended'),
    at: z.number(),
    isStopped: z.boolean(),
    errorCode: z.string().nullable(),
    skipped: z.array(z.object({ rows, why: z.string() }).readonly()).readonly(),
  }),
  /** After the end: the user sends them again, changed or unchanged. */
  z.object({ kind: z.literal('again'), rows }),
  /** After the end: the user skipped them. */
  z.object({ kind: z.literal('dropped'), rows }),
  /**
   * After the end: unknown rows that were read back once more; the service has them, or not. `isContradicted`: it says that it
   * has them, and the proofs fail.
   */
  z.object({ kind: z.literal('settled'), rows }),
  z.object({ kind: z.literal('not-found'), rows, isContradicted: z.literal(true).optional() }),
  /** `versions`: as for `stored`; absent in logs of earlier versions. */
  z.object({
    kind: z.literal('read-back'),
    readBack: z.enum(readBacks),
    rows,
    versions: versions.exactOptional(),
  }),
  z.object({
    kind: z.literal('verified'),
    at: z.number(),
    roots: z.array(z.string()).readonly(),
    unproven: count,
    requests: count,
  }),
  /** The list of writes has a receipt of the state at that time. */
  z.object({ kind: z.literal('receipt') }),
]);

export type SendEvent = z.output<typeof sendEvent>;

/** Versions of rows as events have them: one for all, or one for each. */
export type EventVersions = z.output<typeof versions>;

export function sameOrEach(each: readonly (number | null)[]): EventVersions {
  const [first = null] = each;
  return each.every((version) => version === first) ? first : each;
}

export function versionAt(of: EventVersions, at: number): number | null {
  return typeof of === 'number' ? of : (of?.[at] ?? null);
}

import { z } from 'zod';
import { verdictStatuses } from '../merkle/verdict.ts';
import type { ConnectionId } from './connection.ts';

export const draftToKeep = z.strictObject({
  id: z.string().min(1).max(100),
  key: z.string().max(1_000_000),
  value: z.string().max(100_000_000),
  /** The atom that was edited; null for a new one. */
  base: z
    .strictObject({
      /** null if the service gives none. */
      version: z.int().nullable(),
      value: z.string(),
      /** The verdict of the original reading; null if that is no longer known. */
      verdict: z.enum(verdictStatuses).nullable(),
    })
    .nullable(),
});

/** Text of an atom that was typed and not stored yet. Kept sealed in main until it is stored or discarded. */
export interface Draft extends z.infer<typeof draftToKeep> {
  readonly connectionId: ConnectionId;
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number;
}

export interface DraftListing {
  /** The latest first. */
  readonly drafts: readonly Draft[];
  /** Why drafts are lost when the app closes, such as a locked keychain; null if they are saved. */
  readonly notKept: string | null;
}

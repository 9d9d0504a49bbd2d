import type { VerdictStatus } from '../merkle/verdict.ts';
import type { ConnectionId } from './connection.ts';

/** Text of an atom that was typed and not stored yet. Kept sealed in main until it is stored or discarded. */
export interface Draft {
  readonly connectionId: ConnectionId;
  readonly id: string;
  readonly key: string;
  readonly value: string;
  /** What the editing began with; null for a new atom. */
  readonly base: DraftBase | null;
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number;
}

export interface DraftBase {
  /** null if the service gives none. */
  readonly version: number | null;
  readonly value: string;
  /** Of the reading that it is from; null if that is no longer known. */
  readonly verdict: VerdictStatus | null;
}

export interface DraftListing {
  /** The latest first. */
  readonly drafts: readonly Draft[];
  /** Why drafts are not kept over the end of the app, such as a locked keychain; null if they are. */
  readonly notKept: string | null;
}

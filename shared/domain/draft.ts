import type { VerdictStatus } from '../merkle/verdict.ts';
import type { ConnectionId } from './connection.ts';

/** Text of an atom that was typed and not stored yet. Kept sealed in main until it is stored or discarded. */
export interface Draft {
  readonly connectionId: ConnectionId;
  readonly id: string;
  readonly key: string;
  readonly value: string;
  /** The atom that was edited; null for a new one. */
  readonly base: DraftBase | null;
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number;
}

export interface DraftBase {
  /** null if the service gives none. */
  readonly version: number | null;
  readonly value: string;
  /** The verdict of the original reading; null if that is no longer known. */
  readonly verdict: VerdictStatus | null;
}

export interface DraftListing {
  /** The latest first. */
  readonly drafts: readonly Draft[];
  /** Why drafts are lost when the app closes, such as a locked keychain; null if they are saved. */
  readonly notKept: string | null;
}

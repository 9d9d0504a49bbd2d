import { z } from 'zod';
import type { VerdictStatus } from '../merkle/verdictStatus.ts';
import type { KeyStatement } from './keyMemory.ts';

/** What a response said about a key. Hashes in lowercase hex; null: not stated, or not recorded. */
export type KeySide = Pick<KeyStatement, 'version' | 'valueHash' | 'leafHash'>;

/** A recorded difference between two responses about one key. */
export interface KeyChange {
  /**
   * `content`: another version, value, or leaf. `missing`: the service no longer returned the key; `returned`: it did again.
   * `verdict`: the same content, which failed verification, or passed after it had failed.
   */
  readonly kind: 'content' | 'missing' | 'returned' | 'verdict';
  /** When the response was read that showed it; epoch milliseconds. The memory may have changed long before. */
  readonly at: number;
  /** When the key was read before that. */
  readonly beforeAt: number;
  readonly before: KeySide;
  /** null if the key was not returned. */
  readonly after: KeySide | null;
  /** Of the later reading; null if the key was not returned. */
  readonly verdict: VerdictStatus | null;
}

/** The changes of one key, oldest first. */
export interface KeyChangeList {
  readonly changes: readonly KeyChange[];
  /** Older changes that are no longer kept; null if the record of the changes before these cannot be read. */
  readonly dropped: number | null;
}

export const changeKinds = ['new', 'changed', 'missing'] as const;
/**
 * How a key differs from what was known at a time. `new`: first seen since then. `missing`: was read before, and the service
 * no longer returned it. `changed`: any other change.
 */
export type ChangeKind = (typeof changeKinds)[number];

export const changedFilter = z.strictObject({
  /** Epoch milliseconds. */
  since: z.number().min(0).max(8.64e15),
  /** Absent: all of them. */
  kinds: z.array(z.enum(changeKinds)).min(1).readonly().exactOptional(),
});
/** Selects keys with a change recorded since a time. */
export type ChangedFilter = z.infer<typeof changedFilter>;

/** Changes since a time, in numbers, with what they rest on. */
export interface ChangeSummary {
  readonly since: number;
  /** When the app began to record changes of this connection; earlier ones are not known. Epoch milliseconds. */
  readonly recordedSince: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Known keys. */
  readonly keys: number;
  /** Of these, the keys first seen before, and how many of them were read since: a change of the others would not have been noticed. */
  readonly olderKeys: number;
  readonly olderRead: number;
  /** Roots first seen since then. */
  readonly newRoots: number;
  /** The newest root seen before, and the newest one now; null if there was none. */
  readonly rootBefore: ChangedRoot | null;
  readonly rootNow: ChangedRoot | null;
  /**
   * Leaves that the tree did not have before, and how many of them hold none of the known keys; decimal strings. null if no
   * tree size is known for one of the two times, or the tree did not grow.
   */
  readonly newLeaves: { readonly added: string; readonly withoutKey: string } | null;
}

export interface ChangedRoot {
  readonly rootHash: string;
  /** Decimal; null if no response stated a credible one. */
  readonly treeSize: string | null;
  readonly firstSeenAt: number;
}

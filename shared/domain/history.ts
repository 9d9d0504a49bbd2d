import type { VerdictStatus } from '../merkle/verdict.ts';
import type { Dialect } from './serviceFacts.ts';

/** One value of an atom, kept on this computer because the user turned the history on. */
export interface KeptVersion {
  /** Identifies it among the kept versions of its atom. */
  readonly id: string;
  /** null if the responses contained none. */
  readonly version: number | null;
  /** `hash` of the last response that carried one. */
  readonly hash: string | null;
  /** Size of the value as UTF-8. */
  readonly bytes: number;
  /** False if the value was too large to keep; its sighting is recorded anyway. */
  readonly hasValue: boolean;
  /** Epoch milliseconds. */
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  /** How often it was read with each verdict. */
  readonly sightings: Readonly<Record<VerdictStatus, number>>;
  /** Of the last reading. */
  readonly verdict: VerdictStatus;
}

/**
 * Whether there was no value to keep, rather than an empty one. Atoms of the open server have neither a value nor a version; a
 * version shows that it was read while the connection had the address of another service.
 */
export function hasNoValue({ version, bytes }: KeptVersion, dialect: Dialect | undefined): boolean {
  return dialect === 'open-server' && version === null && bytes === 0;
}

/** What is kept of one atom. */
export type AtomHistory =
  | {
      readonly kind: 'readable';
      /** Latest reading first. */
      readonly versions: readonly KeptVersion[];
      /** Versions that were dropped to make room, oldest first. */
      readonly dropped: number;
      /** When a record of this atom was found damaged and moved aside, epoch milliseconds; null if none ever was. */
      readonly setAsideAt: number | null;
      /** The path to which the damaged history of the connection was moved when it was opened; null if it was intact. */
      readonly recoveredFrom: string | null;
    }
  /** The keychain no longer has the key that opens the saved values. */
  | { readonly kind: 'key-missing' };

/** A value out of the history. */
export type KeptValue =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'too-large' }
  /** It cannot be opened, because it was changed or damaged on disk. */
  | { readonly kind: 'damaged' }
  /** It was dropped or deleted in the meantime. */
  | { readonly kind: 'removed' };

/** How much is saved for a connection. */
export interface HistorySize {
  readonly atoms: number;
  readonly versions: number;
}

/** Larger values are not kept; in bytes of UTF-8. */
export const largestKeptValue = 1_048_576;
/** The maximum number of versions kept for an atom; the ones seen longest ago are dropped. */
export const mostKeptVersions = 200;

/**
 * The versions that were read with more than one value, each with how many. No two readings of one version
 * should differ; the readings alone do not show which of them the service stored.
 */
export function versionsReadDifferently(versions: readonly KeptVersion[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { version } of versions) {
    if (version !== null) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count > 1));
}

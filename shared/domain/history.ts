import type { VerdictStatus } from '../merkle/verdict.ts';

/** One value that an atom was read with, kept on this computer because the user requested it. */
export interface KeptVersion {
  /** Names it among the versions kept of its atom. */
  readonly id: string;
  /** null if the responses named none. */
  readonly version: number | null;
  /** `hash` of the last response that carried one. */
  readonly hash: string | null;
  /** Size of the value as UTF-8. */
  readonly bytes: number;
  /** False if the value was too large to be kept; that it was seen is known all the same. */
  readonly hasValue: boolean;
  /** Epoch milliseconds. */
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  /** How often it was read with each verdict. */
  readonly sightings: Readonly<Record<VerdictStatus, number>>;
  /** Of the last reading. */
  readonly verdict: VerdictStatus;
}

/** What is kept of one atom. */
export type AtomHistory =
  | {
      readonly kind: 'readable';
      /** The one read last comes first. */
      readonly versions: readonly KeptVersion[];
      /** Versions that were dropped to make room, oldest first. */
      readonly dropped: number;
      /** When a record of this atom was found damaged and moved aside, epoch milliseconds; null if none ever was. */
      readonly setAsideAt: number | null;
      /** Where the whole history of the connection was moved aside as damaged, when it was opened; null if it was not. */
      readonly recoveredFrom: string | null;
    }
  /** The keychain does not hold the key any longer that opens what was kept. */
  | { readonly kind: 'key-missing' };

/** A value out of the history. */
export type KeptValue =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'too-large' }
  /** It does not open: changed or damaged on disk. */
  | { readonly kind: 'damaged' }
  /** It was dropped or deleted in the meantime. */
  | { readonly kind: 'removed' };

/** How much is kept of a connection. */
export interface HistorySize {
  readonly atoms: number;
  readonly versions: number;
}

/** A larger value is not kept, in bytes of UTF-8. */
export const largestKeptValue = 1_048_576;
/** Of one atom no more versions are kept; the ones seen longest ago are dropped. */
export const mostKeptVersions = 200;

/**
 * The versions that were read with more than one value, each with how many. No two readings of one version
 * should differ; which of them the service stored, the readings alone can't tell.
 */
export function versionsReadDifferently(versions: readonly KeptVersion[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { version } of versions) {
    if (version !== null) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count > 1));
}

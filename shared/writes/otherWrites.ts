import type { OtherWrites, StatusBefore } from '../domain/store.ts';

/** What was seen of an atom before, at and after a write that the service said to have stored. */
export interface SeenOfWrite {
  readonly before: StatusBefore;
  readonly versionBefore: number | null;
  /** As answered. */
  readonly version: number | null;
  /** null if it was not there, or could not be read. */
  readonly readBack: { readonly version: number | null; readonly holdsValue: boolean } | null;
}

/**
 * Signs of other writes close to this one. Signs only: the API does not say how versions count (section 2), but for
 * the first, which is 1. And where there is no sign there may have been one all the same.
 */
export function signsOfOtherWrites(seen: SeenOfWrite): OtherWrites {
  return { before: isSignBefore(seen), after: isSignAfter(seen) };
}

function isSignBefore({ before, versionBefore, version }: SeenOfWrite): boolean {
  if (version === null) return false;
  if (before === 'absent') return version > 1;
  return versionBefore !== null && version > versionBefore + 1;
}

function isSignAfter({ version, readBack }: SeenOfWrite): boolean {
  // An earlier version is an old response, and another value of the same version, or without one, may not be a write at all.
  return (readBack?.version ?? -Infinity) > (version ?? Infinity);
}

import type { AppError, AppErrorCode } from '#shared/domain/appError.ts';
import type { AtomReading, StoredAtom } from '#shared/domain/atom.ts';
import type { Result } from '#shared/domain/result.ts';
import type { AtomNow, OtherWrites, Precondition } from '#shared/domain/store.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { signsOfOtherWrites } from '#shared/writes/otherWrites.ts';

/** An atom as it was read right before a store. */
export type Before =
  | { readonly kind: 'there'; readonly reading: AtomReading }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly error: AppError };

/** An atom of a store that was sent, with everything known about it. */
export interface AttemptedAtom {
  readonly key: string;
  readonly value: string;
  readonly before: Before;
  /** null if no response named it. */
  readonly answered: StoredAtom | null;
  readonly readBack: Result<AtomReading>;
}

/** A response about another key says nothing about this one. */
export function beforeOf(key: string, read: Result<AtomReading>): Before {
  if (read.ok) {
    return read.value.key === key
      ? { kind: 'there', reading: read.value }
      : { kind: 'unread', error: aboutAnotherKey(read.value) };
  }
  return read.error.code === 'not_found' ? { kind: 'absent' } : { kind: 'unread', error: read.error };
}

/** null also if it could not be read. */
export function nowOf(before: Before): AtomNow {
  return before.kind === 'there' ? before.reading : null;
}

/**
 * Whether a store may continue after the read before it. @param before not `unread`, unless anything is
 * accepted
 */
export function meetsPrecondition(precondition: Precondition, before: Before): boolean {
  switch (precondition.kind) {
    case 'anything':
      return true;
    case 'absent':
      return before.kind === 'absent';
    case 'as-read':
      return (
        before.kind === 'there' &&
        before.reading.value === precondition.value &&
        (precondition.version === null || before.reading.version === precondition.version)
      );
  }
}

/** Whether the service has the value that was sent; null if that could not be read. */
export function holdsValue({ key, value, readBack }: AttemptedAtom): boolean | null {
  if (readBack.ok) return readBack.value.key === key && readBack.value.value === value;
  return readBack.error.code === 'not_found' ? false : null;
}

/**
 * Whether the read-back value is the one sent, at the version in the response; null if it could not be read.
 */
export function isReadBackAsStored(atom: AttemptedAtom): boolean | null {
  const holds = holdsValue(atom);
  if (holds !== true || !atom.readBack.ok) return holds;
  const version = atom.answered?.version ?? null;
  return version === null || version === atom.readBack.value.version;
}

/** Empty if no response reported a store. */
export function otherWritesOf(atom: AttemptedAtom): OtherWrites {
  const { key, before, answered, readBack } = atom;
  if (answered === null) return { before: false, after: false };
  // What is said about another key does not show a store to this one.
  const isRead = readBack.ok && readBack.value.key === key;
  return signsOfOtherWrites({
    before: before.kind,
    versionBefore: nowOf(before)?.version ?? null,
    version: answered.version,
    readBack: isRead ? { version: readBack.value.version, holdsValue: holdsValue(atom) === true } : null,
  });
}

/**
 * The root that the proofs of several readings lead to, if it is one; null if there is none, or more. A
 * proof's root counts only if its path was found to lead there.
 */
export function commonRoot(readings: readonly AtomReading[]): string | null {
  const proven = readings.filter(({ verdict }) =>
    verdict.checks.some(({ name, status }) => name === 'path' && status === 'pass'),
  );
  const roots = rootsOf(proven);
  return roots.length === 1 ? (roots[0] ?? null) : null;
}

function aboutAnotherKey({ exchange }: AtomReading): AppError {
  return {
    code: 'bad_response',
    field: 'key',
    message: 'The response is about a different key than the one requested.',
    requestId: exchange.requestId,
  };
}

/** The distinct roots that the proofs state, if they can be read. */
export function rootsOf(readings: readonly AtomReading[]): readonly string[] {
  const roots = readings.map(({ proof }) => claimedRoot(proof)?.rootHash ?? null);
  return [...new Set(roots)].filter((root) => root !== null);
}

/**
 * Whether a store whose response was lost is settled by reading back: the service has every value that was
 * sent, and at least one of them was different before. A reading that its own proof contradicts settles
 * nothing.
 */
export function isSettledAsStored(atoms: readonly AttemptedAtom[]): boolean {
  return (
    atoms.every((atom) => holdsValue(atom) === true && atom.readBack.ok && isCredible(atom.readBack.value)) &&
    atoms.some(
      ({ value, before }) =>
        before.kind === 'absent' ||
        (before.kind === 'there' && before.reading.value !== value && isCredible(before.reading)),
    )
  );
}

/** Whether nothing contradicts a reading. One that its own proof contradicts settles nothing. */
export function isCredible({ verdict }: AtomReading): boolean {
  return verdict.status !== 'red';
}

/** Whether an error is a response of the service, not a failure on the way or in the app. */
export function isServiceResponse(code: AppErrorCode): boolean {
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'payload_too_large':
    case 'sensitive_content':
    case 'rate_limited':
    case 'server_error':
    case 'unexpected_status':
    case 'bad_response':
      return true;
    default:
      return false;
  }
}

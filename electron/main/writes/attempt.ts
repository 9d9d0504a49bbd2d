import type { AppError, AppErrorCode } from '#shared/domain/appError.ts';
import type { AtomReading, StoredAtom } from '#shared/domain/atom.ts';
import type { Result } from '#shared/domain/result.ts';
import type { AtomNow, OtherWrites, Precondition } from '#shared/domain/store.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { signsOfOtherWrites } from '#shared/writes/otherWrites.ts';

/** An atom as it was read right before a write. */
export type Before =
  | { readonly kind: 'there'; readonly reading: AtomReading }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly error: AppError };

/** An atom of a write that was sent, with all that was seen of it. */
export interface AttemptedAtom {
  readonly key: string;
  readonly value: string;
  readonly before: Before;
  /** null where no answer named it. */
  readonly answered: StoredAtom | null;
  readonly readBack: Result<AtomReading>;
}

/** An answer about another key says nothing of this one. */
export function beforeOf(key: string, read: Result<AtomReading>): Before {
  if (read.ok) {
    return read.value.key === key
      ? { kind: 'there', reading: read.value }
      : { kind: 'unread', error: aboutAnotherKey(read.value) };
  }
  return read.error.code === 'not_found' ? { kind: 'absent' } : { kind: 'unread', error: read.error };
}

/** null also where it could not be read. */
export function nowOf(before: Before): AtomNow {
  return before.kind === 'there' ? before.reading : null;
}

/** Whether a write may go on from what was read. @param before not `unread`, unless anything will do */
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

/** Whether the service has the value that was sent; null where that could not be read. */
export function holdsValue({ key, value, readBack }: AttemptedAtom): boolean | null {
  if (readBack.ok) return readBack.value.key === key && readBack.value.value === value;
  return readBack.error.code === 'not_found' ? false : null;
}

/** Whether what was read back is what was sent, at the version answered; null where it could not be read. */
export function isReadBackAsAnswered(atom: AttemptedAtom): boolean | null {
  const holds = holdsValue(atom);
  if (holds !== true || !atom.readBack.ok) return holds;
  const version = atom.answered?.version ?? null;
  return version === null || version === atom.readBack.value.version;
}

/** None where no answer said that it was stored. */
export function otherWritesOf(atom: AttemptedAtom): OtherWrites {
  const { key, before, answered, readBack } = atom;
  if (answered === null) return { before: false, after: false };
  // What is told of another key is no sign of a write to this one.
  const isRead = readBack.ok && readBack.value.key === key;
  return signsOfOtherWrites({
    before: before.kind,
    versionBefore: nowOf(before)?.version ?? null,
    version: answered.version,
    readBack: isRead ? { version: readBack.value.version, holdsValue: holdsValue(atom) === true } : null,
  });
}

/**
 * The root that the proofs of several readings lead to, where it is one; null where there is none, or more. What a proof
 * names counts only where its path was found to lead there.
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

/** The distinct roots that the proofs name, as far as they can be read. */
export function rootsOf(readings: readonly AtomReading[]): readonly string[] {
  const roots = readings.map(({ proof }) => claimedRoot(proof)?.rootHash ?? null);
  return [...new Set(roots)].filter((root) => root !== null);
}

/**
 * Whether a write whose answer was lost is settled by reading back: the service has every value that was sent, and for
 * one at least it had another before. A reading that is contradicted by its own proof settles nothing.
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

function isCredible({ verdict }: AtomReading): boolean {
  return verdict.status !== 'red';
}

/** Whether an error is what a service answered, as against one on the way to it or on this side. */
export function isAnswer(code: AppErrorCode): boolean {
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

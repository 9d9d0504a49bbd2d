import { sha256 } from '@noble/hashes/sha2.js';
import { useCallback } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { PreviousAtom } from '#shared/domain/store.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { changeTo, type ValueChange } from './replaceInValues.ts';
import { useSliced } from '../../ui/useSliced.ts';

/** By key. */
export type PreviousByKey = ReadonlyMap<string, PreviousAtom>;

/** What it takes to give atoms the values back that they had before a write. */
export interface PreviousChanges {
  readonly changes: readonly ValueChange[];
  /** Atoms that have their previous value already. */
  readonly unchanged: number;
  /** Atoms that have neither that value nor the one that the write stored. */
  readonly changedSince: number;
}

/** null while that is found out. */
export function usePreviousChanges(
  atoms: readonly AtomReading[],
  previous: PreviousByKey,
): PreviousChanges | null {
  const steps = useCallback((of: readonly AtomReading[]) => previousChanges(of, previous), [previous]);
  return useSliced(atoms, steps);
}

export function* previousChanges(
  atoms: readonly AtomReading[],
  previous: PreviousByKey,
): Generator<void, PreviousChanges, void> {
  const changes: ValueChange[] = [];
  let unchanged = 0;
  let changedSince = 0;
  for (const [index, { key, value }] of atoms.entries()) {
    const before = previous.get(key);
    if (before === undefined) continue;
    if (before.value === value) unchanged += 1;
    else {
      changes.push(changeTo(before.value, { index, before: value, count: 0 }));
      if (before.replacedBy !== null && before.replacedBy !== (yield* sha256Of(value))) changedSince += 1;
    }
    yield;
  }
  return { changes, unchanged, changedSince };
}

/** Bytes to hash without a pause: less than a millisecond of work. */
const hashedAtOnce = 64 * 1024;

function* sha256Of(text: string): Generator<void, string, void> {
  const bytes = new TextEncoder().encode(text);
  const hash = sha256.create();
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    hash.update(bytes.subarray(from, from + hashedAtOnce));
    yield;
  }
  return toHex(hash.digest());
}

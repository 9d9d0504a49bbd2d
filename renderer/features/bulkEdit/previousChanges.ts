import { useCallback } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ReplaceAnswer, ValueChange } from './replaceInValues.ts';
import { changeTo } from './replaceInValues.ts';
import { useSliced } from '../../ui/useSliced.ts';

/** By key. */
export type PreviousByKey = ReadonlyMap<string, string>;

/** What it takes to give atoms their previous values back; null while that is found out. */
export function usePreviousChanges(
  atoms: readonly AtomReading[],
  previous: PreviousByKey,
): ReplaceAnswer | null {
  const steps = useCallback((of: readonly AtomReading[]) => previousChanges(of, previous), [previous]);
  return useSliced(atoms, steps);
}

export function* previousChanges(
  atoms: readonly AtomReading[],
  previous: PreviousByKey,
): Generator<void, ReplaceAnswer, void> {
  const changes: ValueChange[] = [];
  let unchanged = 0;
  for (const [index, { key, value }] of atoms.entries()) {
    const before = previous.get(key);
    if (before === undefined) continue;
    if (before === value) unchanged += 1;
    else changes.push(changeTo(before, { index, before: value, count: 0 }));
    yield;
  }
  return { kind: 'replaced', changes, unchanged };
}

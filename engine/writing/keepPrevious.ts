import type { PreviousKept } from '#shared/domain/store.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { nowOf, type AttemptedAtom } from './attempt.ts';
import type { PreviousValues } from './previousValues.ts';

/** Keeps what the atoms of a write are before it is sent, as far as it changes them. */
export async function keepPrevious(
  previousValues: Pick<PreviousValues, 'keep'>,
  { connectionId, id }: Pick<WriteReceipt, 'connectionId' | 'id'>,
  atoms: readonly Pick<AttemptedAtom, 'value' | 'before'>[],
): Promise<PreviousKept> {
  const replaced = atoms.flatMap(({ value, before }) => {
    const was = nowOf(before);
    return was === null || was.value === value ? [] : [was];
  });
  // A value that the API key was removed from is not what the atom was.
  const whole = replaced.filter(({ anomalies = [] }) =>
    anomalies.every(({ kind }) => kind !== 'api-key-removed'),
  );
  if (whole.length === 0 && replaced.length > 0)
    return { atoms: replaced.length, notKept: 'it contains the API key, which no file may have' };
  const kept = whole.map(({ key, version, value }) => ({ key, version, value }));
  return { atoms: kept.length, notKept: await previousValues.keep(connectionId, id, kept) };
}

import type { NotKept, PreviousAtom, PreviousKept } from '#shared/domain/store.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { PreviousValues } from './previousValues.ts';
import { sha256Of } from './sha256Of.ts';

/** An atom that is about to be stored, and what it is now. */
export interface AtomToReplace {
  /** That it gets. */
  readonly value: string;
  readonly before:
    | { readonly kind: 'there'; readonly reading: AtomReading }
    | { readonly kind: 'absent' | 'unread' };
}

/** Keeps what the atoms of a write are before it is sent, as far as it changes them. */
export async function keepPrevious(
  previousValues: Pick<PreviousValues, 'keep'>,
  { connectionId, id }: Pick<WriteReceipt, 'connectionId' | 'id'>,
  atoms: readonly AtomToReplace[],
): Promise<PreviousKept> {
  const { kept, notKept } = previousOf(atoms);
  if (kept.length === 0) return { atoms: 0, notKept };
  const why = await previousValues.keep(connectionId, id, { atoms: kept, notKept });
  return why === null
    ? { atoms: kept.length, notKept }
    : { atoms: 0, notKept: [...notKept, { why, atoms: kept.length }] };
}

/** What there is to keep, and what cannot be kept. */
function previousOf(atoms: readonly AtomToReplace[]) {
  const kept: PreviousAtom[] = [];
  let unread = 0;
  let withKey = 0;
  for (const { value, before } of atoms) {
    if (before.kind === 'unread') unread += 1;
    if (before.kind !== 'there') continue;
    const { key, version, value: was, verdict, anomalies = [] } = before.reading;
    // A value that the API key was removed from is not what the atom was.
    if (anomalies.some(({ kind }) => kind === 'api-key-removed')) withKey += 1;
    else if (was !== value)
      kept.push({ key, version, value: was, verdict: verdict.status, replacedBy: sha256Of(value) });
  }
  const notKept: readonly NotKept[] = [
    { why: 'reading before the store failed', atoms: unread },
    { why: 'values that contain the API key are never saved', atoms: withKey },
  ];
  return { kept, notKept: notKept.filter((one) => one.atoms > 0) };
}

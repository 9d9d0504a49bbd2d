import type { NotKept, PreviousKept, PreviousSummary, PreviousValuesOfWrite } from '../domain/store.ts';

export const nothingKept: PreviousKept = { atoms: 0, notKept: [] };

/** What is kept of two writes together, or of two parts of one. */
export function keptOfBoth(one: PreviousKept, other: PreviousKept): PreviousKept {
  return { atoms: one.atoms + other.atoms, notKept: notKeptOfBoth(one.notKept, other.notKept) };
}

/** One entry for each reason. */
export function notKeptOfBoth(one: readonly NotKept[], other: readonly NotKept[]): readonly NotKept[] {
  const atoms = new Map<string, number>();
  for (const { why, atoms: more } of [...one, ...other]) atoms.set(why, (atoms.get(why) ?? 0) + more);
  return [...atoms].map(([why, count]) => ({ why, atoms: count }));
}

export function previousSummary({
  atoms,
  notKept,
}: {
  readonly atoms: Iterable<Pick<PreviousValuesOfWrite['atoms'][number], 'verdict'>>;
  readonly notKept: PreviousValuesOfWrite['notKept'];
}): PreviousSummary {
  const counts = { failed: 0, unproven: 0, unknown: 0 };
  for (const { verdict } of atoms) {
    if (verdict === null) counts.unknown += 1;
    else if (verdict === 'red') counts.failed += 1;
    else if (verdict === 'amber') counts.unproven += 1;
  }
  return { ...counts, notKept };
}

import type { NotKept, PreviousKept } from '../domain/store.ts';

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

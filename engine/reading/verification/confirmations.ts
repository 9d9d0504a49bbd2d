import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';

/** Counts at which a pin is saved again. Saving after each proof would cost more than the number is worth. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 200, 500, 1_000];
const most = 1_000;

/** Counts how many later proofs confirm what was inferred from the first ones. */
export interface Confirmations {
  /**
   * The pin after a response that was checked with it, with its count if that reached another step; otherwise
   * the same object. `isNew`: whether rules were inferred from this response, so that it does not confirm
   * them.
   */
  readonly count: (
    id: ConnectionId,
    pin: SchemePin | null,
    atoms: readonly AtomReading[],
    isNew: boolean,
  ) => SchemePin | null;
}

interface Tally {
  readonly rules: string;
  /** The count from before this session, without the proofs in `seen` that the rules were inferred from. */
  readonly base: number;
  readonly seen: Set<string>;
}

/** Whether further proofs can confirm a pin. */
export function countsMore({ origin, confirmations = 0 }: SchemePin): boolean {
  return origin === 'inferred' && confirmations < most;
}

export function createConfirmations(): Confirmations {
  const tallies = new Map<ConnectionId, Tally>();
  return {
    count: (id, pin, atoms, isNew) => {
      if (!hasRules(pin) || !countsMore(pin)) return pin;
      const counted = pin.confirmations ?? 0;
      const rules = [...pin.path.map(describePathScheme), ...pin.leaf.map(describeLeafScheme)].join();
      const known = tallies.get(id);
      const isSame = !isNew && known?.rules === rules;
      const seen = isSame ? known.seen : new Set<string>();
      for (const atom of atoms) if (seen.size < most) addProof(seen, atom);
      const base = isSame ? known.base : isNew ? counted - seen.size : counted;
      tallies.set(id, { rules, base, seen });
      const reached = Math.max(0, ...steps.filter((step) => step <= base + seen.size));
      return reached > counted ? { ...pin, confirmations: reached } : pin;
    },
  };
}

/** A proof that is read twice confirms only once. */
function addProof(seen: Set<string>, { key, version, verdict }: AtomReading): void {
  const path = verdict.checks.find(({ name }) => name === 'path');
  const content = verdict.checks.find(({ name }) => name === 'content');
  if (path?.reason.code !== 'root-reached' || content?.status === 'fail') return;
  seen.add(`${path.reason.rootHash} ${String(version)} ${key}`);
}

import {
  proveIn,
  ReferenceMemory,
  type ProvenAtom,
  type ReferenceRules,
  type StoredAtom,
} from './reference.ts';

/** A memory with a past, and what an attacker prepared: a tree of their own, whose root an ordinary atom of the memory names. */
export interface Scene {
  readonly memory: ReferenceMemory;
  /** Of the atoms that a proof can show to be what they are; of all atoms, if it can of none. */
  readonly keys: readonly string[];
  /** Atoms that were never stored, with proofs in the attacker's tree. */
  readonly invented: readonly ProvenAtom[];
  /** The key of an ordinary atom whose pre-image is the hex of the root of that tree, as far as the rules allow that. */
  readonly planted: string;
}

const inventedAtoms: readonly StoredAtom[] = [
  { key: 'user:admin', value: 'granted', version: 1 },
  { key: 'v1.team.secret', value: 'forged', version: 1 },
  { key: 'v1.team.alice', value: 'never stored', version: 2 },
];

/** Ordinary atoms. The SHA-256 of each of these texts is UTF-8 itself, which took some minutes to find. */
const ground = ['g/322243823:x', 'g/405674666:x'] as const;

export function setScene(rules: ReferenceRules): Scene {
  const invented = inventedAtoms.map((_, at) => proveIn(rules, inventedAtoms, at));
  const root = invented[0]?.proof.rootHash ?? '';
  const half = root.length / 2;
  // With the key alone as pre-image, the key is the whole text; where both are joined, they share it.
  const planted =
    rules.covers === 'key'
      ? { key: root, value: 'harmless' }
      : { key: root.slice(0, half), value: root.slice(half) };
  const memory = new ReferenceMemory(rules);
  memory.store([
    { key: 'v1.team.alice', value: 'red' },
    { key: 'v1.team.bob', value: 'green' },
    { key: 'user:admin', value: 'no' },
    planted,
    ...ground.map((text) => asAtom(rules, text)),
    { key: 'v1.team.eve', value: '' },
  ]);
  memory.store([
    { key: 'v1.team.alice', value: 'blue' },
    { key: 'v1.team.frank', value: 'a:b' },
    { key: 'v1.team.heidi', value: 'white' },
  ]);
  memory.store([{ key: 'v1.team.bob', value: 'yellow' }]);
  const certain = memory.now.atoms.filter((atom) => memory.isCertain(atom));
  const keys = (certain.length === 0 ? memory.now.atoms : certain).map(({ key }) => key);
  return { memory, keys, invented, planted: planted.key };
}

/** An atom with this pre-image, as far as the rules allow that. */
function asAtom(rules: ReferenceRules, text: string): { readonly key: string; readonly value: string } {
  const none = { key: text, value: 'harmless' };
  return rules.covers === 'all' ? none : (rules.readings(text).at(-1) ?? none);
}

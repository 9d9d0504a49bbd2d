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

export function setScene(rules: ReferenceRules): Scene {
  const invented = inventedAtoms.map((_, at) => proveIn(rules, inventedAtoms, at));
  const root = invented[0]?.proof.rootHash ?? '';
  const half = root.length / 2;
  // With the key alone as pre-image, the key is the whole text; where both are joined, they share it.
  const planted = rules.coversValue
    ? { key: root.slice(0, half), value: root.slice(half) }
    : { key: root, value: 'harmless' };
  const memory = new ReferenceMemory(rules);
  memory.store([
    { key: 'v1.team.alice', value: 'red' },
    { key: 'v1.team.bob', value: 'green' },
    { key: 'user:admin', value: 'no' },
    planted,
    { key: 'v1.team.eve', value: '' },
  ]);
  memory.store([
    { key: 'v1.team.alice', value: 'blue' },
    { key: 'v1.team.frank', value: 'a:b' },
  ]);
  memory.store([{ key: 'v1.team.bob', value: 'yellow' }]);
  return { memory, keys: memory.now.atoms.map(({ key }) => key), invented, planted: planted.key };
}

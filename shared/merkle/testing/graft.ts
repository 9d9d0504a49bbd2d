import { naiveRfcTree } from './naiveTree.ts';
import { sha256 } from './nodeSha256.ts';
import {
  proveAll,
  type ProofJson,
  type ProvenAtom,
  type SampleAtom,
  type SampleService,
} from './sampleTree.ts';

/** A memory with one tree, and atoms that were never stored in it, linked to its root through an ordinary atom. */
export interface Graft {
  readonly rootHash: string;
  readonly treeSize: number;
  /** Each with a chain of two valid proofs. */
  readonly atoms: readonly GraftedAtom[];
  readonly honest: readonly ProvenAtom[];
}

export interface GraftedAtom extends SampleAtom {
  readonly hash: string;
  readonly proof: readonly ProofJson[];
}

/** Services whose leaves are the hash of a text that somebody chooses, by what the leaves cover. */
const services = {
  'key alone': {
    preimage: 'key',
    leaf: ({ key }: SampleAtom) => sha256(key),
    storing: (text: string): SampleAtom => ({ key: text, value: 'anything', version: 1 }),
  },
  'key and value': {
    preimage: 'concat:key,value',
    leaf: ({ key, value }: SampleAtom) => sha256(key + value),
    storing: (text: string): SampleAtom => ({ key: text.slice(0, 20), value: text.slice(20), version: 1 }),
  },
} as const;
export type GraftedService = keyof typeof services;
export const graftedServices: readonly GraftedService[] = ['key alone', 'key and value'];

/** Such as given to `--scheme`, and of one tree, as the memory is. */
export function schemeOf(service: GraftedService): string {
  return `hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=plain,preimage=${services[service].preimage}`;
}

function serviceOf(name: GraftedService): SampleService {
  return {
    tree: naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right)),
    leaf: services[name].leaf,
  };
}

/**
 * The attacker makes a tree of invented atoms, and stores one ordinary atom, whose text is the hex of its root. Nothing else is
 * needed: its proof says that the hash of that text is a leaf, which a link by `hash-hex` looks like.
 */
export function graftedAtoms(name: GraftedService, invented: readonly SampleAtom[]): Graft {
  const service = serviceOf(name);
  const own = proveAll(service, invented);
  const [first] = own;
  if (first === undefined) throw new Error('nothing to graft');
  const others = [1, 2, 3, 4].map((at): SampleAtom => ({
    key: `v1.area.thing${at}`,
    value: `${at}`,
    version: 1,
  }));
  const honest = proveAll(service, [services[name].storing(first.proof.rootHash), ...others]);
  const carrier = honest[0];
  if (carrier === undefined) throw new Error('nothing was stored');
  return {
    rootHash: carrier.proof.rootHash,
    treeSize: honest.length,
    atoms: own.map((atom) => ({ ...atom, proof: [atom.proof, carrier.proof] })),
    honest,
  };
}

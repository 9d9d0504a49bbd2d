import type { Json } from '../../domain/json.ts';
import { naiveDuplicatingTree, naiveRfcTree, type NaiveTree } from './naiveTree.ts';
import { embeddedServiceScheme } from '../embeddedServiceScheme.ts';
import type { SchemePin } from '../scheme.ts';

/** SHA-256 over the parts one after another; handed in so that it is not the engine's. */
export type ReferenceHash = (...parts: readonly (Uint8Array | string)[]) => Uint8Array;

/** How a made-up service builds its tree. */
export interface SampleService {
  readonly tree: NaiveTree;
  readonly leaf: (atom: SampleAtom) => Uint8Array;
}

export interface SampleAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

/** As it is stored, with its hash and proof as a response carries them. */
export interface ProvenAtom extends SampleAtom {
  readonly hash: string;
  readonly proof: ProofJson;
}

export interface ProofJson {
  readonly [key: string]: Json;
  readonly leafHash: string;
  readonly siblings: readonly string[];
  readonly rootHash: string;
  readonly leafIndex: number;
  readonly treeSize: number;
}

/** RFC 6962 over canonical JSON of key, value, and version, written out manually. */
export function embeddedLike(sha256: ReferenceHash): SampleService {
  return {
    tree: naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right)),
    leaf: ({ key, value, version }) =>
      sha256(
        Uint8Array.of(0),
        `{"key":${JSON.stringify(key)},"value":${JSON.stringify(value)},"version":${version}}`,
      ),
  };
}

/** What was found in the field: the key alone as leaf, the last node duplicated, no prefixes. */
export function keyOnly(sha256: ReferenceHash): SampleService {
  return { tree: naiveDuplicatingTree(sha256), leaf: ({ key }) => sha256(key) };
}

export function sampleAtoms(count: number): readonly SampleAtom[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `v1.fact.n${index}`,
    value: `value of ${index} é 漢`,
    version: 1 + (index % 3),
  }));
}

/** Every atom with its proof, in a tree of exactly these atoms. */
export function proveAll(service: SampleService, atoms: readonly SampleAtom[]): readonly ProvenAtom[] {
  const leaves = atoms.map(service.leaf);
  const rootHash = hex(service.tree.root(leaves));
  return atoms.map((atom, leafIndex) => {
    const leafHash = hex(service.leaf(atom));
    const siblings = service.tree.path(leafIndex, leaves).map(hex);
    return {
      ...atom,
      hash: leafHash,
      proof: { leafHash, siblings, rootHash, leafIndex, treeSize: atoms.length },
    };
  });
}

/** The same text with one bit of the bytes it stands for flipped. */
export function flipBit(hash: string, bit: number): string {
  const at = Math.floor(bit / 4) % hash.length;
  const digit = Number.parseInt(hash.charAt(at), 16) ^ (1 << (bit % 4));
  return `${hash.slice(0, at)}${digit.toString(16)}${hash.slice(at + 1)}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The rules of the embedded service, as the demo memory pins them. */
export const specifiedPin: SchemePin = {
  path: [embeddedServiceScheme.path],
  leaf: [embeddedServiceScheme.leaf],
  origin: 'specified',
  samples: 0,
  pinnedAt: 0,
};

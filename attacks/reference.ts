import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/*
 * An honest memory with its history, and what is true of it. It shares no code with the product, so that a mistake in one is
 * not a mistake in both. Everything is written for reading, not for speed.
 */

export interface StoredAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

/** A proof as the interface writes it (section 2). */
export interface WrittenProof {
  leafHash: string;
  siblings: string[];
  rootHash: string;
  leafIndex: number;
  treeSize: number;
}

export interface ProvenAtom extends StoredAtom {
  readonly hash: string;
  readonly proof: WrittenProof;
}

/** How a memory hashes: the text for `--scheme`, and the same in code. */
export interface ReferenceRules {
  readonly name: string;
  readonly text: string;
  /** What a leaf is the hash of. */
  readonly preimage: (atom: StoredAtom) => Buffer;
  /** Every key and value that a pre-image could be of. No proof can tell them apart. */
  readonly readings: (text: string) => readonly Reading[];
  readonly leaf: (preimage: Buffer) => Buffer;
  /** What an inner node is the hash of. */
  readonly pair: (left: Buffer, right: Buffer) => Buffer;
  readonly node: (left: Buffer, right: Buffer) => Buffer;
  readonly covers: 'all' | 'key and value' | 'key';
}

interface Reading {
  readonly key: string;
  readonly value: string;
}

export function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const zero = Buffer.from([0]);
const one = Buffer.from([1]);
const tree = 'hash=sha-256,shape=rfc6962,order=leaf-to-root';

const plainPair = (left: Buffer, right: Buffer): Buffer => Buffer.concat([left, right]);
const prefixedPair = (left: Buffer, right: Buffer): Buffer => Buffer.concat([one, left, right]);
const hexPair = (left: Buffer, right: Buffer): Buffer =>
  Buffer.from(left.toString('hex') + right.toString('hex'));

/** A text cut in two at every separator; without one, between any two characters. */
function cuts(text: string, separator: string): readonly Reading[] {
  const parts = separator === '' ? [...text] : text.split(separator);
  const from = separator === '' ? 0 : 1;
  return Array.from({ length: parts.length + 1 - 2 * from }, (_, at) => ({
    key: parts.slice(0, at + from).join(separator),
    value: parts.slice(at + from).join(separator),
  }));
}

export const separated: ReferenceRules = {
  name: 'leaves and nodes with prefixes, JSON of all fields',
  text: `${tree},node=prefix-01,digest=prefix-00,preimage=json:key,value,version`,
  preimage: ({ key, value, version }) =>
    Buffer.from(`{"key":${JSON.stringify(key)},"value":${JSON.stringify(value)},"version":${version}}`),
  readings: (text) => [JSON.parse(text) as StoredAtom],
  leaf: (preimage) => sha256(zero, preimage),
  pair: prefixedPair,
  node: (left, right) => sha256(prefixedPair(left, right)),
  covers: 'all',
};

export const joined: ReferenceRules = {
  name: 'no prefixes, key and value joined by a colon',
  text: `${tree},node=concat,digest=plain,preimage=join-colon:key,value`,
  preimage: ({ key, value }) => Buffer.from(`${key}:${value}`),
  readings: (text) => cuts(text, ':'),
  leaf: (preimage) => sha256(preimage),
  pair: plainPair,
  node: (left, right) => sha256(plainPair(left, right)),
  covers: 'key and value',
};

const concatenated: ReferenceRules = {
  name: 'nodes with a prefix, key and value with nothing between them',
  text: `${tree},node=prefix-01,digest=plain,preimage=concat:key,value`,
  preimage: ({ key, value }) => Buffer.from(`${key}${value}`),
  readings: (text) => cuts(text, ''),
  leaf: (preimage) => sha256(preimage),
  pair: prefixedPair,
  node: (left, right) => sha256(prefixedPair(left, right)),
  covers: 'key and value',
};

const hexed: ReferenceRules = {
  ...concatenated,
  name: 'nodes as hex text, key and value with nothing between them',
  text: `${tree},node=hex,digest=plain,preimage=concat:key,value`,
  pair: hexPair,
  node: (left, right) => sha256(hexPair(left, right)),
};

const keysOnly: ReferenceRules = {
  ...joined,
  name: 'no prefixes, the key alone',
  text: `${tree},node=concat,digest=plain,preimage=key`,
  preimage: ({ key }) => Buffer.from(key),
  readings: (text) => [{ key: text, value: '' }],
  covers: 'key',
};

export const allRules = [separated, joined, concatenated, hexed, keysOnly] as const;

/** The memory at one time: its atoms in the order of their leaves, and the root of their tree. */
export interface MemoryState {
  readonly atoms: readonly StoredAtom[];
  readonly root: string;
}

export class ReferenceMemory {
  readonly rules: ReferenceRules;
  /** Every state so far; the last one is the present. */
  readonly history: MemoryState[] = [];

  constructor(rules: ReferenceRules) {
    this.rules = rules;
  }

  get now(): MemoryState {
    const state = this.history.at(-1);
    if (state === undefined) throw new Error('Nothing was stored yet.');
    return state;
  }

  /** Stores atoms in one batch: a new key gets the next leaf, a known one the next version. */
  store(changes: readonly { readonly key: string; readonly value: string }[]): void {
    const atoms = [...(this.history.at(-1)?.atoms ?? [])];
    for (const { key, value } of changes) {
      const at = atoms.findIndex((atom) => atom.key === key);
      const known = atoms[at];
      if (known === undefined) atoms.push({ key, value, version: 1 });
      else atoms[at] = { key, value, version: known.version + 1 };
    }
    this.history.push({ atoms, root: rootOf(this.rules, atoms).toString('hex') });
  }

  /** The atom with its proof in a state; null if it is not there. */
  prove(key: string, state = this.now): ProvenAtom | null {
    const at = state.atoms.findIndex((atom) => atom.key === key);
    const atom = state.atoms[at];
    return atom === undefined ? null : proveIn(this.rules, state.atoms, at);
  }

  /**
   * Whether a state with this root holds exactly this atom, but for a version that no leaf covers. Without `value`, only the key
   * has to be there.
   */
  agrees(
    root: string,
    claim: { readonly key: string; readonly value?: string; readonly version?: number },
  ): boolean {
    const isVersionCovered = this.rules.covers === 'all';
    return this.history
      .filter((state) => state.root === root)
      .some((state) =>
        state.atoms.some(
          ({ key, value, version }) =>
            key === claim.key &&
            (claim.value === undefined || claim.value === value) &&
            (claim.value === undefined || !isVersionCovered || version === (claim.version ?? version)),
        ),
      );
  }

  /** Whether a proof can show that an atom is what it is: its pre-image is that of no other. */
  isCertain(atom: StoredAtom): boolean {
    return this.rules.readings(this.rules.preimage(atom).toString()).length === 1;
  }

  /**
   * A proof that begins at an inner node: the two hashes below that node as text, and the rest of a path. null if that text is no
   * text (UTF-8), or if there is no such node.
   *
   * @param level 1 for the nodes just above the leaves
   */
  proveNode(level: number, at: number): { readonly text: string; readonly proof: WrittenProof } | null {
    const { rules } = this;
    let nodes = this.now.atoms.map((atom) => rules.leaf(rules.preimage(atom)));
    let pairs: (Buffer | null)[] = [];
    for (let height = 0; height < level; height += 1) {
      const below = nodes;
      const places = Array.from({ length: Math.ceil(below.length / 2) }, (_, place) => 2 * place);
      pairs = places.map((place) => {
        const [left, right] = [below[place], below[place + 1]];
        return left === undefined || right === undefined ? null : rules.pair(left, right);
      });
      nodes = places.map((place, pair) => {
        const [bytes, only] = [pairs[pair], below[place]];
        return bytes === null || bytes === undefined ? (only ?? Buffer.of()) : sha256(bytes);
      });
    }
    const [bytes, node] = [pairs[at], nodes[at]];
    if (bytes === undefined || bytes === null || node === undefined || !isUtf8(bytes)) return null;
    return { text: bytes.toString(), proof: writeProof(rules, nodes, at) };
  }
}

/** The root of a tree (RFC 6962, section 2.1). */
function rootOf(rules: ReferenceRules, stored: readonly StoredAtom[]): Buffer {
  return foldTree(
    rules,
    stored.map((atom) => rules.leaf(rules.preimage(atom))),
  );
}

function foldTree(rules: ReferenceRules, leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) throw new Error('A tree has at least one leaf.');
  if (leaves.length === 1) return only;
  const split = largestPowerBelow(leaves.length);
  return rules.node(foldTree(rules, leaves.slice(0, split)), foldTree(rules, leaves.slice(split)));
}

function pathOf(rules: ReferenceRules, leaves: readonly Buffer[], at: number): Buffer[] {
  if (leaves.length === 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return at < split
    ? [...pathOf(rules, left, at), foldTree(rules, right)]
    : [...pathOf(rules, right, at - split), foldTree(rules, left)];
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** Proves a leaf of any tree, also of one that an attacker made up. */
export function proveIn(rules: ReferenceRules, stored: readonly StoredAtom[], at: number): ProvenAtom {
  const leaves = stored.map((each) => rules.leaf(rules.preimage(each)));
  const [atom, leaf] = [stored[at], leaves[at]];
  if (atom === undefined || leaf === undefined) throw new Error(`There is no leaf ${at}.`);
  return { ...atom, hash: leaf.toString('hex'), proof: writeProof(rules, leaves, at) };
}

function writeProof(rules: ReferenceRules, leaves: readonly Buffer[], at: number): WrittenProof {
  return {
    leafHash: leaves[at]?.toString('hex') ?? '',
    siblings: pathOf(rules, leaves, at).map((hash) => hash.toString('hex')),
    rootHash: foldTree(rules, leaves).toString('hex'),
    leafIndex: at,
    treeSize: leaves.length,
  };
}

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
  /** What a leaf is the hash of. Two atoms with the same pre-image cannot be told apart by any proof. */
  readonly preimage: (atom: StoredAtom) => Buffer;
  readonly leaf: (preimage: Buffer) => Buffer;
  readonly node: (left: Buffer, right: Buffer) => Buffer;
  /** Whether the value is part of the pre-image. */
  readonly coversValue: boolean;
}

export function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const zero = Buffer.from([0]);
const one = Buffer.from([1]);
const tree = 'hash=sha-256,shape=rfc6962,order=leaf-to-root';

export const separated: ReferenceRules = {
  name: 'leaves and nodes with prefixes, JSON of all fields',
  text: `${tree},node=prefix-01,digest=prefix-00,preimage=json:key,value,version`,
  preimage: ({ key, value, version }) =>
    Buffer.from(`{"key":${JSON.stringify(key)},"value":${JSON.stringify(value)},"version":${version}}`),
  leaf: (preimage) => sha256(zero, preimage),
  node: (left, right) => sha256(one, left, right),
  coversValue: true,
};

export const joined: ReferenceRules = {
  name: 'no prefixes, key and value joined by a colon',
  text: `${tree},node=concat,digest=plain,preimage=join-colon:key,value`,
  preimage: ({ key, value }) => Buffer.from(`${key}:${value}`),
  leaf: (preimage) => sha256(preimage),
  node: (left, right) => sha256(left, right),
  coversValue: true,
};

export const concatenated: ReferenceRules = {
  name: 'nodes with a prefix, key and value with nothing between them',
  text: `${tree},node=prefix-01,digest=plain,preimage=concat:key,value`,
  preimage: ({ key, value }) => Buffer.from(`${key}${value}`),
  leaf: (preimage) => sha256(preimage),
  node: (left, right) => sha256(one, left, right),
  coversValue: true,
};

const keysOnly: ReferenceRules = {
  name: 'no prefixes, the key alone',
  text: `${tree},node=concat,digest=plain,preimage=key`,
  preimage: ({ key }) => Buffer.from(key),
  leaf: (preimage) => sha256(preimage),
  node: (left, right) => sha256(left, right),
  coversValue: false,
};

export const allRules = [separated, joined, concatenated, keysOnly] as const;

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
   * Whether a state with this root holds an atom that no proof can tell from this one. Without `value`, only the key has to be
   * there.
   */
  agrees(
    root: string,
    claim: { readonly key: string; readonly value?: string; readonly version?: number },
  ): boolean {
    return this.history
      .filter((state) => state.root === root)
      .some(({ atoms }) =>
        atoms.some((atom) => {
          if (claim.value === undefined) return atom.key === claim.key;
          const version = claim.version ?? atom.version;
          const claimed = { key: claim.key, value: claim.value, version };
          return this.rules.preimage(claimed).equals(this.rules.preimage(atom));
        }),
      );
  }
}

/** The root of a tree (RFC 6962, section 2.1). */
function rootOf(rules: ReferenceRules, atoms: readonly StoredAtom[]): Buffer {
  return foldTree(
    rules,
    atoms.map((atom) => rules.leaf(rules.preimage(atom))),
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
export function proveIn(rules: ReferenceRules, atoms: readonly StoredAtom[], at: number): ProvenAtom {
  const leaves = atoms.map((each) => rules.leaf(rules.preimage(each)));
  const [atom, leaf] = [atoms[at], leaves[at]];
  if (atom === undefined || leaf === undefined) throw new Error(`There is no leaf ${at}.`);
  const leafHash = leaf.toString('hex');
  return {
    ...atom,
    hash: leafHash,
    proof: {
      leafHash,
      siblings: pathOf(rules, leaves, at).map((hash) => hash.toString('hex')),
      rootHash: foldTree(rules, leaves).toString('hex'),
      leafIndex: at,
      treeSize: atoms.length,
    },
  };
}

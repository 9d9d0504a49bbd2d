import { describe, expect, it } from 'vitest';
import { samplePin } from '../pins/testing/samplePin.ts';
import type { Json } from '../domain/json.ts';
import { verdictWords } from '../text/verdictWords.ts';
import { fromHex, toHex } from './hex.ts';
import type { SchemePin } from './scheme.ts';
import { naiveRfcTree } from './testing/naiveTree.ts';
import { sha256 } from './testing/nodeSha256.ts';
import {
  proveAll,
  sampleAtoms,
  type ProofJson,
  type SampleAtom,
  type SampleService,
} from './testing/sampleTree.ts';
import type { Verdict } from './verdict.ts';
import { verify, type VerifyInput } from './verify.ts';
import { connectionGrounds } from './testing/verifyInput.ts';

const textOf = ({ key, value }: SampleAtom): string => JSON.stringify({ key, value });

const plain: SampleService = {
  tree: naiveRfcTree((left, right) => sha256(left, right)),
  leaf: (atom) => sha256(textOf(atom)),
};
const sorted: SampleService = {
  tree: naiveRfcTree((left, right) =>
    toHex(left) < toHex(right) ? sha256(left, right) : sha256(right, left),
  ),
  leaf: (atom) => sha256(sha256(textOf(atom))),
};
const separated: SampleService = {
  tree: naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right)),
  leaf: (atom) => sha256(Uint8Array.of(0), textOf(atom)),
};

function chosen(
  node: 'concat' | 'sorted' | 'prefix-01',
  digest: 'plain' | 'double' | 'prefix-00',
): SchemePin {
  return {
    path: [{ hash: 'sha-256', node, shape: 'rfc6962', order: 'leaf-to-root' }],
    leaf: [{ hash: 'sha-256', digest, preimage: 'json:key,value' }],
    origin: 'chosen',
    samples: 0,
    pinnedAt: 0,
  };
}
const plainPin = chosen('concat', 'plain');

function verifyBare(proof: Json, pin: SchemePin, changes: Partial<VerifyInput> = {}): Verdict {
  return verify({
    atom: { key: null, value: null, version: null, hash: null },
    requestedKey: null,
    proof,
    pin,
    snapshot: { kind: 'single' },
    root: { kind: 'pinned', pin: samplePin(), isSizeCompared: true },
    grounds: connectionGrounds,
    ...changes,
  });
}

function proofOf(service: SampleService, count: number, index: number): ProofJson {
  const proof = proveAll(service, sampleAtoms(count))[index]?.proof;
  if (proof === undefined) throw new Error(`no proof ${index}`);
  return proof;
}

/** The proof of the node above a leaf, made up to look like the proof of a leaf of a tree half as large. */
function nodeAsLeaf({ leafHash, siblings, leafIndex, treeSize, rootHash }: ProofJson): ProofJson {
  const [sibling = '', ...rest] = siblings;
  const [left, right] = leafIndex % 2 === 0 ? [leafHash, sibling] : [sibling, leafHash];
  return {
    leafHash: toHex(sha256(bytes(left), bytes(right))),
    siblings: rest,
    rootHash,
    leafIndex: Math.floor(leafIndex / 2),
    treeSize: treeSize / 2,
  };
}

function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === null) throw new Error('not hex');
  return read;
}

function reasonOf(verdict: Verdict, name: string) {
  return verdict.checks.find((check) => check.name === name)?.reason;
}

describe('a bare proof where leaves and inner nodes are hashed alike', () => {
  const proof = proofOf(plain, 8, 5);
  const forged = nodeAsLeaf(proof);

  it('shows a node of the tree, not a leaf, and is amber under a pinned root', () => {
    for (const bare of [proof, forged]) {
      const verdict = verifyBare(bare, plainPin);
      expect(verdict.status).toBe('amber');
      expect(reasonOf(verdict, 'path')).toMatchObject({ code: 'node-not-leaf' });
      expect(verdictWords(verdict).summary).toContain('a node of the tree, but not that it is a leaf');
    }
  });

  it('is settled by a trusted tree size: green for the leaf, red for the inner node', () => {
    const verdict = verifyBare(proof, plainPin, { trustedTreeSize: 8n });
    expect(verdict.status).toBe('green');
    expect(verdictWords(verdict).summary).toContain('This leaf is in the tree');
    expect(reasonOf(verifyBare(forged, plainPin, { trustedTreeSize: 8n }), 'wellFormed')).toEqual({
      code: 'tree-size-differs',
      stated: '4',
      trusted: '8',
    });
    const claimsMore = { ...forged, treeSize: 8 };
    expect(verifyBare(claimsMore, plainPin, { trustedTreeSize: 8n }).status).toBe('red');
  });

  it('holds an imported audit path without a size to the trusted one', () => {
    const auditPath = ({ leafHash, siblings, rootHash, leafIndex }: ProofJson) => ({
      leaf: leafHash,
      auditPath: siblings,
      root: rootHash,
      index: leafIndex,
    });
    expect(verifyBare(auditPath(proof), plainPin).status).toBe('amber');
    expect(verifyBare(auditPath(proof), plainPin, { trustedTreeSize: 8n }).status).toBe('green');
    expect(verifyBare(auditPath(forged), plainPin, { trustedTreeSize: 8n }).status).toBe('red');
    expect(verifyBare(auditPath(proof), plainPin, { trustedTreeSize: 5n }).status).toBe('red');
  });

  it('needs no size where the content is given', () => {
    const [atom] = proveAll(plain, sampleAtoms(8)).slice(5);
    if (atom === undefined) throw new Error('no atom');
    const verdict = verifyBare(proof, plainPin, { atom, requestedKey: atom.key });
    expect(verdict.status).toBe('green');
  });

  it('is amber if the root itself is presented as the only leaf, for every scheme', () => {
    const { rootHash } = proofOf(separated, 8, 5);
    const alone = { leafHash: rootHash, siblings: [], rootHash, leafIndex: 0, treeSize: 1 };
    const pin = chosen('prefix-01', 'prefix-00');
    expect(reasonOf(verifyBare(alone, pin), 'path')).toMatchObject({ code: 'node-not-leaf', steps: 0 });
    expect(verifyBare(alone, pin, { trustedTreeSize: 8n }).status).toBe('red');
  });
});

describe('a bare proof where leaves and inner nodes are hashed apart', () => {
  it('is green, and claims no more than that the hash is in the tree', () => {
    const verdict = verifyBare(proofOf(separated, 7, 4), chosen('prefix-01', 'prefix-00'));
    expect(verdict.status).toBe('green');
    expect(verdictWords(verdict).summary).toContain('This hash is in the tree');
    expect(verdictWords(verdict).summary).not.toContain('leaf');
  });
});

describe('a proof of sorted pairs', () => {
  const { leafHash, siblings, rootHash } = proofOf(sorted, 8, 5);
  const placeless = { leaf: leafHash, auditPath: siblings, root: rootHash };
  const pin = chosen('sorted', 'double');

  it('is followed without an index, and no words miss its sides', () => {
    const verdict = verifyBare(placeless, pin);
    expect(verdict.status).toBe('green');
    expect(reasonOf(verdict, 'path')).toMatchObject({
      code: 'root-reached',
      warnings: ['position-not-bound'],
    });
    const words = verdictWords(verdict).checks.map((check) => check.words);
    expect(words.join(' ')).not.toMatch(/\bsides\b/);
    expect(words[0]).toContain('the position of the leaf is unknown');
    const wrong = { ...placeless, leaf: toHex(sha256('another')) };
    expect(reasonOf(verifyBare(wrong, pin), 'path')).toMatchObject({ code: 'root-not-reached' });
  });

  it('stays undecided while a rule that needs the sides may be the right one', () => {
    const either = { ...pin, path: [...plainPin.path, ...pin.path] };
    const other = { ...placeless, leaf: toHex(sha256('another')) };
    expect(reasonOf(verifyBare(placeless, either), 'path')).toMatchObject({ code: 'root-reached' });
    expect(reasonOf(verifyBare(other, either), 'path')).toMatchObject({
      code: 'position-missing',
      sidesNeeded: true,
    });
  });

  it('begins at a leaf only if it is as long as a tree of the trusted size is deep', () => {
    const alike = chosen('sorted', 'plain');
    const status = (proof: Json, pinned: SchemePin) =>
      reasonOf(verifyBare(proof, pinned, { trustedTreeSize: 5n }), 'path');
    // The last of five leaves stands as high as the inner node beside it.
    const last = proofOf(sorted, 5, 4);
    expect(last.siblings).toHaveLength(1);
    const deepest = proofOf(sorted, 5, 1);

    expect(status(last, alike)).toMatchObject({ code: 'node-not-leaf' });
    expect(status(deepest, alike)).toMatchObject({ code: 'root-reached', shown: 'leaf' });
  });
});

describe('a bare proof of an empty leaf', () => {
  it('is amber, and says nothing about a content that was not given', () => {
    const zeros: SampleService = { ...separated, leaf: () => new Uint8Array(32) };
    const verdict = verifyBare(proofOf(zeros, 3, 1), chosen('prefix-01', 'prefix-00'));
    expect(verdict.status).toBe('amber');
    expect(reasonOf(verdict, 'content')).toEqual({ code: 'empty-leaf', hasContent: false });
    const { summary } = verdictWords(verdict);
    expect(summary).toContain('marks an empty or removed leaf');
    expect(summary).not.toContain('hash of this atom');
  });
});

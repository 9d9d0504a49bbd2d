import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstFormats, setTextFormats } from './formats.ts';
import { samplePin } from '../pins/testing/samplePin.ts';
import { embeddedServiceScheme } from '../merkle/embeddedServiceScheme.ts';
import { learnPin, narrowPin } from '../merkle/pin.ts';
import type { SchemePin } from '../merkle/scheme.ts';
import { graftedAtoms } from '../merkle/testing/graft.ts';
import {
  embeddedLike,
  flipBit,
  keyOnly,
  proveAll,
  sampleAtoms,
  type ProvenAtom,
  specifiedPin,
} from '../merkle/testing/sampleTree.ts';
import { inputOf, nth, withProof } from '../merkle/testing/verifyInput.ts';
import { verify, type VerifyInput } from '../merkle/verify.ts';
import { schemeWords } from './schemeWords.ts';
import { verdictWords, verificationLimits, type VerdictWords } from './verdictWords.ts';
import { sha256 } from '../merkle/testing/nodeSha256.ts';

const atoms = proveAll(embeddedLike(sha256), sampleAtoms(7));

function sample(index: number, among: readonly ProvenAtom[] = atoms): ProvenAtom {
  return nth(among, index);
}

function wordsOf(atom: ProvenAtom, changes: Partial<VerifyInput> = {}): VerdictWords {
  return verdictWords(verify(inputOf(atom, changes)));
}

function checkWords(words: VerdictWords, name: string): string {
  return words.checks.find((check) => check.name === name)?.words ?? '';
}

const root = /[0-9a-f]{8}\.\.[0-9a-f]{4}/;

// The sentences with times are the same wherever the tests run.
beforeAll(() => setTextFormats({ ...firstFormats, zone: 'utc' }));
afterAll(() => setTextFormats(firstFormats));

describe('verdictWords', () => {
  it('claims of a green verdict what is covered, under which root, by which rules', () => {
    const words = wordsOf(sample(4));
    expect(words.title).toBe('Verified');
    expect(words.summary.replace(root, 'ROOT')).toBe(
      'This key, value, and version are in the tree with root ROOT, by the rules that the service specifies.',
    );
    expect(words.checks.map(({ label, statusWord }) => `${label}: ${statusWord}`)).toEqual([
      'Well-formed: Passed',
      'Path: Passed',
      'Content: Passed',
      'Coherent: Passed',
      'Snapshot: Nothing to compare',
      'Root: Not pinned',
    ]);
  });

  it('says that inferred rules are inferred, and from how many proofs', () => {
    expect(wordsOf(sample(4), { pin: narrowPin(null, atoms, 0) }).summary).toContain(
      'by rules inferred from 7 proofs.',
    );
    const ambiguous = narrowPin(null, atoms.slice(0, 1), 0);
    expect(wordsOf(sample(0), { pin: ambiguous }).summary).toContain(
      'by rules inferred from 1 proof, of which 3 still fit.',
    );
  });

  it('does not claim a version that the leaf does not cover', () => {
    const leaf = ({ key, value }: ProvenAtom | { key: string; value: string }) => sha256(`${key}:${value}`);
    const joined = proveAll({ ...embeddedLike(sha256), leaf }, sampleAtoms(7));
    const words = wordsOf(sample(4, joined), { pin: narrowPin(null, joined, 0) });
    expect(words.summary).toContain('This key and value are in the tree');
    expect(words.summary).toContain('the version is not covered');
  });

  it('says of a key-only leaf that nothing is shown about the value', () => {
    const keys = proveAll(keyOnly(sha256), sampleAtoms(5));
    const words = wordsOf(sample(2, keys), { pin: narrowPin(null, keys, 0) });
    expect(words.title).toBe('Key proven, value not covered');
    expect(words.summary).toMatch(
      /^This key is in the tree with root .* The proof does not cover the value, which could be anything\.$/,
    );
  });

  it('says so where it is not settled what the leaf covers', () => {
    const twin = proveAll(keyOnly(sha256), [{ key: 'same', value: 'same', version: 1 }]);
    const words = wordsOf(sample(0, twin), { pin: narrowPin(null, twin, 0) });
    expect(words.summary).toContain('it is undecided what the proof covers');
  });

  it('says of a tampered value and of a tampered sibling what does not match', () => {
    const atom = sample(4);
    const value = wordsOf(atom, { atom: { ...atom, value: 'other' } });
    expect(value.title).toBe('Verification failed');
    expect(value.summary).toContain('The hash of this atom is');
    const [first = '', ...rest] = atom.proof.siblings;
    const path = wordsOf(atom, { proof: withProof(atom, { siblings: [flipBit(first, 0), ...rest] }) });
    expect(path.summary).toContain('the path leads to');
  });

  it('names the malformed field and what it would have to be', () => {
    const atom = sample(4);
    const words = wordsOf(atom, { proof: withProof(atom, { siblings: ['ab', 'abc', 7, null, 'x'] }) });
    expect(words.summary).toBe(
      'The proof cannot be read. siblings[0] has 1 byte, but a hash has 32. siblings[1] is not a whole number of bytes in hex: it has 3 characters. siblings[2] is not a string. 2 more problems of this kind.',
    );
    expect(checkWords(words, 'path')).toBe('The proof could not be read, so this could not be checked.');
  });

  it('shows a key that was not requested without obeying it', () => {
    const atom = { ...sample(4), key: `\u202e${'k'.repeat(200)}` };
    const words = wordsOf(atom, { requestedKey: 'asked' });
    const coherent = checkWords(words, 'coherent');
    expect(coherent).toContain('“[U+202E]kkk');
    expect(coherent).toContain('“asked” was requested');
    expect(coherent.length).toBeLessThan(400);
  });

  it('keeps "could not check" apart from "failed" and from "passed"', () => {
    const missing = wordsOf(sample(4), { proof: null });
    expect(missing.title).toBe('Could not fully check');
    expect(missing.summary).toBe(
      'The response contained no proof for this atom, so there was nothing to check.',
    );
    expect(new Set(missing.checks.slice(0, 5).map(({ statusWord }) => statusWord))).toEqual(
      new Set(['Could not check']),
    );
  });

  it('has full sentences for every kind of proof problem, gap and root status', () => {
    const atom = sample(4);
    const contradiction = { kind: 'same-root-other-size', size: '7', earlierSize: '12000' } as const;
    const differ = {
      kind: 'differ',
      field: 'treeSize',
      first: { entry: 0, value: '7' },
      second: { entry: 2, value: '8000' },
    } as const;
    const nodeDiffers = {
      kind: 'node-differs',
      level: 2,
      index: '4',
      given: 'ab'.repeat(32),
      other: 'cd'.repeat(32),
      otherIs: 'established',
      alteredLevels: [0, 1],
    } as const;
    const one = proveAll(embeddedLike(sha256), sampleAtoms(1));
    const { siblings: hashes, rootHash, leafIndex: logIndex, treeSize } = atom.proof;
    const log = { hashes, rootHash, logIndex, treeSize };
    const auditPath = { leaf: atom.proof.leafHash, auditPath: hashes, root: rootHash };
    const bare = { key: null, value: null, version: null, hash: null };
    const alike = {
      ...specifiedPin,
      path: [{ ...embeddedServiceScheme.path, node: 'sorted' as const }],
      leaf: [],
    };
    const grafted = graftedAtoms('key alone', sampleAtoms(3)).atoms;
    const twoLevels: SchemePin = {
      ...specifiedPin,
      path: [{ ...embeddedServiceScheme.path, links: ['same'] }],
    };
    const all = [
      wordsOf(atom, { pin: null }),
      wordsOf(atom, { pin: { ...specifiedPin, leaf: [] } }),
      wordsOf(atom, { atom: { ...atom, version: null } }),
      wordsOf(atom, { atom: { ...atom, version: 1.5 } }),
      wordsOf(atom, { atom: { ...atom, value: '\ud800' } }),
      wordsOf(atom, { atom: { ...atom, hash: 'abc' } }),
      wordsOf(atom, { snapshot: { kind: 'agree', count: 3 } }),
      wordsOf(atom, { snapshot: differ, root: { kind: 'contradiction', contradiction } }),
      wordsOf(atom, { root: { kind: 'pinned', pin: samplePin(), isSizeCompared: true } }),
      wordsOf(atom, { root: { kind: 'seen', firstSeenAt: 0, times: 1 } }),
      wordsOf(atom, { root: null }),
      wordsOf(atom, {
        root: {
          kind: 'contradiction',
          contradiction: { kind: 'other-than-pinned', pin: samplePin({ isExact: true }) },
        },
      }),
      wordsOf(atom, { atom: bare, requestedKey: null }),
      wordsOf(atom, { atom: bare, requestedKey: null, trustedTreeSize: 7n }),
      wordsOf(atom, { atom: bare, requestedKey: null, trustedTreeSize: 8n }),
      wordsOf(sample(0, one), { atom: bare, requestedKey: null }),
      wordsOf(atom, { proof: { ...auditPath, index: logIndex } }),
      wordsOf(atom, { proof: auditPath }),
      wordsOf(atom, { proof: auditPath, pin: alike }),
      wordsOf(atom, { atom: { ...atom, value: null } }),
      wordsOf(atom, { snapshot: { kind: 'apart', roots: 2 } }),
      wordsOf(atom, { snapshot: nodeDiffers }),
      wordsOf(atom, { snapshot: { ...nodeDiffers, otherIs: 'stated', alteredLevels: [] } }),
      wordsOf(atom, { proof: [atom.proof, atom.proof] }),
      wordsOf(atom, { proof: [atom.proof, atom.proof], pin: twoLevels }),
      wordsOf(atom, { proof: [] }),
      wordsOf(atom, {
        proof: { currentProof: withProof(atom, { siblings: [] }), shardRootProof: atom.proof },
        pin: twoLevels,
      }),
      wordsOf(sample(0, one), {
        proof: [sample(0, one).proof, sample(0, one).proof],
        pin: twoLevels,
      }),
      ...grafted.map((forged) =>
        wordsOf(atom, {
          atom: forged,
          requestedKey: forged.key,
          proof: forged.proof,
          pin: learnPin(grafted, 0),
        }),
      ),
      wordsOf(sample(0, one), {
        proof: [sample(0, one).proof, sample(0, one).proof],
        pin: {
          ...alike,
          origin: 'chosen',
          path: [{ ...embeddedServiceScheme.path, node: 'concat', links: ['same'] }],
        },
      }),
      wordsOf(atom, { proof: log }),
      wordsOf(atom, { proof: log, atom: { ...atom, hash: null, version: null } }),
      wordsOf(atom, {
        pin: { ...specifiedPin, path: [{ ...embeddedServiceScheme.path, shape: 'zero-pad' }] },
      }),
      wordsOf(sample(0, proveAll(embeddedLike(sha256), sampleAtoms(1)))),
      ...[
        { siblings: [] },
        { leafHash: '00'.repeat(32) },
        { treeSize: null },
        { leafIndex: null },
        { rootHash: 'A'.repeat(42) + 'B=' },
        { treeSize: 0 },
        { treeSize: 2 ** 60 },
        { treeSize: '9'.repeat(90) },
        { treeSize: '7' },
        { leafIndex: 9999 },
        { leafIndex: -1 },
        { leafIndex: 0.5 },
        { siblings: Array.from({ length: 1000 }, () => 'x') },
      ].map((changes) => wordsOf(atom, { proof: withProof(atom, changes) })),
    ];
    for (const words of all.flatMap(({ summary, checks }) => [
      summary,
      ...checks.map((check) => check.words),
    ]))
      expect(words).toMatch(/^(In|[A-Z][a-z]+) .*[^.]\.$/s);
    expect(all.map(({ summary }) => summary)).toMatchSnapshot();
  });

  it('lists what no proof shows', () => {
    expect(verificationLimits.join(' ')).toMatch(/latest.*complete.*leaves.*root.*prediction/);
  });
});

describe('schemeWords', () => {
  it('says that nothing is pinned yet', () => {
    expect(schemeWords(null)).toMatchObject({ title: 'No hashing rules pinned', path: [], leaf: [] });
  });

  it('reads out a specified scheme', () => {
    expect(schemeWords(specifiedPin)).toEqual({
      title: 'Specified by the service',
      found: 'The service specifies these rules.',
      covers: 'A leaf covers the key, value, and version.',
      path: [
        {
          id: 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root',
          words:
            'SHA-256; a node is the hash of the byte 01, the left node, and the right node; an odd last node moves up unchanged; siblings are listed from the leaf to the root; all leaves are in one tree.',
        },
      ],
      leaf: [
        {
          id: 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version',
          words:
            'SHA-256; a leaf is the hash of the byte 00 and the canonical JSON object of key, value, and version.',
        },
      ],
      open: [],
    });
  });

  it('says of an inferred scheme from how many proofs, and whether it is settled', () => {
    const settled = schemeWords(narrowPin(null, atoms, 0));
    expect(settled.title).toBe('Inferred');
    expect(settled.found).toContain('from 7 proofs');
    expect(settled.found).toContain('From now on, a proof that needs other rules fails.');
    const ambiguous = schemeWords(narrowPin(null, atoms.slice(0, 1), 0));
    expect(ambiguous.title).toBe('Inferred, still ambiguous');
    expect(ambiguous.path).toHaveLength(3);
    expect(ambiguous.open).toEqual([
      'The tree shape is undecided: rfc6962, duplicate-last, and zero-pad fit equally well. What would settle it: a proof of the last leaf in a tree whose size is not a power of two.',
    ]);
    expect(settled.open).toEqual([]);
  });

  it('warns of a leaf that covers the key only, and of a leaf that is not understood', () => {
    const keys = proveAll(keyOnly(sha256), sampleAtoms(5));
    expect(schemeWords(narrowPin(null, keys, 0)).covers).toBe(
      'A leaf covers the key, but not the value and version: proofs say nothing about those.',
    );
    expect(schemeWords({ ...specifiedPin, leaf: [] }).covers).toContain('No known leaf rule fits');
    const leaf = [{ ...embeddedServiceScheme.leaf, preimage: 'cbor:key' }];
    expect(schemeWords({ ...specifiedPin, leaf }).leaf[0]?.words).toContain('unknown to this version');
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PinSource } from '#shared/domain/pin.ts';
import { narrowPin } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { embeddedLike, proveAll, sampleAtoms, specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import { samplePin } from '#shared/pins/testing/samplePin.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import type { PastedRules } from '../../../state/proofStore.ts';
import { checkCase } from '../case/proofCase.ts';
import type { ImportedAtom } from '#shared/merkle/importProofs.ts';
import { checkPasted, readPasted } from './pastedProof.ts';
import { connectionGrounds } from '#shared/merkle/testing/verifyInput.ts';

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const atoms = proveAll(embeddedLike(sha256), sampleAtoms(7));
const [atom, other] = atoms;
if (atom === undefined || other === undefined) throw new Error('no atoms');
const { leafHash, siblings, rootHash, leafIndex, treeSize } = atom.proof;

function entriesOf(json: unknown): readonly ImportedAtom[] {
  const reading = readPasted(JSON.stringify(json));
  if (reading.kind !== 'entries') throw new Error(`found nothing: ${reading.kind}`);
  return reading.entries;
}

function verdictOf({ atom: content, proof }: ImportedAtom) {
  const pin = narrowPin(null, [{ ...content, proof }], 0);
  return checkCase({
    atom: content,
    requestedKey: null,
    proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: connectionGrounds,
  }).verdict;
}

function statusOf(json: unknown, name: string): string | undefined {
  const [entry] = entriesOf(json);
  if (entry === undefined) throw new Error('no entry');
  return verdictOf(entry).checks.find((check) => check.name === name)?.status;
}

describe('readPasted', () => {
  it('finds an atom with its proof, and its verdict is green', () => {
    const [entry] = entriesOf(atom);
    expect(entry).toMatchObject({ at: '', atom: { key: atom.key, version: 1 }, problems: [] });
    expect(entry && verdictOf(entry).status).toBe('green');
  });

  it('finds a proof alone and checks its path', () => {
    expect(entriesOf(atom.proof)).toMatchObject([{ atom: { key: null, value: null } }]);
    expect(statusOf(atom.proof, 'path')).toBe('pass');
  });

  it('finds an atom with the fields of its proof beside its own', () => {
    const [entry] = entriesOf({ key: atom.key, value: atom.value, version: atom.version, ...atom.proof });
    expect(entry && verdictOf(entry).status).toBe('green');
  });

  it('finds an audit path without a tree size', () => {
    const json = { leaf: leafHash, root: rootHash, auditPath: siblings, index: leafIndex };
    expect(statusOf(json, 'path')).toBe('pass');
  });

  it('finds a proof from a transparency log with an atom that provides the leaf', () => {
    const proof = { logIndex: `${leafIndex}`, hashes: siblings, rootHash, treeSize: `${treeSize}` };
    const json = { key: atom.key, value: atom.value, version: atom.version, hash: atom.hash, proof };
    expect(statusOf(json, 'path')).toBe('pass');
    expect(entriesOf(proof)).toHaveLength(1);
  });

  it.each([
    ['a recall result', { atoms: [atom, other], predictions: [] }, ['atoms[0]', 'atoms[1]']],
    ['a batch response', { results: [{ atom }, { key: 'gone', found: false }] }, ['results[0].atom']],
    ['a list of atoms', [atom, other], ['[0]', '[1]']],
    ['a list of bare proofs of one tree', [atom.proof, other.proof], ['[0]', '[1]']],
    ['an atom without its proof', { key: 'a', value: 'b' }, ['']],
  ])('finds every proof in %s', (_what, json, places) => {
    expect(entriesOf(json).map(({ at }) => at)).toEqual(places);
  });

  it('requires one root for the proofs of one response, but not for a collection', () => {
    const elsewhere = { ...other, proof: { ...other.proof, rootHash: leafHash } };
    expect(readPasted(JSON.stringify({ atoms: [atom, elsewhere] }))).toMatchObject({
      snapshot: { kind: 'differ' },
    });
    expect(readPasted(JSON.stringify([atom, elsewhere]))).toMatchObject({
      snapshot: { kind: 'apart', roots: 2 },
    });
  });

  it('names invalid fields of an atom', () => {
    expect(entriesOf({ atoms: [{ ...atom, value: 7, version: '1' }] })).toMatchObject([
      {
        problems: [
          'atoms[0].value is not a string, so it counts as missing',
          'atoms[0].version is not a whole number, so it counts as missing',
        ],
      },
    ]);
  });

  it('leaves a malformed proof to the verdict, which names the field', () => {
    const json = { ...atom, proof: { ...atom.proof, siblings: ['abc'] } };
    const [entry] = entriesOf(json);
    const verdict = entry && verdictOf(entry);
    expect(verdict?.status).toBe('red');
    expect(JSON.stringify(verdict)).toContain('siblings[0]');
  });

  it('names line and column of invalid JSON', () => {
    expect(readPasted('{\n  "key": \n}')).toMatchObject({
      kind: 'not-json',
      fault: { line: 3, column: 1, what: 'a value is missing' },
    });
  });

  it.each([
    ['[]', 'The list is empty.'],
    ['{}', 'The object is empty.'],
    ['7', 'This is a number'],
    ['"ab"', 'This is a string'],
    ['[1, 2]', 'nothing in it is a proof'],
    ['[1]', '[0] is neither an atom with its proof nor a proof'],
    ['{"name": 1, "age": 2}', 'The fields are name, age'],
  ])('says why %s contains nothing to check', (text, why) => {
    const reading = readPasted(text);
    expect(reading.kind === 'nothing' ? reading.why : reading.kind).toContain(why);
  });

  it('rejects text nested deeper than any proof', () => {
    const deep = (text: string) => readPasted(`${'['.repeat(200_000)}${text}${']'.repeat(200_000)}`);
    expect(deep('')).toMatchObject({ kind: 'not-json', fault: { line: 1, column: 501 } });
    expect(deep(JSON.stringify(atom))).toMatchObject({
      fault: { what: 'arrays and objects are nested more than 500 levels deep' },
    });
  });

  it('is empty without text', () => {
    expect(readPasted(' \n')).toEqual({ kind: 'empty' });
  });
});

describe('checkPasted', () => {
  const [entry] = entriesOf(atom);
  if (entry === undefined) throw new Error('no entry');
  const check = (source: PastedRules, pin: SchemePin | null, item: ImportedAtom = entry) =>
    checkPasted(item, {
      source,
      pin,
      snapshot: { kind: 'single' },
      root: { expected: [{ rootHash, treeSize: 7n }], ledger: null },
      typedTreeSize: 7n,
    }).verdict;

  it('verifies by rules from elsewhere, and never by rules inferred from the proof (C2)', () => {
    expect(check('chosen', specifiedPin)).toMatchObject({ status: 'green', open: [] });
    expect(check('connection', { ...specifiedPin, origin: 'inferred', samples: 3 }).status).toBe('green');
    const verdict = check('inferred', narrowPin(null, [{ ...entry.atom, proof: entry.proof }], 0));
    expect(verdict).toMatchObject({
      status: 'amber',
      open: [{ name: 'rules', ground: { kind: 'unavailable', why: 'from-the-claim' }, holdsBack: true }],
    });
    expect(verdictWords(verdict)).toMatchObject({
      title: 'Consistent under rules inferred from the proof',
      summary: expect.stringContaining('Check it by rules from another source') as string,
    });
  });

  it('does not let a proof choose among the rules of a connection', () => {
    const [leaf] = specifiedPin.leaf;
    if (leaf === undefined) throw new Error('no rule');
    const pin = { ...specifiedPin, leaf: [leaf, { ...leaf, preimage: 'join-colon:key,value' }] };
    expect(check('connection', pin)).toMatchObject({ status: 'amber', open: [{ name: 'rules' }] });
  });

  it('is not green for an atom whose key and value cannot be read (C9)', () => {
    const [odd] = entriesOf({ ...atom, key: 7, value: 8 });
    expect(check('chosen', specifiedPin, odd).status).toBe('amber');
    expect(check('chosen', specifiedPin, entriesOf(atom.proof)[0]).status).toBe('green');
  });

  describe('an atom that may be an inner node', () => {
    // 64 bytes, as two hashes are, and not printable ASCII.
    const [key, value] = ['é'.repeat(16), 'ü'.repeat(15) + 'x'];
    const hex = (...parts: readonly (Uint8Array | string)[]): string =>
      Buffer.from(sha256(...parts)).toString('hex');
    const leaf = sha256(`${key}\n${value}`);
    const sibling = sha256('another leaf');
    const root = hex(leaf, sibling);
    const [leafHex, siblingHex] = [Buffer.from(leaf).toString('hex'), Buffer.from(sibling).toString('hex')];
    const proof = { leafHash: leafHex, siblings: [siblingHex], rootHash: root, leafIndex: 0, treeSize: 2 };
    const [item] = entriesOf({ key, value, version: 1, hash: leafHex, proof });
    if (item === undefined) throw new Error('no entry');
    const pin: SchemePin = {
      path: [{ hash: 'sha-256', node: 'concat', shape: 'rfc6962', order: 'leaf-to-root' }],
      leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'join-newline:key,value' }],
      origin: 'specified',
      samples: 0,
      pinnedAt: 0,
    };
    const inLedger = { kind: 'read', firstSeenAt: 1, times: 1, treeSize: '2' } as const;
    const verdictWith = (typedTreeSize: bigint | null, ...sources: readonly PinSource[]) =>
      checkPasted(item, {
        source: 'connection',
        pin,
        snapshot: { kind: 'single' },
        root: {
          expected: [],
          ledger: { connection: 'atlas', rootHash: root, found: inLedger },
          pins: {
            connection: 'atlas',
            pins: sources.map((source) => samplePin({ rootHash: root, treeSize: '2', source })),
          },
        },
        typedTreeSize,
      }).verdict;
    const checkpointBy = (isVerified: boolean): PinSource => ({
      kind: 'checkpoint',
      origin: 'atlas',
      signer: { name: 'ada', keyId: '00000000', isVerified },
    });

    it('stays amber where only the service stated the tree size, in the proof or to the root ledger', () => {
      const verdict = verdictWith(null);
      expect(verdict.status).toBe('amber');
      expect(verdict.checks[2]).toMatchObject({ status: 'undecided', reason: { code: 'atom-may-be-node' } });
    });

    it.each<PinSource>([
      { kind: 'response' },
      { kind: 'ledger' },
      { kind: 'snapshot' },
      { kind: 'print' },
      checkpointBy(false),
    ])('stays amber where the size comes from the service through a pin: $kind', (source) => {
      expect(verdictWith(null, source).status).toBe('amber');
    });

    it('is settled by a tree size that the user typed, pinned from a person, or has from a trusted signer', () => {
      expect(verdictWith(2n).status).toBe('green');
      expect(verdictWith(3n).status).toBe('red');
      for (const source of [{ kind: 'person' } as const, checkpointBy(true)])
        expect(verdictWith(null, { kind: 'response' }, source).status).toBe('green');
    });
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { narrowPin } from '#shared/merkle/pin.ts';
import { embeddedLike, proveAll, sampleAtoms } from '#shared/merkle/testing/sampleTree.ts';
import { checkCase } from '../case/proofCase.ts';
import type { ImportedAtom } from '#shared/merkle/importProofs.ts';
import { readPasted } from './pastedProof.ts';
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

  it('treats a list of proofs as a chain if each root is the next leaf', () => {
    const rootBytes = Buffer.from(rootHash, 'hex');
    const sibling = Buffer.alloc(32, 7);
    const outer = {
      leafHash: rootHash,
      siblings: [sibling.toString('hex')],
      rootHash: Buffer.from(sha256(Uint8Array.of(1), rootBytes, sibling)).toString('hex'),
      leafIndex: 0,
      treeSize: 2,
    };
    expect(entriesOf([atom.proof, outer])).toHaveLength(1);
    expect(statusOf([atom.proof, outer], 'path')).toBe('pass');
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

import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { readImportText } from '../text/importText.ts';
import { readImport, type ImportedAtom, type ImportReading } from './importProofs.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { embeddedLike, proveAll, sampleAtoms } from './testing/sampleTree.ts';

const atoms = proveAll(embeddedLike(sha256), sampleAtoms(5));
const [atom, other] = atoms;
if (atom === undefined || other === undefined) throw new Error('no atoms');
const forged = { ...other, value: 'forged' };

function read(json: unknown, reading?: ImportReading) {
  const found = readImport(JSON.parse(JSON.stringify(json)) as Json, reading);
  if (!found.ok) throw new Error(found.why);
  return found;
}
const placesOf = (items: readonly ImportedAtom[]) => items.map(({ at }) => at);

describe('readImport gives every item its place (C9)', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['an atom of its own beside a list', { ...forged, atoms: [atom] }, ['atoms[0]', '']],
    ['a proof of its own beside a list', { ...forged.proof, atoms: [atom] }, ['atoms[0]', '']],
    ['two lists', { atoms: [atom], results: [forged], hits: [other] }, ['atoms[0]', 'results[0]', 'hits[0]']],
    [
      'a list of receipts beside another list',
      { receipts: [forged], atoms: [atom] },
      ['receipts[0]', 'atoms[0]'],
    ],
    ['an atom beside the atom inside it', { ...forged, atom }, ['atom', '']],
    ['a proof beside the atom inside it', { atom, proof: forged.proof }, ['atom', '']],
    ['an atom in a receipt with atoms', { receipts: [{ ...forged, atoms: [] }] }, ['receipts[0]']],
    [
      'a value and a proof beside what was read back',
      { receipts: [{ atoms: [{ ...forged, readBack: { version: 1, proof: atom.proof } }] }] },
      ['receipts[0].atoms[0]', 'receipts[0].atoms[0]'],
    ],
  ])('%s', (_what, json, places) => {
    expect(placesOf(read(json).items)).toEqual(places);
  });

  it('reads the atom of an entry that repeats the key', () => {
    const { items } = read({ results: [{ key: atom.key, found: true, atom }] });
    expect(placesOf(items)).toEqual(['results[0].atom']);
  });

  it.each([
    ['a value', { value: 'x' }],
    ['a version', { version: 7 }],
    ['a proof', { proof: forged.proof }],
    ['the fields of a proof', forged.proof],
    ['an atom', { atom: forged }],
    ['a list', { atoms: [forged] }],
  ])('lists an entry that was not found but has %s', (_what, more) => {
    const { items, denied } = read({ atoms: [atom, { key: forged.key, found: false, ...more }] });
    expect(items.map(({ problems }) => problems[0])).toEqual([
      undefined,
      ...items
        .slice(1)
        .map(() => 'atoms[1] says that this key was not found, but contains more than the key'),
    ]);
    expect(items.length).toBeGreaterThan(1);
    expect(denied).toEqual([]);
  });

  it('names keys that were not found and have nothing else', () => {
    const found = read({ results: [{ atom }, { key: 'gone', found: false }] });
    expect(placesOf(found.items)).toEqual(['results[0].atom']);
    expect(found.denied).toEqual([{ at: 'results[1]', key: 'gone' }]);
  });

  const { proof, ...plain } = atom;
  const bare = { key: forged.key, value: 'forged', version: 1 };
  it.each<[string, unknown, string, 'a proof' | 'an atom']>([
    ['in a map', { atoms: [atom], more: { [forged.key]: forged } }, `more."${forged.key}"`, 'an atom'],
    ['in a list in an atom', { atoms: [{ ...atom, note: [forged.proof] }] }, 'atoms[0].note[0]', 'a proof'],
    ['beside a proof', { atoms: [{ ...atom, ...forged.proof }] }, 'atoms[0]', 'a proof'],
    ['inside a proof', { ...plain, proof: { ...proof, extra: forged } }, 'proof.extra', 'an atom'],
    [
      'in a list inside a proof',
      { atoms: [{ ...plain, proof: { ...proof, atoms: [forged] } }] },
      'atoms[0].proof.atoms[0]',
      'an atom',
    ],
    ['as the proof', { ...plain, proof: { ...proof, ...bare } }, 'proof', 'an atom'],
    [
      'deep inside a proof',
      { ...plain, proof: { ...proof, a: [[{ b: bare }]] } },
      'proof.a[0][0].b',
      'an atom',
    ],
    ['among inline fields', { ...plain, ...proof, data: forged }, 'data', 'an atom'],
    ['in a bare proof', { ...proof, data: forged }, 'data', 'an atom'],
    ['inside a link', [{ ...plain, proof: [{ ...proof, x: forged }] }], '[0].proof[0].x', 'an atom'],
    [
      'in a map of atoms',
      { atoms: { [forged.key]: bare }, hits: [atom] },
      `atoms."${forged.key}"`,
      'an atom',
    ],
    ['in a list elsewhere', { atoms: [atom], page: { atoms: [bare] } }, 'page.atoms[0]', 'an atom'],
    [
      'in what was read back',
      { receipts: [{ atoms: [{ key: atom.key, readBack: { proof, version: 1, value: 'forged' } }] }] },
      'receipts[0].atoms[0].readBack',
      'an atom',
    ],
  ])('lists an atom or a proof in a place where none is expected: %s', (_what, json, at, what) => {
    const { items } = read(json);
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({
      at,
      proof: null,
      problems: [`${at} contains ${what} where none is expected, so it was not checked`],
    });
  });

  it.each<[string, unknown, boolean]>([
    ['the root of its atoms', { rootHash: proof.rootHash, treeSize: proof.treeSize, atoms: [atom] }, false],
    ['the root of its atoms in capitals', { rootHash: proof.rootHash.toUpperCase(), atoms: [atom] }, false],
    ['the size as text', { treeSize: String(proof.treeSize), atoms: [atom] }, false],
    ['the outer root of a chain', { rootHash: proof.rootHash, atoms: [{ ...plain, proof: [proof] }] }, false],
    ['another root', { rootHash: 'ab'.repeat(32), atoms: [atom] }, true],
    ['another root in the short form', { root: 'ab'.repeat(32), atoms: [atom] }, true],
    ['another size', { treeSize: 99, atoms: [atom] }, true],
    ['another root beside its own proof', { ...atom, rootHash: 'ab'.repeat(32) }, true],
    ['another root beside the atom inside it', { rootHash: 'ab'.repeat(32), atom }, true],
  ])('names a root or a size that the proofs do not have: %s', (_what, json, isOther) => {
    const named = read(json).items.flatMap(({ problems }) => problems);
    const at = named[0]?.startsWith('the input') === true;
    expect(named).toHaveLength(isOther ? 1 : 0);
    expect(at).toBe(isOther);
  });

  it('lists a version beside an atom that has another one', () => {
    expect(placesOf(read({ version: 99, atom }).items)).toEqual(['atom', '']);
    expect(placesOf(read({ version: atom.version, atom }).items)).toEqual(['atom']);
  });

  it('takes a list of two proofs of one leaf for two proofs, and for a chain only by rules of two trees', () => {
    const leaf = 'ab'.repeat(32);
    const one = { leafHash: leaf, siblings: [], rootHash: leaf, leafIndex: 0, treeSize: 1 };
    expect(placesOf(read([one, one]).items)).toEqual(['[0]', '[1]']);
    expect(placesOf(read([one, one], { trees: 2 }).items)).toEqual(['']);
    expect(placesOf(read([one, one, one], { trees: 2 }).items)).toEqual(['[0]', '[1]', '[2]']);
  });

  it('follows nested lists without repeating work', () => {
    let json: Json = { found: false, key: 'k', value: 'v' };
    for (let depth = 0; depth < 100; depth += 1) json = { found: false, atoms: [json] };
    expect(read({ atoms: [json] }).items).toHaveLength(1);
  });
});

describe('readImportText', () => {
  it('refuses a name that an object has twice, at any depth (C9)', () => {
    const text = JSON.stringify({ atoms: [atom] }).replace('"value":', '"value":"forged","value":');
    expect(readImportText(text)).toMatchObject({
      ok: false,
      fault: { what: 'this object has another member with this name' },
    });
    expect(readImportText(`> ${text}`)).toMatchObject({ ok: false });
  });

  it('refuses text with several code blocks, of which it could check only one', () => {
    const block = (json: unknown) => `\`\`\`\n${JSON.stringify(json)}\n\`\`\`\n`;
    expect(readImportText(block(atom))).toMatchObject({ ok: true });
    expect(readImportText(block(atom) + block(forged))).toMatchObject({ ok: false });
  });
});

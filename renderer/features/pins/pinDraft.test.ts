import { expect, it } from 'vitest';
import {
  isEmptyPin,
  pinDraftOf,
  pinProblems,
  readPinDraft,
  rootOfPasted,
  type PinDraft,
} from './pinDraft.ts';

const rootHash = 'ab'.repeat(32);
const draftOf = (changes: Partial<PinDraft>): PinDraft => ({ ...pinDraftOf(null), ...changes });

it('reads a root in any encoding and a tree size with separators', () => {
  const base64 = Buffer.from(rootHash, 'hex').toString('base64');
  for (const root of [rootHash, ` 0x${rootHash.toUpperCase()} `, base64])
    expect(readPinDraft(draftOf({ root, treeSize: '1,204', note: ' from Ada ' }))).toEqual({
      rootHash,
      treeSize: '1204',
      isExact: false,
      source: { kind: 'person' },
      note: 'from Ada',
    });
});

it('names what is not a root or a size, and pins neither', () => {
  const bad = draftOf({ root: 'abc', treeSize: '0' });
  expect(pinProblems(bad)).toEqual({
    root: 'Enter a hash in hex or base64.',
    treeSize: 'Enter a whole number above 0.',
  });
  expect(readPinDraft(bad)).toBeNull();
  expect(readPinDraft(draftOf({ root: rootHash, treeSize: '1.5' }))).toBeNull();
  expect(isEmptyPin(draftOf({ text: 'a checkpoint' }))).toBe(true);
});

it('leaves a checkpoint to main, with the key only if one is given', () => {
  const draft = draftOf({ kind: 'checkpoint', text: 'note', isExact: true });
  expect(readPinDraft(draft)).toEqual({
    checkpoint: { text: 'note', verifierKey: null },
    isExact: true,
    note: '',
  });
  expect(readPinDraft({ ...draft, verifierKey: ' name+id+key ' })).toMatchObject({
    checkpoint: { verifierKey: 'name+id+key' },
  });
});

it('does not take the tree size of a pasted proof as one that the user knows', () => {
  const proof = { leafHash: rootHash, siblings: [], rootHash, leafIndex: 0, treeSize: 1 };
  expect(rootOfPasted(proof)).toEqual({ rootHash, treeSize: null, source: 'person' });
  expect(rootOfPasted({})).toBeNull();
});

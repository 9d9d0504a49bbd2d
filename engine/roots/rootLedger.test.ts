import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHex } from '#shared/merkle/hex.ts';
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts';
import { verifyConsistency, verifyInclusion } from '#shared/transparency/hashTree.ts';
import { parseSignedNote, parseVerifierKey, verifyNote } from '#shared/transparency/signedNote.ts';
import { treeHash } from '#shared/transparency/treeHash.ts';
import { newPrivateKey, signerOf } from '../connections/identity/ed25519.ts';
import type { RootLedger } from './rootLedger.ts';
import { forged, ledgerHere, type LedgerHere } from './testing/ledgerHere.ts';
import { sighting } from './testing/testLedger.ts';

let here: LedgerHere;
beforeEach(async () => {
  here = await ledgerHere();
});
afterEach(() => here.remove());

describe('a root ledger', () => {
  it('is a tree of RFC 6962 over the text of its entries, as they are in the file', async () => {
    await here.ledger.append(sighting('a\u2028"\ud800', 5n));
    await here.ledger.append(sighting('b', 6n));
    const [, first = '', second = ''] = await here.lines();
    const leafOf = (line: string) => {
      const [text = '', beside] = line.split('\t');
      const leaf = createHash('sha256').update('\0').update(text).digest();
      expect(beside).toBe(leaf.toString('base64'));
      return leaf;
    };
    const leaves = [leafOf(first), leafOf(second)];
    const root = createHash('sha256').update('\x01').update(Buffer.concat(leaves)).digest('hex');
    expect(here.ledger.summary()).toMatchObject({ entries: 2, root });
    expect(await here.ledger.texts()).toEqual([first.split('\t')[0], second.split('\t')[0]]);
  });

  it('signs its head as a checkpoint that proves every entry and every earlier head', async () => {
    await here.fill();
    await here.reopen();
    const head = await here.signed();
    const note = parseSignedNote(head.note);
    const key = parseVerifierKey(head.verifierKey);
    if (note === null || key === null) throw new Error('Not a signed note.');
    expect(verifyNote(note, [key], here.keys.verify).ok).toBe(true);
    const checkpoint = parseCheckpoint(note.text);
    expect(checkpoint).toMatchObject({ origin: here.ledger.origin, size: 5n, root: head.root });
    for (let index = 0; index < 5; index += 1) {
      const proven = await here.ledger.entryWithProof(index, head.size);
      expect(proven.entry.sequence).toBe(index);
      expect(Buffer.from(proven.leafHash)).toEqual(
        createHash('sha256').update('\0').update(proven.text).digest(),
      );
      const { leafHash: leaf, proof } = proven;
      expect(verifyInclusion({ leaf, index: BigInt(index), size: 5n, root: head.root, proof })).toBe(true);
    }
    const consistency = here.ledger.consistency(3, 5);
    const [, earlier] = here.ledger.summary().checkpoints;
    expect(consistency).toMatchObject({ from: { size: 3, root: earlier?.root }, isConsistent: true });
    const bytes = (hex: string) => Buffer.from(hex, 'hex');
    const claim = {
      from: 3,
      fromRoot: bytes(consistency.from.root),
      to: 5,
      toRoot: head.root,
      proof: consistency.proof.map(bytes),
    };
    expect(verifyConsistency(claim, treeHash())).toBe(true);
    expect(() => here.ledger.consistency(3, 6)).toThrow(RangeError);
  });

  it('signs on request, after a new contradiction and on closing, but not the same head twice', async () => {
    await here.ledger.append(sighting('a', 5n, 1));
    await here.signed();
    await here.signed();
    expect(here.ledger.summary().checkpoints.map(({ size }) => size)).toEqual([1]);
    await here.ledger.append(sighting('b', 4n, 9));
    await expect.poll(() => here.ledger.summary().checkpoints.map(({ size }) => size)).toEqual([2, 1]);
    await here.ledger.append(sighting('a', 5n, 10));
    await here.reopen();
    expect(here.ledger.summary().checkpoints.map(({ size }) => size)).toEqual([3, 2, 1]);
    await here.reopen();
    expect(here.ledger.summary().checkpointCount).toBe(3);
  });

  it('is kept without signatures while the keychain is locked', async () => {
    here.keys.signer = null;
    await here.ledger.append(sighting('a', 5n, 1));
    await here.ledger.append(sighting('b', 4n, 9));
    await expect.poll(() => here.logged).toHaveLength(1);
    expect(await here.ledger.signedHead()).toMatchObject({ error: { code: 'keychain_unavailable' } });
    await here.reopen();
    expect(here.ledger.summary()).toMatchObject({ entries: 2, checkpointCount: 0, beginning: null });
  });

  it('attributes checkpoints of an earlier installation key, and counts those of unknown keys', async () => {
    await here.ledger.append(sighting('a', 5n, 1));
    await here.signed();
    const next = signerOf(newPrivateKey());
    here.keys.known.push(next);
    here.keys.signer = next;
    await here.signed();
    expect(await here.ledger.verify(() => undefined)).toMatchObject({
      damageCount: 0,
      unsigned: 0,
      checkpoints: { total: 2, valid: 2, unknownKeys: [] },
    });
    here.keys.known = [next];
    expect(await here.ledger.verify(() => undefined)).toMatchObject({
      damageCount: 0,
      checkpoints: { valid: 1, unknownKeys: [1] },
    });
  });

  it('drops an entry that was never completely written', async () => {
    await here.fill();
    await writeFile(here.entriesFile, '{"sequence":5,"at":1', { flag: 'a' });
    await writeFile(here.checkpointsFile, 'atom-explorer/root-', { flag: 'a' });
    await here.reopen();
    expect(here.ledger.summary()).toMatchObject({ entries: 5, beginning: null });
    await here.ledger.append(sighting('c', 10n, 20));
    await here.signed();
    await here.reopen();
    expect(await here.ledger.verify(() => undefined)).toMatchObject({
      entries: 6,
      damageCount: 0,
      unsigned: 0,
    });
  });

  it('leaves a ledger of a newer app alone', async () => {
    await here.fill();
    const [header = '', ...lines] = await here.lines();
    await here.putLines([forged(header, (text) => text.replace('"version":2', '"version":3')), ...lines]);
    await expect(here.open()).rejects.toThrow('newer version');
    expect(await readdir(here.place('.'))).toEqual(['root-ledger']);
  });
});

describe('the timeline', () => {
  const query = (changes = {}) =>
    ({
      connectionId: 'one',
      show: 'all',
      among: null,
      text: '',
      sort: { column: 'firstSeenAt', direction: 'descending' },
      ...changes,
    }) as Parameters<RootLedger['roots']>[0];
  const hashes = (changes = {}) =>
    here.ledger
      .roots(query(changes), { from: 0, to: 99 })
      .rows.map(({ rootHash, status }) => `${rootHash} ${status.kind}`);

  beforeEach(async () => {
    await here.ledger.append(sighting('aa', 5n, 1));
    await here.ledger.append(sighting('aa', 5n, 3));
    await here.ledger.append(sighting('bb', 7n, 5));
    await here.ledger.append(sighting('cc', 100n, 7, { path: 'fail' }));
    await here.ledger.append(sighting('dd', 7n, 9));
    await here.ledger.append(sighting('ee', 6n, 11));
  });

  it('has every root once, newest first, with its status, and keeps it after a restart', async () => {
    const expected = ['ee contradiction', 'dd unexplained', 'cc failed', 'bb new', 'aa seen'];
    expect(hashes()).toEqual(expected);
    await here.reopen();
    expect(hashes()).toEqual(expected);
    expect(hashes({ show: 'doubtful' })).toEqual(expected.slice(0, 2));
    expect(hashes({ text: ' 0xA' })).toEqual(['aa seen']);
    expect(hashes({ among: ['0xBB', 'aa', 'never seen'] })).toEqual(['bb new', 'aa seen']);
    expect(hashes({ sort: { column: 'treeSize', direction: 'ascending' } })).toEqual([
      'cc failed',
      'aa seen',
      'ee contradiction',
      'bb new',
      'dd unexplained',
    ]);
    expect(hashes({ sort: { column: 'times', direction: 'descending' } })[0]).toBe('aa seen');
    expect(here.ledger.locate(query(), 'AA')).toBe(4);
    expect(here.ledger.locate(query({ show: 'doubtful' }), 'aa')).toBe(-1);
  });

  it('shows the two responses of a contradiction, until the user settles it', async () => {
    expect(await here.ledger.root('ee')).toMatchObject({
      root: { rootHash: 'ee', treeSize: '6', times: 1 },
      sides: { seen: { rootHash: 'ee', requestId: 'r11' }, against: { rootHash: 'bb', requestId: 'r5' } },
    });
    expect(await here.ledger.root('dd')).toMatchObject({
      sides: { seen: { rootHash: 'dd' }, against: { rootHash: 'bb' } },
    });
    expect(here.ledger.summary().newestContradiction).toBe('ee');
    await here.ledger.accept('ee', 20, 'restored from a backup');
    await here.reopen();
    expect(here.ledger.summary().openContradictions).toBe(0);
    expect(await here.ledger.root('EE')).toMatchObject({
      root: { status: { kind: 'accepted' } },
      sides: null,
      entries: [{ kind: 'accepted', note: 'restored from a backup' }, { kind: 'root' }],
    });
    expect(await here.ledger.root('never')).toBeNull();
  });

  it('no longer doubts a root that a store of ours explains', async () => {
    await here.ledger.appendWrite({ askedAt: 6, at: 12, endpoint: 'POST /atoms', requestId: 'w' });
    expect(hashes()).toContain('dd new');
  });
});

it('has the head of an empty tree while it has no entries', () => {
  expect(here.ledger.summary()).toMatchObject({ entries: 0, roots: 0, root: toHex(treeHash().empty) });
});

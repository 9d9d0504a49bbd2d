import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { ClassicLevel } from 'classic-level';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { Profile } from '../connections/profileStore.ts';
import { exportReceipts } from './receiptExport.ts';
import { parseReceipt, receiptText } from './receiptRecord.ts';
import { createReceipts, type Receipts } from './receipts.ts';
import { createSizeKnowledges, type SizeKnowledges } from './sizeKnowledge.ts';
import { createWriteMemories, type WriteMemories } from './writeMemories.ts';

const id = 'one' as ConnectionId;
let folder: string;
let memories: WriteMemories;
let receipts: Receipts;
let sizes: SizeKnowledges;
let changes: number;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'receipts-'));
  changes = 0;
  logged = [];
  open();
});
afterEach(async () => {
  await memories.close();
  await rm(folder, { recursive: true });
});

function open(): void {
  const log = (message: string): void => {
    logged.push(message);
  };
  const isKnown = (asked: ConnectionId): boolean => asked === id;
  memories = createWriteMemories(path.join(folder, 'writes'), { now: () => 5 });
  receipts = createReceipts({ memories, isKnown, changed: () => (changes += 1), log });
  sizes = createSizeKnowledges({ memories, isKnown, log });
}

function receipt(name: string, startedAt: number, change: Partial<WriteReceipt> = {}): WriteReceipt {
  return {
    id: name,
    connectionId: id,
    startedAt,
    endedAt: startedAt + 5,
    kind: 'store',
    outcome: 'stored',
    title: `v1.${name}`,
    atomCount: 1,
    rootBefore: 'aa',
    rootAfter: 'bb',
    readBack: { green: 1, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 },
    otherWrites: { before: false, after: true },
    errorCode: null,
    atoms: [
      {
        key: `v1.${name}`,
        bytes: 3,
        sha256: 'cc',
        before: 'there',
        versionBefore: 1,
        version: 2,
        hash: 'dd',
        createdAt: 7,
        missing: false,
        readBack: { version: 2, holdsValue: true, verdict: 'green', proof: { siblings: ['ee'] } },
      },
    ],
    counts: null,
    runs: [],
    source: null,
    previous: null,
    sentTo: null,
    ...change,
  };
}

async function listed(from = 0, to = 100): Promise<readonly string[]> {
  return (await receipts.list(id, { from, to })).writes.map((write) => write.id);
}

describe('receipts', () => {
  it('are listed in pages, newest first, and read completely', async () => {
    for (let i = 0; i < 30; i++) await receipts.add(receipt(`r${String(i)}`, 1_000 + i));
    expect(await listed(0, 3)).toEqual(['r29', 'r28', 'r27']);
    expect(await listed(28, 40)).toEqual(['r1', 'r0']);
    expect(await listed(40, 50)).toEqual([]);
    expect((await receipts.list(id, { from: 0, to: 1 })).total).toBe(30);
    expect(await receipts.read(id, 'r7')).toEqual({ ok: true, value: receipt('r7', 1_007) });
    expect(await receipts.read(id, 'none')).toMatchObject({ error: { code: 'invalid_input' } });
    expect(changes).toBe(30);
  });

  it('are found by text in their titles, in pages, in any case', async () => {
    for (const [at, title] of ['Countries.csv', 'v1.note', 'countries 2.csv', 'cities.csv'].entries())
      await receipts.add(receipt(`r${String(at)}`, 1_000 + at, { title }));
    const found = await receipts.list(id, { from: 0, to: 1 }, 'COUNTRIES');
    expect(found).toMatchObject({ total: 2, writes: [{ id: 'r2' }] });
    expect(await receipts.list(id, { from: 1, to: 9 }, 'countries')).toMatchObject({
      writes: [{ id: 'r0' }],
    });
    expect(await receipts.list(id, { from: 0, to: 9 }, 'none')).toMatchObject({ total: 0, writes: [] });
  });

  it('are found where the list has them, also after new ones', async () => {
    for (const [at, title] of ['Countries.csv', 'v1.note', 'countries 2.csv', 'cities.csv'].entries())
      await receipts.add(receipt(`r${String(at)}`, 1_000 + at, { title }));
    const { revision } = await receipts.list(id, { from: 0, to: 1 });
    expect(await receipts.locate(id, 'r0', '')).toBe(3);
    expect(await receipts.locate(id, 'r0', 'COUNTRIES')).toBe(1);
    expect(await receipts.locate(id, 'r1', 'countries')).toBe(-1);
    expect(await receipts.locate(id, 'never-there', '')).toBe(-1);
    await receipts.add(receipt('r4', 1_004, { title: 'countries 3.csv' }));
    expect(await receipts.locate(id, 'r0', '')).toBe(4);
    expect(await receipts.locate(id, 'r0', 'countries')).toBe(2);
    expect((await receipts.list(id, { from: 0, to: 1 })).revision).toBeGreaterThan(revision);
  });

  it('replace one with the same id, keep their order, also after a restart', async () => {
    await receipts.begin(receipt('a', 1_000, { outcome: 'unknown' }));
    await receipts.add(receipt('b', 1_001));
    await receipts.add(receipt('a', 1_000));
    await receipts.begin(receipt('c', 1_002));
    await receipts.drop(id, 'c');
    await receipts.drop(id, 'never-there');
    expect(await listed()).toEqual(['b', 'a']);
    await receipts.add(receipt('a', 1_005, { title: 'later' }));
    await memories.close();
    open();
    expect(await receipts.list(id, { from: 0, to: 9 })).toMatchObject({
      total: 2,
      writes: [{ id: 'a', title: 'later' }, { id: 'b' }],
    });
  });

  it('of many atoms and of uploads are restored exactly', async () => {
    const atom = receipt('x', 1).atoms[0];
    if (atom === undefined) throw new Error('no atom');
    const missing = { ...atom, key: 'other', missing: true, readBack: null };
    const noProof = {
      ...atom,
      readBack: { version: null, holdsValue: false, verdict: 'amber', proof: null },
    } as const;
    const batch = receipt('batch', 1, { kind: 'batch', atoms: [atom, missing, noProof], atomCount: 3 });
    await receipts.add(batch);
    const upload = receipt('upload', 2, {
      kind: 'upload',
      outcome: 'partly',
      atoms: [],
      readBack: null,
      counts: {
        rows: 3,
        readyBytes: 9,
        statuses: { ready: 1, blocked: 0, dropped: 1, 'passed-over': 1 },
        problems: {
          unreadable: 0,
          'no-key': 0,
          'no-value': 0,
          'lone-surrogate': 0,
          duplicate: 1,
          sensitive: 0,
          'too-large': 0,
          'json-key': 0,
          'not-converted': 0,
          'key-not-converted': 0,
          'value-not-text': 0,
          'empty-value': 0,
          'odd-key': 0,
          'larger-than-accepted': 0,
          'broken-json': 0,
        },
        comparisons: { 'not-compared': 3, new: 0, changed: 0, same: 0, refused: 0 },
        outcomes: { waiting: 0, stored: 1, same: 0, skipped: 2, refused: 0, unknown: 0, held: 0 },
        marks: { 'other-write': 0, 'stored-twice': 0 },
        readBacks: {
          'not-read': 3,
          green: 0,
          keyOnly: 0,
          amber: 0,
          red: 0,
          other: 0,
          missing: 0,
          refused: 0,
        },
        edited: 0,
        largestValue: 4,
      },
    });
    await receipts.add(upload);
    expect(await receipts.read(id, 'batch')).toEqual({ ok: true, value: batch });
    expect(await receipts.read(id, 'upload')).toEqual({ ok: true, value: upload });
    // A receipt from before broken JSON was checked.
    const older = receiptText(upload)
      .replace(/,"broken-json":0/, '')
      .replace(/,"source":null,"previous":null,"sentTo":null/, '');
    expect(older).not.toBe(receiptText(upload));
    expect(parseReceipt(older)).toEqual(upload);
  });

  it('of an upload have their rows by themselves, in order; reading back again replaces them', async () => {
    const [atom] = receipt('x', 1).atoms;
    if (atom === undefined) throw new Error('There is no atom.');
    const row = (number: number, key: string) => ({ ...atom, key, row: number });
    await receipts.add(receipt('u', 1, { kind: 'upload', atoms: [] }));
    expect(await receipts.addRows(id, 'u', [row(0, 'a'), row(10, 'k'), row(2, 'c')])).toBe(true);
    await receipts.addRows(id, 'u', [row(2, 'c again')]);
    // Read back with a later version, which is not the one that the store returned.
    const readBack = { version: 9, holdsValue: true, verdict: 'green', proof: null } as const;
    await receipts.addRows(id, 'u', [{ ...row(10, 'k'), before: 'unread', version: 9, readBack }]);
    await receipts.addRows(id, 'other', [row(0, 'of another')]);
    await memories.close();
    open();
    const keysIn = async (from: number, to: number) =>
      (await receipts.rows(id, 'u', { from, to })).map(({ key }) => key);
    expect(await keysIn(0, 9)).toEqual(['a', 'c again', 'k']);
    expect(await keysIn(1, 2)).toEqual(['c again']);
    expect(await receipts.rows(id, 'u', { from: 0, to: 1 })).toEqual([row(0, 'a')]);
    expect(await receipts.rows(id, 'u', { from: 2, to: 3 })).toEqual([{ ...row(10, 'k'), readBack }]);
    expect(await receipts.countRows(id, 'u')).toBe(3);
    await receipts.drop(id, 'u');
    expect(await receipts.countRows(id, 'u')).toBe(0);
    expect(await receipts.countRows(id, 'other')).toBe(1);
  });

  it('of an upload count their rows and find a page without reading the rows before it', async () => {
    const [atom] = receipt('x', 1).atoms;
    if (atom === undefined) throw new Error('There is no atom.');
    const row = (number: number) => ({ ...atom, key: `k${String(number)}`, row: number });
    await receipts.addRows(id, 'u', [row(0), row(1), row(7)]);
    await receipts.add(receipt('u', 1, { kind: 'upload', atoms: [] }));
    const store = path.join(folder, 'writes', id, 'receipts');
    const inDatabase = async (work: (database: ClassicLevel) => Promise<void>) => {
      await memories.close();
      const database = new ClassicLevel(store);
      await work(database);
      await database.close();
      open();
    };
    // Rows that are on the way to a page are not looked at, not even for their names.
    await inDatabase((database) => database.del('row/u/00000001'));
    expect(await receipts.countRows(id, 'u')).toBe(3);
    expect(await receipts.rows(id, 'u', { from: 2, to: 3 })).toMatchObject([{ key: 'k7' }]);
    // A log of an earlier version, and one of an app that crashed, do not say which rows they have.
    await receipts.addRows(id, 'u', [row(1), row(9)]);
    await inDatabase(async (database) => expect(await database.get('row-numbers/u')).toBe(undefined));
    expect(await receipts.countRows(id, 'u')).toBe(4);
    await receipts.add(receipt('u', 1, { kind: 'upload', atoms: [] }));
    await inDatabase(async (database) =>
      expect(await database.get('row-numbers/u')).toBe('[[0,1],[7,7],[9,9]]'),
    );
    expect(await receipts.rows(id, 'u', { from: 3, to: 9 })).toMatchObject([{ key: 'k9' }]);
    await receipts.clear(id);
    expect(await receipts.countRows(id, 'u')).toBe(0);
  });

  it('are cleared, including their files', async () => {
    await receipts.add(receipt('a', 1_000, { title: 'words-to-be-gone' }));
    await receipts.clear(id);
    expect(await receipts.list(id, { from: 0, to: 9 })).toEqual({
      total: 0,
      writes: [],
      revision: 2,
      recoveredFrom: null,
    });
    await receipts.add(receipt('b', 1_001));
    expect(await listed()).toEqual(['b']);
    expect(changes).toBe(3);
  });

  it('start over if they are damaged, and the damaged ones are set aside', async () => {
    await receipts.add(receipt('a', 1_000));
    await memories.close();
    const place = path.join(folder, 'writes', id);
    const manifest = (await readdir(path.join(place, 'receipts'))).find((name) =>
      name.startsWith('MANIFEST'),
    );
    await writeFile(path.join(place, 'receipts', manifest ?? ''), 'nonsense');
    open();
    const recoveredFrom = path.join(place, 'receipts.damaged-5');
    expect(await receipts.list(id, { from: 0, to: 9 })).toMatchObject({
      total: 0,
      writes: [],
      recoveredFrom,
    });
    expect(await readdir(place)).toContain('receipts.damaged-5');
  });

  it('of a removed connection create nothing', async () => {
    await receipts.add(receipt('a', 1, { connectionId: 'gone' as ConnectionId }));
    await sizes.accepted('gone' as ConnectionId, { largestValue: 1, atoms: 1 });
    expect(await readdir(folder)).toEqual([]);
    expect(changes).toBe(0);
  });
});

const connections = {
  profile: () =>
    succeed({ name: 'one', kind: 'service', baseUrl: 'https://memory.example', scheme: null } as Profile),
};

describe('exporting receipts', () => {
  const save = async (ids: readonly string[] | null, format: 'csv' | 'json') => {
    const file = path.join(folder, `out.${format}`);
    const saved = await exportReceipts(
      { receipts, connections, askWhereToSave: async () => file, newId: () => 'part', now: () => 0 },
      id,
      ids,
      format,
    );
    expect(saved).toEqual({ ok: true, value: { path: file } });
    return readFile(file, 'utf8');
  };

  it('writes a line for each atom, safe for spreadsheets', async () => {
    const atom = receipt('x', 1).atoms[0];
    if (atom === undefined) throw new Error('no atom');
    const formula = { ...atom, key: '=1+1', missing: true, readBack: null };
    await receipts.add(receipt('a', 1_000, { atoms: [atom, formula], atomCount: 2, kind: 'batch' }));
    const elsewhere = { title: 'rows, many.csv', sentTo: 'https://former.example' };
    await receipts.add(receipt('b', 2_000, { kind: 'upload', atoms: [], ...elsewhere }));
    const lines: readonly Record<string, string>[] = parse(await save(null, 'csv'), { columns: true });
    expect(lines).toMatchObject([
      { receipt: 'b', kind: 'upload', title: 'rows, many.csv', key: '', service: 'https://former.example' },
      {
        receipt: 'a',
        key: 'v1.x',
        readBack: 'verified',
        version: '2',
        sha256: 'cc',
        service: 'https://memory.example',
      },
      { receipt: 'a', key: "'=1+1", readBack: 'not there', startedAt: '1970-01-01T00:00:01.000Z' },
    ]);
  });

  it('writes an upload with the rows that were read back, also those of many pages', async () => {
    const [atom] = receipt('x', 1).atoms;
    if (atom === undefined) throw new Error('There is no atom.');
    const rows = Array.from({ length: 501 }, (_, row) => ({ ...atom, key: `k${String(row)}`, row }));
    await receipts.addRows(id, 'u', rows);
    await receipts.add(receipt('u', 1_000, { kind: 'upload', atoms: [], readBack: null }));
    const lines: readonly Record<string, string>[] = parse(await save(['u'], 'csv'), { columns: true });
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toMatchObject({ receipt: 'u', key: 'k500', readBack: 'verified', sha256: 'cc' });
    expect(JSON.parse(await save(null, 'json'))).toMatchObject({ receipts: [{ id: 'u', atoms: rows }] });
  });

  it('writes complete receipts as JSON: all, or the selected ones', async () => {
    for (const name of ['a', 'b', 'c']) await receipts.add(receipt(name, 1_000));
    const all: unknown = JSON.parse(await save(null, 'json'));
    expect(all).toMatchObject({ receipts: [{ id: 'c' }, { id: 'b' }, { id: 'a' }] });
    const some: unknown = JSON.parse(await save(['b', 'gone'], 'json'));
    const { connectionId: _, ...rest } = receipt('b', 1_000);
    expect(some).toEqual({
      format: 'atom-explorer-receipts',
      version: 1,
      exportedAt: '1970-01-01T00:00:00.000Z',
      service: 'https://memory.example',
      receipts: [{ ...rest, startedAt: '1970-01-01T00:00:01.000Z', endedAt: '1970-01-01T00:00:01.005Z' }],
    });
  });

  it('does nothing if the user cancels, and names a file that cannot be written', async () => {
    const effects = { receipts, connections, newId: () => 'part', now: () => 0 };
    expect(await exportReceipts({ ...effects, askWhereToSave: async () => null }, id, null, 'csv')).toEqual({
      ok: true,
      value: { path: null },
    });
    const nowhere = path.join(folder, 'no', 'folder.csv');
    expect(
      await exportReceipts({ ...effects, askWhereToSave: async () => nowhere }, id, null, 'csv'),
    ).toMatchObject({ error: { code: 'file_failed', failure: 'missing', path: nowhere } });
  });
});

describe('the sizes that a service accepts', () => {
  it('are found over time, and kept across restarts', async () => {
    expect(await sizes.of(id)).toEqual({
      largestAccepted: null,
      smallestRefused: null,
      largestBatchAccepted: null,
      smallestBatchRefused: null,
    });
    await sizes.accepted(id, { largestValue: 100, atoms: 1 });
    await sizes.accepted(id, { largestValue: 50, atoms: 500 });
    await sizes.refused(id, { value: 900 });
    await sizes.refused(id, { value: 1_000 });
    await sizes.refused(id, { batchAtoms: 2_000 });
    const found = {
      largestAccepted: 100,
      smallestRefused: 900,
      largestBatchAccepted: 500,
      smallestBatchRefused: 2_000,
    };
    expect(await sizes.of(id)).toEqual(found);
    await memories.close();
    open();
    expect(await sizes.of(id)).toEqual(found);
  });

  it('follow limits that change', async () => {
    await sizes.refused(id, { value: 100 });
    await sizes.refused(id, { batchAtoms: 10 });
    await sizes.accepted(id, { largestValue: 100, atoms: 20 });
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: 100, smallestRefused: null });
    expect(await sizes.of(id)).toMatchObject({ largestBatchAccepted: 20, smallestBatchRefused: null });
    await sizes.refused(id, { value: 80 });
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: null, smallestRefused: 80 });
  });

  it('are written only if something changed', async () => {
    await sizes.accepted(id, { largestValue: 100, atoms: 10 });
    const file = path.join(folder, 'writes', id, 'sizes.json');
    await writeFile(file, 'untouched');
    await sizes.accepted(id, { largestValue: 100, atoms: 3 });
    expect(await readFile(file, 'utf8')).toBe('untouched');
  });
});

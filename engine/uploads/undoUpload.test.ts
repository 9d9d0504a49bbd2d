import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Upload } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { startFaultyService, type BatchFault, type FaultyService } from './testing/faultyService.ts';
import { rowsHere } from './testing/rowsHere.ts';
import { connection, uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let fault: (index: number) => BatchFault | Promise<BatchFault>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  fault = () => 'none';
  way = await startFaultyService(service, (_, index) => fault(index));
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await way.close();
});

let cases = 0;
const newKeys = (count: number): readonly string[] => {
  cases += 1;
  return Array.from({ length: count }, (_, at) => `v1.undo${cases}.${at}`);
};
const store = async (keys: readonly string[], text: string): Promise<void> => {
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: text })) });
};
const stored = async (keys: readonly string[]): Promise<readonly string[]> => {
  const { body } = await service.post('/batch-access', { keys });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return keys.map((key) => {
    const atom = atoms.find((one) => one.key === key);
    return atom === undefined ? '-' : `${atom.value} @${atom.version}`;
  });
};
const linesOf = (keys: readonly string[]): readonly string[] => keys.map((key) => `${key},mine`);
const ended = (): Promise<Upload> => here.until(({ phase }) => phase.kind === 'ended');
const sendAll = async (keys: readonly string[]): Promise<Upload> => {
  await here.send(await here.prepare(linesOf(keys)), { replacesUnseen: true, batchAtoms: 2 });
  return ended();
};

describe('what an upload replaces', () => {
  it('is kept in every batch, and becomes the rows of another upload', async () => {
    const keys = newKeys(5);
    // One that is new, and one that has the value already.
    await store(keys.slice(1), 'theirs');
    await store(keys.slice(4), 'mine');
    const upload = await sendAll(keys);
    expect(upload.previous).toEqual({ atoms: 3, notKept: [] });
    expect(await stored(keys)).toEqual(['mine @1', 'mine @2', 'mine @2', 'mine @2', 'mine @2']);
    const kept = await here.previousValues.read(connection, upload.id);
    expect(kept?.atoms.map(({ key, value: was }) => [key, was])).toEqual(
      keys.slice(1, 4).map((key) => [key, 'theirs']),
    );

    const again = value(
      await here.uploads().beginPrevious(connection, { id: upload.id, title: upload.file.name }),
    );
    expect(again.file.name).toBe('Previous values of atoms.csv.jsonl');
    const rows = await here.until(({ phase }) => phase.kind === 'checking');
    expect(rows.counts?.statuses).toMatchObject({ ready: 3, blocked: 0 });
    await here.send(rows, { replacesUnseen: true });
    // Undoing is a write like others, and can be undone.
    expect((await ended()).previous.atoms).toBe(3);
    expect(await stored(keys)).toEqual(['mine @1', 'theirs @3', 'theirs @3', 'theirs @3', 'mine @2']);
  });

  it('is also what others stored while a batch waited, and what a lost batch had replaced', async () => {
    const keys = newKeys(2);
    await store(keys.slice(1), 'theirs');
    fault = async (index) => {
      if (index === 0) {
        await store(keys.slice(0, 1), 'theirs, in between');
        return { status: 429, retryAfter: '1' };
      }
      return index === 1 ? 'answer-lost' : 'none';
    };
    const upload = await here.prepare(linesOf(keys));
    await here.send(upload, { replacesUnseen: true, verify: true });
    const { previous } = await here.until(({ verification }) => verification !== null);
    expect(previous).toMatchObject({ atoms: 2, notKept: [] });
    expect(here.uploadedRows.get(`${upload.id} 0`)).toMatchObject({ before: 'there', versionBefore: 1 });
    const kept = await here.previousValues.read(connection, upload.id);
    expect(kept?.atoms.map((atom) => atom.value).sort()).toEqual(['theirs', 'theirs, in between']);
  });

  it('is what was there before the upload, although two of its rows stored the same key', async () => {
    const keys = newKeys(2);
    await store(keys.slice(0, 1), 'theirs');
    const upload = await here.prepare(linesOf(keys));
    value(await here.uploads().setDuplicateRule(upload.id, 'last'));
    const second = { kind: 'rows', rows: [1] } as const;
    value(await here.uploads().changeRows(upload.id, second, { kind: 'drop', dropped: true }));
    await here.send(upload, { replacesUnseen: true });
    await ended();
    value(await here.uploads().changeRows(upload.id, second, { kind: 'drop', dropped: false }));
    value(await here.uploads().changeRow(upload.id, 1, { key: keys[0] ?? '', value: 'second' }));
    await here.send(upload, { replacesUnseen: true });
    await here.until(({ phase, counts }) => phase.kind === 'ended' && counts?.outcomes.stored === 2);
    expect(await stored(keys.slice(0, 1))).toEqual(['second @3']);
    expect((await here.previousValues.read(connection, upload.id))?.atoms).toMatchObject([
      { key: keys[0], value: 'theirs', replacedBy: createHash('sha256').update('second').digest('hex') },
    ]);
  });

  it('is counted as not kept if it cannot be, with the reason, also after a restart', async () => {
    const keys = newKeys(3);
    await store(keys, 'theirs');
    const upload = await here.prepare(linesOf(keys));
    here.keychain.fault = new Error('The keychain is locked.');
    await here.send(upload, { replacesUnseen: true });
    const notKept = (await ended()).previous.notKept;
    expect(notKept).toEqual([{ why: expect.any(String) as string, atoms: 3 }]);
    // The list of writes says so as well, long after the rows of the upload are gone.
    await here.until(() => here.receipts.length > 0);
    expect(here.receipts.at(-1)?.previous).toEqual({ atoms: 0, notKept });
    here.keychain.fault = null;
    await here.quit();
    here.restart();
    expect((await here.current())?.previous).toEqual({ atoms: 0, notKept });
    expect(await here.uploads().beginPrevious(connection, { id: upload.id, title: 'x' })).toMatchObject({
      ok: false,
      error: { field: 'writeId' },
    });
    // The finished upload was not given up for nothing.
    expect((await here.current())?.id).toBe(upload.id);
  });

  it('leaves no upload behind that waits forever if its rows cannot be read', async () => {
    const [key = ''] = newKeys(1);
    const other = await uploadsHere(
      { address: way.address, apiKey: service.fullKey },
      { workerFile: '', openRows: rowsHere((call) => call === 'sample') },
    );
    const atom = { key, value: 'was', version: 1, verdict: null, replacedBy: null };
    await other.previousValues.keep(connection, 'w', { atoms: [atom], notKept: [] });
    expect(await other.uploads().beginPrevious(connection, { id: 'w', title: 'x' })).toMatchObject({
      error: { code: 'internal' },
    });
    expect(await other.current()).toBeNull();
    expect(other.logged).toMatchObject([expect.stringContaining('has died') as string]);
    await other.close();
  });

  it('is sealed on disk, one file for each batch, and nothing if nothing is replaced', async () => {
    const keys = newKeys(4);
    await sendAll(keys);
    const folder = path.join(here.folder, 'previous-values', connection);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    await store(keys, 'their secret words');
    await sendAll(keys);
    const files = await readdir(folder);
    expect(files).toHaveLength(2);
    for (const file of files)
      expect(await readFile(path.join(folder, file), 'latin1')).not.toContain('secret words');
    await rm(folder, { recursive: true });
  });
});

describe('the rows of an upload in the list of writes', () => {
  it('are there as they were read back, with their proofs; the receipt names the file and the columns', async () => {
    const keys = newKeys(3);
    await store(keys.slice(1), 'theirs');
    await store(keys.slice(2), 'mine');
    await here.send(await here.prepare(linesOf(keys)), { replacesUnseen: true, verify: true });
    const upload = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    await here.until(() => here.receipts.length > 0);
    const rows = keys.map((_, at) => here.uploadedRows.get(`${upload.id} ${String(at)}`));
    expect(rows.map((row) => [row?.key, row?.before, row?.versionBefore, row?.version])).toEqual([
      [keys[0], 'absent', null, 1],
      [keys[1], 'there', 1, 2],
      // Not sent: the service had it. It was not compared before.
      [keys[2], 'there', null, null],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        sha256: createHash('sha256').update('mine').digest('hex'),
        bytes: 4,
        missing: false,
        readBack: { holdsValue: true, verdict: 'green', proof: { leafHash: expect.any(String) as string } },
      });
    }
    const file = await readFile(path.join(here.folder, 'atoms.csv'));
    expect(here.receipts.at(-1)?.sentTo).toBe(here.profile.baseUrl);
    expect(here.receipts.at(-1)?.source).toEqual({
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      key: '{key}',
      valueColumns: ['value'],
    });
  });

  it('are replaced when they are read back again, and say what became of them since', async () => {
    const keys = newKeys(2);
    await here.send(await here.prepare(linesOf(keys)), { verify: true });
    const { id } = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    await store(keys.slice(1), 'theirs');
    const before = here.receipts.length;
    value(await here.uploads().verify(id));
    await here.until(() => here.receipts.length > before);
    expect(here.uploadedRows.get(`${id} 0`)).toMatchObject({ readBack: { version: 1, holdsValue: true } });
    expect(here.uploadedRows.get(`${id} 1`)).toMatchObject({
      version: 1,
      readBack: { version: 2, holdsValue: false },
    });
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { KeyChangeList } from '#shared/domain/keyChange.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportContent, ExportFormat, Job } from '#shared/domain/job.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { startExport } from './exportRun.ts';
import { testJobs } from '../../jobs/testing/testJobs.ts';

const id = 'c' as ConnectionId;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  file = path.join(folder, 'atoms.csv');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const entryOf = (key: string): CatalogueEntry => ({
  key,
  version: 2,
  hash: 'ab',
  leafIndex: '9007199254740993',
  verdict: 'amber',
  source: 'import',
  firstSeenAt: 0,
  readAt: 1_000,
  gone: false,
  changedAt: 950,
  conflicting: false,
  placed: null,
  bookmarked: true,
  note: 'a "note",\nin two lines',
  tags: ['one', 'two'],
});

/** Runs an export of the keys; `onEntries` is called before each batch. */
async function run(
  keys: readonly string[],
  format: ExportFormat,
  options: {
    readonly to?: string | null;
    readonly onEntries?: (cancel: () => void) => void;
    readonly changes?: KeyChangeList;
    readonly content?: ExportContent;
  } = {},
): Promise<Job | null> {
  let ended: (job: Job) => void = () => undefined;
  const end = new Promise<Job>((resolve) => (ended = resolve));
  const jobs = testJobs({
    announce: (job) => {
      if (job.endedAt !== null) ended(job);
    },
    now: () => 0,
  });
  const started = await startExport(
    {
      jobs,
      memory: {
        async *selected() {
          yield keys;
        },
        changes: async (_, some) => some.map(() => options.changes ?? { changes: [], dropped: 0 }),
        changesRecordedSince: async () => 500,
        entries: async (_, some) => {
          options.onEntries?.(() => jobs.cancel('job'));
          return some.map((key) => (key === 'forgotten' ? null : entryOf(key)));
        },
      },
      readings: {
        readMany: () => {
          throw new Error('What is known is asked of no service.');
        },
      },
      connections: {
        profile: () =>
          succeed({
            name: 'one',
            kind: 'service',
            baseUrl: 'https://memory.example',
            scheme: null,
          } as Profile),
      },
      askWhereToSave: async () => (options.to === undefined ? file : options.to),
      newId: () => 'new',
      now: () => 0,
    },
    id,
    options.content === 'changes'
      ? { kind: 'query', query: changedSince(900), except: [] }
      : { kind: 'keys', keys },
    options.content ?? 'known',
    format,
  );
  return started === null ? null : end;
}

function changedSince(since: number): AtomsQuery {
  return {
    connectionId: id,
    filter: { text: '', mode: 'contains', changed: { since } },
    delimiter: '.',
    path: '',
    sort: { column: 'key', direction: 'ascending' },
  };
}

describe('an export of changes', () => {
  const changes: KeyChangeList = {
    changes: [
      {
        kind: 'content',
        at: 950,
        beforeAt: 800,
        before: { version: 1, valueHash: 'aa', leafHash: null },
        after: { version: 2, valueHash: 'bb', leafHash: null },
        verdict: 'amber',
      },
    ],
    dropped: 0,
  };

  it('writes what each key was and is, without its value, and since when changes are recorded', async () => {
    await run(['=changed'], 'json', { content: 'changes', changes });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      format: 'atom-explorer-changes',
      version: 1,
      exportedAt: '1970-01-01T00:00:00.000Z',
      since: '1970-01-01T00:00:00.900Z',
      changesRecordedSince: '1970-01-01T00:00:00.500Z',
      changes: [
        {
          key: '=changed',
          change: 'changed',
          versionBefore: 1,
          versionNow: 2,
          valueSha256Before: 'aa',
          valueSha256Now: 'bb',
          verdict: 'could not check',
          changeSeenAt: '1970-01-01T00:00:00.950Z',
          readBeforeThatAt: '1970-01-01T00:00:00.800Z',
          changes: 1,
          olderChangesNotKept: false,
          firstSeenAt: '1970-01-01T00:00:00.000Z',
          readAt: '1970-01-01T00:00:01.000Z',
          service: 'https://memory.example',
        },
      ],
    });
  });

  it('writes CSV that spreadsheets do not execute, and names no earlier version where changes are no longer kept', async () => {
    await run(['=changed'], 'csv', { content: 'changes', changes: { ...changes, dropped: 3 } });
    expect((await readFile(file, 'utf8')).split('\r\n')[1]).toBe(
      "'=changed,changed,,2,,bb,could not check,1970-01-01T00:00:00.950Z,1970-01-01T00:00:00.800Z,1,true,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z,https://memory.example",
    );
  });
});

describe('an export of known keys', () => {
  it('writes CSV that spreadsheets do not execute, without values', async () => {
    const job = await run(['v1.a', '=1+1', 'forgotten'], 'csv');
    expect(job).toMatchObject({ state: { kind: 'done' }, progress: { total: 3, done: 3, path: file } });
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "key,version,hash,leafIndex,rootHash,treeSize,verdict,gone,readAt,source,firstSeenAt,bookmarked,tags,note,service
      v1.a,2,ab,9007199254740993,,,could not check,false,1970-01-01T00:00:01.000Z,import,1970-01-01T00:00:00.000Z,true,one | two,"a ""note"",
      in two lines",https://memory.example
      '=1+1,2,ab,9007199254740993,,,could not check,false,1970-01-01T00:00:01.000Z,import,1970-01-01T00:00:00.000Z,true,one | two,"a ""note"",
      in two lines",https://memory.example
      "
    `);
    expect(await readdir(folder)).toEqual(['atoms.csv']);
  });

  it('writes JSON', async () => {
    await run(['v1.a', 'v1.b'], 'json');
    const written: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(written).toMatchObject({
      exportedAt: '1970-01-01T00:00:00.000Z',
      atoms: [{ key: 'v1.a', leafIndex: '9007199254740993', tags: ['one', 'two'] }, { key: 'v1.b' }],
    });
  });

  it('writes an empty list', async () => {
    await run([], 'json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ atoms: [] });
  });

  it('leaves no file when it is canceled, and does not change an existing one', async () => {
    await writeFile(file, 'before');
    const keys = Array.from({ length: 3_000 }, (_, at) => `k${at}`);
    const job = await run(keys, 'csv', { onEntries: (cancel) => cancel() });
    expect(job?.state).toEqual({ kind: 'cancelled' });
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['atoms.csv']);
  });

  it('gives the reason for a failure, and starts nothing if the user chose no file', async () => {
    const job = await run(['a'], 'csv', { to: path.join(folder, 'no', 'a.csv') });
    expect(job?.state).toMatchObject({ kind: 'failed', error: { code: 'file_failed', failure: 'missing' } });
    expect(await run(['a'], 'csv', { to: null })).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });
});

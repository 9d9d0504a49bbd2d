import { describe, expect, it } from 'vitest';
import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job, JobOf } from '#shared/domain/job.ts';
import type { ImportPreview } from '#shared/domain/keyImport.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { parseKeyFile } from './parseKeyFile.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { createKeyImports } from './keyImports.ts';
import { testJobs } from '../../jobs/testing/testJobs.ts';

const id = 'c' as ConnectionId;

/** Imports into known keys in memory, from a service that has the `stored` keys. */
function makeImports(stored: readonly string[], known: readonly string[] = []) {
  const catalogue = new Map(known.map((key) => [key, 'recall']));
  const asked: (readonly string[])[] = [];
  const ends = new Map<string, Job>();
  let lastId = 0;
  let isRemoved = false;
  const newId = (): string => String((lastId += 1));
  const jobs = testJobs({
    announce: (job) => {
      if (job.endedAt !== null) ends.set(job.id, job);
    },
    newId,
  });
  const imports = createKeyImports({
    jobs,
    memory: {
      entries: async (_, keys) =>
        keys.map((key) => (catalogue.has(key) ? ({ key, readAt: null } as CatalogueEntry) : null)),
      learn: async (_, news) => {
        for (const { key, ...rest } of news) catalogue.set(key, 'source' in rest ? rest.source : '');
      },
    },
    readings: {
      readMany: async (_, keys, __, source) => {
        asked.push(keys);
        const found = keys.filter((key) => stored.includes(key));
        for (const key of found) catalogue.set(key, source ?? '');
        return succeed({
          atoms: found.map((key) => ({ key, version: 1, verdict: { status: 'green' } }) as AtomReading),
          missing: keys.filter((key) => !found.includes(key)),
          unasked: [],
          denials: [],
          roots: [],
          exchange: {} as Exchange,
        });
      },
    },
    connections: {
      profile: () =>
        isRemoved
          ? fail({ code: 'invalid_input', field: 'id', message: 'none', requestId: null })
          : succeed({} as Profile),
    },
    parse: async (task) => parseKeyFile(task),
    newId,
    now: () => 0,
  });
  return {
    imports,
    asked,
    catalogue,
    removeConnection: () => {
      isRemoved = true;
      imports.forget(id);
    },
    preview: async (name: string, text: string): Promise<ImportPreview> => {
      const read = await imports.read(id, { name, bytes: new TextEncoder().encode(text) });
      if (!read.ok || read.value.kind !== 'preview') throw new Error('no preview');
      return read.value;
    },
    ended: async (started: Result<JobOf<'import'>>): Promise<JobOf<'import'>> => {
      if (!started.ok) throw new Error(started.error.message);
      for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
      const job = ends.get(started.value.id);
      if (job?.kind !== 'import') throw new Error('not ended');
      return job;
    },
  };
}

describe('importing keys', () => {
  it('shows what is in the file before anything is requested or added', async () => {
    const { preview, asked, catalogue } = makeImports(['a'], ['b']);
    expect(await preview('keys.txt', 'a\nb\na\n\nc')).toMatchObject({
      fileName: 'keys.txt',
      format: 'text',
      keyCount: 3,
      knownCount: 1,
      firstKeys: ['a', 'b', 'c'],
      duplicateCount: 1,
      skippedCount: 1,
    });
    expect(asked).toEqual([]);
    expect([...catalogue.keys()]).toEqual(['b']);
  });

  it('requests the keys, adds those that exist, and lists the others', async () => {
    const { imports, preview, ended, catalogue } = makeImports(['a', 'b'], ['b']);
    const { id: importId } = await preview('keys.txt', 'a\nb\nc');
    const { state, progress } = await ended(imports.start(importId, 'verify'));
    expect(state).toEqual({ kind: 'done' });
    expect(progress).toMatchObject({
      done: 3,
      newKeys: 1,
      verdicts: { green: 2 },
      missing: ['c'],
      missingCount: 1,
    });
    expect(Object.fromEntries(catalogue)).toEqual({ b: 'import', a: 'import' });
  });

  it('adds the missing ones only on request, once', async () => {
    const { imports, preview, ended, catalogue } = makeImports(['a']);
    const { id: importId } = await preview('keys.txt', 'a\nc\nd');
    const { id: jobId } = await ended(imports.start(importId, 'verify'));
    expect([...catalogue.keys()]).toEqual(['a']);
    const { progress } = await ended(imports.learnMissing(jobId));
    expect(progress).toMatchObject({ how: 'learn', total: 2, done: 2, newKeys: 2 });
    expect([...catalogue.keys()]).toEqual(['a', 'c', 'd']);
    expect(imports.learnMissing(jobId).ok).toBe(false);
  });

  it('discards the missing ones with the job that found them', async () => {
    const { imports, preview, ended, catalogue } = makeImports(['a']);
    const { id: importId } = await preview('keys.txt', 'a\nc\nd');
    const { id: jobId } = await ended(imports.start(importId, 'verify'));
    imports.dismiss(jobId);
    expect(imports.learnMissing(jobId).ok).toBe(false);
    expect([...catalogue.keys()]).toEqual(['a']);
  });

  it('adds all without requests if the user chooses that', async () => {
    const { imports, preview, ended, asked, catalogue } = makeImports([]);
    const { id: importId } = await preview('keys.txt', 'a\nb');
    expect((await ended(imports.start(importId, 'learn'))).progress.newKeys).toBe(2);
    expect(asked).toEqual([]);
    expect([...catalogue.keys()]).toEqual(['a', 'b']);
  });

  it("reads a table again with the user's settings", async () => {
    const { imports, preview } = makeImports([]);
    const { id: importId, table } = await preview('keys.csv', 'key,other\na,x\n');
    expect(table).toMatchObject({ column: 0, hasHeader: true });
    const again = await imports.readTable(importId, { column: 1, hasHeader: false });
    expect(again).toMatchObject({ value: { id: importId, firstKeys: ['other', 'x'] } });
  });

  it('discards a file that was dropped, started, or replaced by another', async () => {
    const { imports, preview } = makeImports([]);
    const first = await preview('a.txt', 'a');
    const second = await preview('b.txt', 'b');
    expect(imports.start(first.id, 'verify').ok).toBe(false);
    imports.drop(second.id);
    expect(imports.start(second.id, 'verify').ok).toBe(false);
  });
});

describe('a connection that is removed', () => {
  it('removes its imports too: nothing is started for it, and its known keys are not accessed', async () => {
    const { imports, preview, ended, removeConnection, catalogue } = makeImports(['a']);
    const verified = await preview('a.txt', 'a\nb\n');
    const job = await ended(imports.start(verified.id, 'verify'));
    const waiting = await preview('b.txt', 'c\n');
    const parsing = imports.read(id, { name: 'c.txt', bytes: new TextEncoder().encode('d\n') });
    removeConnection();
    expect((await parsing).ok).toBe(false);
    expect(imports.start(waiting.id, 'learn').ok).toBe(false);
    expect(imports.learnMissing(job.id).ok).toBe(false);
    expect([...catalogue.keys()]).toEqual(['a']);
  });
});

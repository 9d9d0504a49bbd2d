import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Result } from '#shared/domain/result.ts';
import type { CompletedCall } from '../../reading/readingCalls.ts';
import { beginAppendLog } from '../../storage/appendLog.ts';
import { createRecordings, mostRecordingBytes, type Recordings } from './recordings.ts';

const id = 'one' as ConnectionId;
let folder: string;
let time: number;
let names: number;
let logged: unknown[];
let recordings: Recordings;
let isFull: boolean;
let mostBytes: number;
let openLogs: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recordings-'));
  time = 1_000;
  names = 0;
  logged = [];
  isFull = false;
  openLogs = 0;
  mostBytes = mostRecordingBytes;
  recordings = open();
});
afterEach(async () => {
  await recordings.close();
  await rm(folder, { recursive: true });
});

function open(): Recordings {
  return createRecordings({
    folder,
    newId: () => `r${(names += 1)}`,
    changed: () => undefined,
    openLog: async (name) => {
      const log = await beginAppendLog(name);
      openLogs += 1;
      return {
        ...log,
        close: async () => {
          openLogs -= 1;
          await log.close();
        },
        append: async (text) => {
          if (!isFull) return log.append(text);
          throw new Error('no space left');
        },
      };
    },
    mostBytes,
    now: () => (time += 1),
    log: (message, error) => logged.push(message, error),
  });
}

const exchange = {
  requestId: 'r',
  method: 'GET',
  path: '/atoms/a',
  status: 200,
  startedAt: 0,
  elapsedMs: 1,
  bodyBytes: 2,
  retries: 0,
} as const;

function reading(key: string): AtomReading {
  const verdict = { status: 'green', checks: [] } as unknown as AtomReading['verdict'];
  const value = 'a value that nobody may keep';
  return {
    key,
    value,
    version: 1,
    hash: null,
    score: 0.5,
    proof: null,
    verdict,
    memory: null,
    raw: '',
    exchange,
  };
}

const read = (key: string): CompletedCall => ({ kind: 'read', key, reading: reading(key) });
const recall = (query: string): CompletedCall => ({
  kind: 'recall',
  query,
  limit: 10,
  reading: { atoms: [reading('a')], predictions: ['b'], anomalies: [], exchange },
});

async function start(name = ''): Promise<string> {
  const started = await recordings.start({ connectionId: id, connectionName: 'prod', name });
  return must(started).id;
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const file = (of: string): string => path.join(folder, `${of}.jsonl`);

describe('recording', () => {
  it('contains only what the user requests over the connection', async () => {
    recordings.observe(id, read('before'), 'user', 1);
    const recorded = await start();
    recordings.observe(id, recall('q'), 'user', 2);
    recordings.observe('other' as ConnectionId, read('elsewhere'), 'user', 3);
    recordings.observe(id, read('prefetched'), 'app', 4);
    recordings.observe(id, { kind: 'read', key: 'gone', reading: null }, 'user', 5);
    recordings.observe(
      id,
      {
        kind: 'readMany',
        keys: ['a', 'b'],
        reading: { atoms: [reading('a')], missing: ['b'], unasked: [], denials: [], roots: [], exchange },
      },
      'user',
      6,
    );
    await recordings.stop();
    recordings.observe(id, read('after'), 'user', 7);

    const { steps, end, endedAt } = must(await recordings.read(recorded));
    expect(steps).toMatchObject([
      {
        kind: 'recall',
        at: 2,
        query: 'q',
        limit: 10,
        hits: [{ key: 'a', score: 0.5, version: 1, verdict: 'green' }],
        predictions: ['b'],
      },
      { kind: 'read', at: 5, key: 'gone', atom: null },
      { kind: 'readMany', at: 6, keys: ['a', 'b'], atoms: [{ key: 'a' }] },
    ]);
    expect(end).toBe('stopped');
    expect(endedAt).toBeGreaterThan(1_000);
    expect((await recordings.list()).recordings).toMatchObject([{ id: recorded, recalls: 1, reads: 2 }]);
  });

  it('contains a hash of each value and never the value', async () => {
    const recorded = await start();
    recordings.observe(id, recall('q'), 'user', 2);
    await recordings.stop();
    const text = await readFile(file(recorded), 'utf8');
    expect(text).not.toContain('nobody may keep');
    // From `printf 'a value that nobody may keep' | sha256sum`.
    expect(text).toContain('c8f56cda9af23a6b1733ea3ea778402de28ea29473894932c91fca404d88652c');
  });

  it('announces what is being recorded, step by step', async () => {
    const recorded = await start();
    expect((await recordings.list()).active).toMatchObject({ id: recorded, recalls: 0, endedAt: null });
    recordings.observe(id, recall('q'), 'user', 2);
    await expect.poll(async () => (await recordings.list()).active?.recalls).toBe(1);
    expect(must(await recordings.read(recorded)).steps).toHaveLength(1);
    await recordings.stop();
    expect((await recordings.list()).active).toBeNull();
  });

  it('ends the one before, is named after its connection, and is listed newest first', async () => {
    await start();
    await start('with a name');
    await start();
    expect((await recordings.list()).recordings.map(({ name, end }) => [name, end])).toEqual([
      ['prod, session 2', null],
      ['with a name', 'stopped'],
      ['prod, session 1', 'stopped'],
    ]);
  });

  it('ends when its connection is removed, and is kept', async () => {
    await start();
    await recordings.connectionRemoved('other' as ConnectionId);
    expect((await recordings.list()).active).not.toBeNull();
    await recordings.connectionRemoved(id);
    expect(await recordings.list()).toMatchObject({ active: null, recordings: [{ end: 'stopped' }] });
  });

  it('survives a crash with every step that was written, and without an incomplete line', async () => {
    const recorded = await start();
    recordings.observe(id, recall('q'), 'user', 2_000);
    await expect.poll(async () => (await recordings.list()).active?.recalls).toBe(1);
    // The app ends without warning, in the middle of a line.
    await appendFile(file(recorded), '{"type":"step","step":{"kind":"re');
    const next = open();
    expect(await next.list()).toMatchObject({
      active: null,
      recordings: [{ id: recorded, recalls: 1, reads: 0, end: 'app-ended', endedAt: 2_000 }],
      setAside: [],
    });
    expect(must(await next.read(recorded)).steps).toHaveLength(1);
    // What is appended now starts a new line.
    must(await next.rename(recorded, 'rescued'));
    expect((await open().list()).recordings).toMatchObject([{ name: 'rescued', recalls: 1 }]);
  });

  it('ends with the app', async () => {
    const recorded = await start();
    await recordings.close();
    recordings = open();
    expect((await recordings.list()).recordings).toMatchObject([{ id: recorded, end: 'app-ended' }]);
  });

  it('is set aside if it is damaged, and the others are listed', async () => {
    const kept = await start();
    await recordings.stop();
    await writeFile(path.join(folder, 'bad.jsonl'), '{"type":"step"}\n{"type":"begun"}\n');
    recordings = open();
    const { recordings: listed, setAside } = await recordings.list();
    expect(listed.map((each) => each.id)).toEqual([kept]);
    expect(setAside).toHaveLength(1);
    expect(await readdir(folder)).toContain(path.basename(setAside[0] ?? ''));
  });

  it('can be renamed permanently while it is being recorded and afterwards', async () => {
    const recorded = await start();
    must(await recordings.rename(recorded, 'first'));
    recordings.observe(id, read('a'), 'user', 3);
    await recordings.stop();
    must(await recordings.rename(recorded, 'second'));
    recordings = open();
    expect((await recordings.list()).recordings).toMatchObject([{ name: 'second', reads: 1 }]);
  });

  it('can be deleted, also while it is being recorded', async () => {
    const recorded = await start();
    must(await recordings.remove(recorded));
    expect(await recordings.list()).toMatchObject({ active: null, recordings: [] });
    expect(await readdir(folder)).toEqual([]);
    expect(await recordings.read(recorded)).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('is kept when it comes from elsewhere', async () => {
    const recorded = await start();
    recordings.observe(id, recall('q'), 'user', 2);
    await recordings.stop();
    const original = must(await recordings.read(recorded));
    const added = await recordings.add(original, null);
    recordings = open();
    expect(must(await recordings.read(added.id))).toEqual({ ...original, connectionId: null });
  });

  it('ends if it cannot be written any more, says so, and keeps what was written', async () => {
    const recorded = await start();
    recordings.observe(id, recall('q'), 'user', 2);
    await expect.poll(async () => (await recordings.list()).active?.recalls).toBe(1);
    isFull = true;
    recordings.observe(id, read('lost'), 'user', 3);
    await expect.poll(async () => (await recordings.list()).brokenOff).toBe('no space left');
    expect(logged).toHaveLength(2);
    isFull = false;
    recordings.observe(id, read('late'), 'user', 4);
    must(await recordings.rename(recorded, 'saved'));
    recordings = open();
    expect(await recordings.list()).toMatchObject({
      active: null,
      setAside: [],
      recordings: [{ name: 'saved', recalls: 1, reads: 0, end: 'app-ended' }],
    });
  });

  it('that starts twice at once ends the first, and closes its file', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(openLogs).toBe(1);
    expect(await recordings.list()).toMatchObject({ active: { id: second } });
    expect(must(await recordings.read(first))).toMatchObject({ end: 'stopped' });
    await recordings.close();
    expect(openLogs).toBe(0);
  });

  it('that is stopped while it starts is stopped', async () => {
    await Promise.all([start(), recordings.stop()]);
    expect((await recordings.list()).active).toBeNull();
    expect(openLogs).toBe(0);
  });

  it('that cannot start leaves nothing behind', async () => {
    isFull = true;
    await expect(start()).rejects.toThrow('no space left');
    expect(await readdir(folder)).toEqual([]);
    isFull = false;
    await start();
    expect(await recordings.list()).toMatchObject({ active: { end: null }, setAside: [] });
  });

  it('loses nothing if its new name or its end does not fit on the disk', async () => {
    const recorded = await start();
    recordings.observe(id, read('a'), 'user', 3);
    await expect.poll(async () => (await recordings.list()).active?.reads).toBe(1);
    isFull = true;
    await expect(recordings.rename(recorded, 'a name')).rejects.toThrow('no space left');
    expect((await recordings.list()).brokenOff).toBe('no space left');
    isFull = false;
    const next = await start();
    isFull = true;
    await recordings.stop();
    isFull = false;
    must(await recordings.rename(recorded, 'first'));
    must(await recordings.rename(next, 'second'));
    recordings = open();
    const { recordings: listed, setAside } = await recordings.list();
    expect(setAside).toEqual([]);
    expect(listed.map(({ name, end }) => [name, end])).toEqual([
      ['second', 'app-ended'],
      ['first', 'app-ended'],
    ]);
  });

  it('is listed after a crash without writing anything', async () => {
    const recorded = await start();
    const left = await readFile(file(recorded), 'utf8');
    const next = open();
    const { startedAt } = must(await next.read(recorded));
    expect((await next.list()).recordings).toMatchObject([{ end: 'app-ended', endedAt: startedAt }]);
    expect(must(await next.read(recorded))).toMatchObject({ end: 'app-ended', endedAt: startedAt });
    expect(await readFile(file(recorded), 'utf8')).toBe(left);
  });

  it('ends when it is full, before what would not fit', async () => {
    mostBytes = 800;
    recordings = open();
    const recorded = await start();
    for (let at = 0; at < 20; at += 1) recordings.observe(id, read(`key ${at}`), 'user', at);
    await expect.poll(async () => (await recordings.list()).active).toBeNull();
    const { steps, end } = must(await recordings.read(recorded));
    expect(end).toBe('full');
    expect(steps.length).toBeGreaterThan(0);
    expect((await readFile(file(recorded))).length).toBeLessThan(900);
    expect((await recordings.list()).recordings).toMatchObject([{ reads: steps.length, end: 'full' }]);
  });
});

import { constants } from 'node:fs';
import type * as Files from 'node:fs/promises';
import { mkdtemp, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDiscoveryRecord } from '../discovery/discoveryRecord.ts';
import { beginAppendLog, continueAppendLog } from './appendLog.ts';

/** What the disk does to files that are opened. */
const disk = vi.hoisted(() => ({ isFull: false, syncsFail: false, cutsFail: false, synced: [] as string[] }));

/** A disk that can fail, with files as on Windows: one that was opened for appending cannot be truncated. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const failed = (code: string): Error => Object.assign(new Error(code), { code });
  const open = async (file: string, flags: string | number, mode?: number): Promise<FileHandle> => {
    const handle = await real.open(file, flags, mode);
    const appends = typeof flags === 'string' ? flags.startsWith('a') : (flags & constants.O_APPEND) !== 0;
    const truncate = handle.truncate.bind(handle);
    const datasync = handle.datasync.bind(handle);
    const sync = handle.sync.bind(handle);
    const write = handle.write.bind(handle) as (
      ...args: readonly [Uint8Array, number, number, number]
    ) => Promise<unknown>;
    handle.truncate = async (length) => {
      if (appends || disk.cutsFail) throw failed('EPERM');
      await truncate(length);
    };
    handle.datasync = async () => {
      if (disk.syncsFail) throw failed('EIO');
      await datasync();
    };
    handle.sync = async () => {
      disk.synced.push(file);
      await sync();
    };
    const writeHalf = async (bytes: Uint8Array, offset: number, length: number, at: number) => {
      if (!disk.isFull) return write(bytes, offset, length, at);
      await write(bytes, offset, Math.ceil(length / 2), at);
      throw failed('ENOSPC');
    };
    handle.write = writeHalf as typeof handle.write;
    return handle;
  };
  return { ...real, open };
});

let folder: string;
let file: string;
beforeEach(async () => {
  Object.assign(disk, { isFull: false, syncsFail: false, cutsFail: false, synced: [] });
  folder = await mkdtemp(path.join(tmpdir(), 'append-log-'));
  file = path.join(folder, 'a.jsonl');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});
const content = () => readFile(file, 'utf8');

describe('on Windows, where a file opened for appending cannot be truncated', () => {
  it('the record of a discovery can be created and continued', async () => {
    const begun = await openDiscoveryRecord(file, () => 1);
    await begun.append({ kind: 'refused', limit: 5, requests: 1 });
    await begun.close();
    const next = await openDiscoveryRecord(file, () => 1);
    expect(next.lines).toEqual([{ kind: 'refused', limit: 5, requests: 1 }]);
    await next.close();
  });

  it('text that did not fit is cut off a new log', async () => {
    const log = await beginAppendLog(file);
    await log.append('one\n');
    disk.isFull = true;
    await expect(log.append('two\n')).rejects.toThrow('ENOSPC');
    await log.close();
    expect(await content()).toBe('one\n');
  });
});

describe('an append log', () => {
  it('continues after its complete bytes, and drops the rest', async () => {
    await writeFile(file, 'one\nhal');
    const log = await continueAppendLog(file, 4);
    expect(await content()).toBe('one\n');
    await log.append('zwölf\n');
    expect(log.size()).toBe(4 + 7);
    await log.close();
    expect(await content()).toBe('one\nzwölf\n');
  });

  it('keeps concurrently appended texts apart', async () => {
    const log = await beginAppendLog(file);
    const texts = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(at)}${at}\n`);
    await Promise.all(texts.map(log.append));
    await log.close();
    expect(await content()).toBe(texts.join(''));
  });

  it('keeps nothing of a text that was not synced', async () => {
    const log = await beginAppendLog(file);
    await log.append('one\n');
    disk.syncsFail = true;
    await expect(log.append('two\n')).rejects.toThrow('EIO');
    expect([log.size(), await content()]).toEqual([4, 'one\n']);
    await log.close();
  });

  it('cuts off what it could not cut off before, before it continues', async () => {
    const log = await beginAppendLog(file);
    await log.append('one\n');
    Object.assign(disk, { isFull: true, cutsFail: true });
    await expect(log.append('a longer text\n')).rejects.toThrow('ENOSPC');
    disk.isFull = false;
    await expect(log.append('2\n')).rejects.toThrow('EPERM');
    disk.cutsFail = false;
    await log.append('2\n');
    await log.close();
    expect(await content()).toBe('one\n2\n');
  });

  it('is readable only by its owner, and does not overwrite another', async () => {
    await (await beginAppendLog(file)).close();
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(beginAppendLog(file)).rejects.toThrow('EEXIST');
  });

  // Windows keeps the names in a folder by itself, so nothing is synced there.
  it.skipIf(process.platform === 'win32')('has its name on disk once it is created', async () => {
    await (await beginAppendLog(file)).close();
    expect(disk.synced).toContain(folder);
  });
});

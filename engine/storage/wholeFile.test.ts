import type * as Files from 'node:fs/promises';
import { lstat, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putInPlace, syncFolder } from './putInPlace.ts';
import { writeInPieces } from './writeInPieces.ts';
import { writeWholeFile } from './wholeFile.ts';

/**
 * The operations on the disk, in order; what fails next; how often a file is still held open by another
 * program.
 */
const disk = vi.hoisted(() => ({
  done: [] as string[],
  syncFails: null as string | null,
  /** At which operation, and with which error. */
  writeFails: null as { readonly at: 'open' | 'write' | 'sync'; readonly code: string } | null,
  heldOpen: 0,
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const failed = (code: string): Error => Object.assign(new Error(code), { code });
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const fails = disk.writeFails;
      if (fails?.at === 'open') throw failed(fails.code);
      const handle = await real.open(...args);
      if (fails?.at === 'write') {
        const write = handle.write.bind(handle) as (text: string) => Promise<unknown>;
        const fillUp = async (): Promise<never> => {
          await write('the first b');
          throw failed(fails.code);
        };
        Object.assign(handle, { writeFile: fillUp, appendFile: fillUp, write: fillUp });
      }
      const sync = handle.sync.bind(handle);
      const isFolder = (await handle.stat()).isDirectory();
      handle.sync = async () => {
        if (isFolder && disk.syncFails !== null) throw failed(disk.syncFails);
        if (fails?.at === 'sync') throw failed(fails.code);
        disk.done.push(isFolder ? 'sync folder' : 'sync file');
        await sync();
      };
      return handle;
    },
    rename: async (from: string, to: string) => {
      if (disk.heldOpen > 0) {
        disk.heldOpen -= 1;
        throw failed('EPERM');
      }
      disk.done.push('rename');
      await real.rename(from, to);
    },
  };
});

const platform = process.platform;
const runOn = (name: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: name });
};
let folder: string;
let file: string;
let temporary: string;
beforeEach(async () => {
  Object.assign(disk, { done: [], syncFails: null, writeFails: null, heldOpen: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'put-in-place-'));
  file = path.join(folder, 'a');
  temporary = path.join(folder, 'a.new');
  runOn('linux');
});
afterEach(async () => {
  runOn(platform);
  await rm(folder, { recursive: true });
});

describe('a file that is replaced as a whole', () => {
  it('is synced, then renamed, and then its folder is synced', async () => {
    await writeWholeFile({ file, temporary, content: 'x', mode: 0o600 });
    expect(disk.done).toEqual(['sync file', 'rename', 'sync folder']);
  });

  it('so is one that is written in pieces', async () => {
    await writeInPieces({ file, temporary, pieces: ['x', 'y'], isStopped: () => false });
    expect(disk.done).toEqual(['sync file', 'rename', 'sync folder']);
    expect(await readFile(file, 'utf8')).toBe('xy');
  });

  it('is not reported as failed after it is renamed', async () => {
    disk.syncFails = 'EIO';
    await writeWholeFile({ file, temporary, content: 'x', mode: 0o600 });
    expect(await readFile(file, 'utf8')).toBe('x');
  });
});

describe.skipIf(process.platform === 'win32')('a device, a pipe, or a socket', () => {
  it('is not replaced with a file', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(file, resolve));
    const refusal = 'is not replaced with a file';
    await expect(writeWholeFile({ file, temporary, content: 'x', mode: 0o600 })).rejects.toThrow(refusal);
    const pieces = writeInPieces({ file, temporary, pieces: ['x'], isStopped: () => false });
    await expect(pieces).rejects.toThrow(refusal);
    expect((await lstat(file)).isSocket()).toBe(true);
    expect(await readdir(folder)).toEqual(['a']);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a file that cannot be replaced stays as it was, and nothing else is left', () => {
  it.each([
    ['a read-only disk', 'open', 'EROFS'],
    ['a folder of somebody else', 'open', 'EACCES'],
    ['a disk that is full in the middle', 'write', 'ENOSPC'],
    ['a disk that turns out to be full at the end', 'sync', 'ENOSPC'],
  ] as const)('on %s', async (_, at, code) => {
    await writeFile(file, 'old');
    disk.writeFails = { at, code };
    await expect(writeWholeFile({ file, temporary, content: 'new', mode: 0o600 })).rejects.toThrow(code);
    const pieces = writeInPieces({ file, temporary, pieces: ['new'], isStopped: () => false });
    await expect(pieces).rejects.toThrow(code);
    disk.writeFails = null;
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['old', ['a']]);
  });
});

describe('on Windows', () => {
  beforeEach(() => {
    runOn('win32');
  });

  it('folders are not synced', async () => {
    await writeFile(temporary, 'x');
    await putInPlace(temporary, file);
    expect(disk.done).toEqual(['rename']);
  });

  it('a file is renamed when another program releases the old one', async () => {
    await writeFile(file, 'old');
    await writeFile(temporary, 'new');
    disk.heldOpen = 3;
    await putInPlace(temporary, file);
    expect(await readFile(file, 'utf8')).toBe('new');
  });

  it('a file that is never released stays as it was', async () => {
    await writeFile(file, 'old');
    disk.heldOpen = Number.POSITIVE_INFINITY;
    await expect(writeWholeFile({ file, temporary, content: 'new', mode: 0o600 })).rejects.toThrow('EPERM');
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['old', ['a']]);
  });
});

it('other systems do not wait', async () => {
  await writeFile(temporary, 'x');
  disk.heldOpen = 1;
  await expect(putInPlace(temporary, file)).rejects.toThrow('EPERM');
});

it.each(['EINVAL', 'ENOTSUP'])(
  'a folder on a drive that cannot sync folders (%s) is not synced',
  async (code) => {
    disk.syncFails = code;
    await syncFolder(folder);
    expect(disk.done).toEqual([]);
  },
);

it('a folder that fails to sync is reported', async () => {
  disk.syncFails = 'EIO';
  await expect(syncFolder(folder)).rejects.toThrow('EIO');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folderLock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'folder-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const holderOf = (locking: Promise<unknown>): Promise<unknown> =>
  locking.then(
    () => 'free',
    (error: unknown) => (error instanceof FolderInUse ? error.holder : error),
  );

describe('lockFolder', () => {
  it('names who has the folder, and is free again when that one releases it', async () => {
    const lock = await lockFolder(folder, 'first command');
    expect(await holderOf(lockFolder(folder, 'second'))).toEqual({
      pid: process.pid,
      command: 'first command',
    });
    await lock.release();
    const again = await lockFolder(folder, 'third');
    await again.release();
  });

  it('is free after the process that had it was killed', async () => {
    const lock = await lockFolder(folder, 'before');
    await lock.release();
    // Another process that opens the same lock, as `lockFolder` does.
    const level = createRequire(import.meta.url).resolve('classic-level');
    const script = `const { ClassicLevel } = require(${JSON.stringify(level)});
      new ClassicLevel(${JSON.stringify(path.join(folder, 'lock'))}).open().then(() => { console.log('held'); setInterval(() => {}, 1000); });`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    expect(await holderOf(lockFolder(folder, 'refused'))).toBeNull();
    other.kill('SIGKILL');
    await ended;
    const after = await lockFolder(folder, 'after');
    await after.release();
  });
});

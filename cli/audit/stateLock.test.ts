import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../engine/storage/folderLock.ts';
import { UnusableInput } from '../command.ts';
import { auditCommandHere, type AuditCommandHere } from './testing/auditCommand.ts';

let here: AuditCommandHere;
beforeEach(async () => {
  here = await auditCommandHere();
});
afterEach(() => here.remove());

/** Every file of the state but the lock, with its content. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('lock'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return [file, await readFile(file, 'latin1')] as const;
      }),
    ),
  );
}

describe('A1: two audits with one state folder', () => {
  it('does not touch a state that another process uses, and names that process', async () => {
    expect((await here.audit()).code).toBe(0);
    const before = await contents(here.file('state'));
    const lock = await lockFolder(here.file('state'), 'atom-explorer audit --known');
    const second = here.audit('--pin', 'ab'.repeat(32), '--max-wait', '0');
    await expect(second).rejects.toThrow(UnusableInput);
    await expect(second).rejects.toThrow(
      `is in use by process ${String(process.pid)} (“atom-explorer audit --known”). Nothing was audited.`,
    );
    expect(await contents(here.file('state'))).toEqual(before);
    await lock.release();
    // A root that nobody returned.
    expect((await here.audit('--pin', 'ab'.repeat(32))).code).toBe(1);
  });

  it('waits for the other audit, and both come to their own result', async () => {
    const both = await Promise.all([here.audit(), here.audit('--pin', 'ab'.repeat(32))]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect(both.filter(({ told }) => told.includes('Waiting for it…'))).toHaveLength(1);
    expect((await here.audit('--known')).code).toBe(0);
  });
});

import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSealedSource } from './sealedSource.ts';

it('refuses a file that changes while it is read, even if its size stays the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const path = join(folder, 'atoms.csv');
  await writeFile(path, 'key,value\n');
  const source = openSealedSource(folder, randomBytes(32));
  try {
    const changed = source.addFile(path, 100, () => {
      utimesSync(path, 1, 1);
    });
    await expect(changed).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    await source.addFile(path, 100, () => undefined);
    expect(source.bytes()).toBe(10);
  } finally {
    source.close();
    await rm(folder, { recursive: true });
  }
});

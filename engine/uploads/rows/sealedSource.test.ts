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

it('is read at any position, whatever the sizes of its pieces', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const key = randomBytes(32);
  const written = openSealedSource(folder, key);
  const bytes = randomBytes(1_000);
  for (let at = 0, size = 1; at < bytes.length; at += size, size += 7)
    written.add(bytes.subarray(at, at + size));
  written.close();
  const source = openSealedSource(folder, key);
  try {
    for (const from of [0, 1, 8, 9, 500, 999]) {
      const found: Buffer[] = [];
      for (let at = from; at < from + 300; at += found.at(-1)?.length ?? 0) {
        found.push(await source.readAt(at, from + 300 - at));
        if (found.at(-1)?.length === 0) break;
      }
      expect(Buffer.concat(found)).toEqual(bytes.subarray(from, from + 300));
    }
    expect(await source.readAt(1_000, 5)).toHaveLength(0);
  } finally {
    source.close();
    await rm(folder, { recursive: true });
  }
});

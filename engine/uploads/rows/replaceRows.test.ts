import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openHostedRows } from './hostedRows.ts';
import { mapping, reading } from './testing/jsonOfRows.ts';
import { sizes, type GivenRow } from './testing/naiveRows.ts';
import { inAll } from './testing/replaceAll.ts';
import type { UploadRows } from './uploadRows.ts';

const folder = mkdtempSync(join(tmpdir(), 'atom-replaced-rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const dataKey = randomBytes(32);

function openIn(name: string, bytes: number): UploadRows {
  const file = { name: 'rows.json', bytes };
  return openHostedRows({ folder: join(folder, name), dataKey, file, reading, firstRevision: 0 });
}

async function stagedRows(name: string, given: readonly GivenRow[]) {
  const source = Buffer.from(JSON.stringify(given), 'utf8');
  const rows = openIn(name, source.length);
  await rows.addSource(source);
  await rows.sample(null);
  await rows.stage({ mapping, sizes }, () => undefined, new AbortController().signal);
  return { name, bytes: source.length, rows };
}

describe('texts in rows', () => {
  it('are replaced in all together or not at all, wherever a crash cut the file', async () => {
    const all = Array.from({ length: 300 }, (_, row) => ({
      key: `k${String(row)}`,
      value: `old ${String(row)}`,
    }));
    const { name, bytes, rows } = await stagedRows('many', all);
    await rows.change(7, { key: 'k7', value: 'an old one' });
    const replacement = {
      find: 'old',
      replace: 'new',
      matchesCase: true,
      within: 'both',
      filter: {},
      except: [9],
    } as const;
    const found = await inAll((from) => rows.findText(replacement, from));
    expect(found).toMatchObject({ rows: 299, occurrences: 299 });
    expect(found.examples[7]).toEqual({
      row: 7,
      place: 15,
      part: 'value',
      before: 'an old one',
      after: 'an new one',
    });
    const file = join(folder, name, 'changes-1');
    await inAll((from) => rows.prepareReplacement(replacement, from));
    const prepared = statSync(file).size;
    expect(await rows.row(0)).toMatchObject({ value: 'old 0', edited: false });
    const undoId = await rows.adoptReplacement();
    // The app may end here: the rest is done when the rows are opened again.
    await rows.close();
    const whole = readFileSync(file);
    for (const size of [prepared, whole.length - 1, whole.length]) {
      writeFileSync(file, whole.subarray(0, size));
      const again = openIn(name, bytes);
      const isReplaced = size === whole.length;
      expect((await again.counts()).edited).toBe(isReplaced ? 299 : 1);
      expect(await again.row(299)).toMatchObject({ value: isReplaced ? 'new 299' : 'old 299' });
      expect(await again.row(9)).toMatchObject({ value: 'old 9' });
      // What to change back is not remembered.
      expect(await again.undoReplacement(undoId ?? 0)).toBeNull();
      await again.close();
    }
  });

  it('are replaced by nothing that is too long', async () => {
    const { rows } = await stagedRows('long', [
      { key: 'a', value: 'x' },
      { key: 'b', value: 'x'.repeat(10_000) },
    ]);
    const replacement = {
      find: 'x',
      replace: 'y'.repeat(10_000),
      matchesCase: false,
      within: 'values',
      filter: {},
      except: [],
    } as const;
    expect(await rows.prepareReplacement(replacement, 0)).toMatchObject({ rows: 1, next: null, tooLong: 3 });
    await rows.close();
  });
});

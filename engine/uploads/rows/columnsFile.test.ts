import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesOf } from './changeRecords.ts';
import { readColumnsFile } from './columnsFile.ts';
import { createKeyGroups, hashKey } from './keyGroups.ts';
import { noGroup } from './rowColumns.ts';
import { createSealedFile } from './sealedFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads the columns of uploads of format 2, whose groups had numbers', () => {
  const path = join(folder, 'columns-1');
  const dataKey = randomBytes(32);
  const about = { columnNames: [], sizes: {}, rule: 'ask', details: [] };
  const keys = ['a', 'b', 'a', ''];
  const file = createSealedFile(
    path,
    'columns',
    dataKey,
    JSON.stringify({ about, rows: 4, groups: 2, pages: 0 }),
  );
  const parts = [
    Uint16Array.of(0, 0, 0, 1),
    Uint8Array.of(0, 0, 0, 0),
    Uint32Array.of(1, 2, 3, 4),
    Uint32Array.of(5, 6, 7, 8),
    // The group of each row, and the next row in its ring.
    Uint32Array.of(0, 1, 0, noGroup),
    Uint32Array.of(2, 1, 0, 0),
    // Both halves of the hash of each group, and a row of it.
    Uint32Array.of(hashKey('a'), hashKey('b')),
    Uint32Array.of(11, 12),
    Uint32Array.of(0, 1),
  ];
  for (const part of parts) file.append(bytesOf(part));
  file.close();

  const { columns } = readColumnsFile(path, dataKey);
  expect([...columns.valueBytes]).toEqual([5, 6, 7, 8]);
  expect([...columns.nextInGroup]).toEqual([2, 1, 0, noGroup]);
  const groups = createKeyGroups(columns, (row) => keys[row] ?? '');
  groups.leave(1);
  groups.join(1, 'a');
  const alike: number[] = [];
  groups.each(0, (row) => alike.push(row));
  expect(alike.sort((one, other) => one - other)).toEqual([0, 1, 2]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyGroups, type KeyHash } from './keyGroups.ts';
import { addRow, createRowColumns, noGroup } from './rowColumns.ts';

/** Hashes that collide: some in both halves, some in one, some only in their slot. */
const hashes: readonly ((key: string) => KeyHash)[] = [
  () => ({ low: 7, high: 7 }),
  (key) => ({ low: 5, high: key.length }),
  (key) => ({ low: (key.charCodeAt(0) || 0) * 2048, high: 1 }),
];

describe('groups of rows with the same key', () => {
  it.each(hashes)('are correct even if all hashes collide: %#', (hash) => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(59), word), { maxLength: 60 }),
        (first, moves) => {
          const keys = [...first];
          const columns = createRowColumns(4);
          const groups = createKeyGroups(columns, (row) => keys[row] ?? '', null, hash);
          for (const key of first) groups.join(addRow(columns), key);
          for (const [row, key] of moves) {
            if (row >= keys.length) continue;
            groups.leave(row);
            expect(columns.group[row]).toBe(noGroup);
            keys[row] = key;
            groups.join(row, key);
          }
          keys.forEach((key, row) => {
            const alike: number[] = [];
            groups.each(columns.group[row] ?? noGroup, (other) => alike.push(other));
            const same = keys.flatMap((other, number) => (other === key ? [number] : []));
            expect(alike.sort((one, other) => one - other)).toEqual(same);
          });
        },
      ),
    );
  });
});

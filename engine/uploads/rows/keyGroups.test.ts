import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyGroups } from './keyGroups.ts';
import { addRow, createRowColumns, noGroup } from './rowColumns.ts';

/** Hashes that collide: all, some, or only in their slot. */
const hashes: readonly ((key: string) => number)[] = [
  () => 7,
  (key) => key.length,
  (key) => (key.charCodeAt(0) || 0) * 2048,
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
          const groups = createKeyGroups(columns, (row) => keys[row] ?? '', hash);
          for (const key of first) groups.join(addRow(columns), key);
          for (const [row, key] of moves) {
            if (row >= keys.length) continue;
            groups.leave(row);
            expect(columns.nextInGroup[row]).toBe(noGroup);
            keys[row] = key;
            groups.join(row, key);
          }
          // The same after a restart, from the columns alone.
          const again = createKeyGroups(columns, (row) => keys[row] ?? '', hash);
          expect(again.oneOfEach(keys.keys())).toHaveLength(new Set(keys).size);
          keys.forEach((key, row) => {
            const alike: number[] = [];
            again.each(row, (other) => alike.push(other));
            const same = keys.flatMap((other, number) => (other === key ? [number] : []));
            expect(alike.sort((one, other) => one - other)).toEqual(same);
          });
        },
      ),
    );
  });
});

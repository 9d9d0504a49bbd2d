import { describe, expect, it } from 'vitest';
import { createValueCounting } from './countValues.ts';

function countingOf(cells: readonly (string | null)[], most?: number) {
  const rows = {
    cell: (row: number) => cells[row] ?? null,
    filters: { find: () => null },
    table: { columns: { count: cells.length } },
  };
  const counting = createValueCounting(rows, most);
  return (revision = 1) => {
    let found = counting.count(0, {}, 0, revision);
    while (found.next !== null) found = counting.count(0, {}, found.next, revision);
    return found;
  };
}

describe('the values of a column', () => {
  it('are listed with the most frequent first, and the others are counted', () => {
    const cells = Array.from({ length: 5_050 }, (_, at) => `v${String(Math.floor(Math.sqrt(2 * at)))}`);
    const found = countingOf([null, '', null, ...cells])();
    expect(found.values).toHaveLength(100);
    const listed = found.values.reduce((sum, { rows }) => sum + rows, 0);
    expect(found.values.map(({ rows }) => rows)).toEqual(
      found.values.map(({ rows }) => rows).sort((one, other) => other - one),
    );
    const values = new Set(cells).size + 2;
    expect(found).toMatchObject({
      total: 5_053,
      done: 5_053,
      others: { values: values - 100, rows: 5_053 - listed },
      longRows: 0,
      furtherRows: 0,
    });
  });

  it('are told apart up to a number and a length', () => {
    const long = 'x'.repeat(201);
    const found = countingOf(['a', 'b', 'c', 'a', long, 'c', 'd', `${long}y`, 'b', 'x'.repeat(200)], 2)();
    expect(found.values).toEqual([
      { text: 'a', rows: 2 },
      { text: 'b', rows: 2 },
    ]);
    expect(found).toMatchObject({ longRows: 2, furtherRows: 4 });
  });

  it('are counted from the start if the rows have changed in between', () => {
    const cells = ['a', 'b', null];
    const rows = { cell: (row: number) => cells[row] ?? null, filters: { find: () => null } };
    const counting = createValueCounting({ ...rows, table: { columns: { count: 3 } } });
    expect(counting.count(0, {}, 2, 7)).toMatchObject({
      done: 3,
      values: [
        { text: null, rows: 1 },
        { text: 'a', rows: 1 },
        { text: 'b', rows: 1 },
      ],
    });
  });
});

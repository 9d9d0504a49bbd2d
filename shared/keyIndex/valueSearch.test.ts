import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fieldColumn, longestField, type AtomsQuery, type KeyFilter } from '../domain/catalogueQuery.ts';
import { createCatalogueIndex, type CatalogueIndex } from './catalogueIndex.ts';
import { catalogueEntry } from './testing/catalogueEntry.ts';
import { createShownValues } from './shownValues.ts';
import { createValueStore } from './valueStore.ts';

function indexOf(values: Readonly<Record<string, string | null>>, mostUnits?: number): CatalogueIndex {
  const index = createCatalogueIndex(0, null, createValueStore(mostUnits));
  for (const [key, value] of Object.entries(values)) {
    index.put(catalogueEntry(key));
    if (value !== null) index.putValue(key, value, 'latest');
  }
  return index;
}

const inOrder = { column: 'key', direction: 'ascending' } as const;
function keysWith(
  index: CatalogueIndex,
  filter: Partial<KeyFilter>,
  sort: AtomsQuery['sort'] = inOrder,
): readonly string[] {
  const query = {
    filter: { text: '', mode: 'contains' as const, ...filter },
    delimiter: '.',
    path: '',
    sort,
  };
  return index.keys(query, { from: 0, to: 1_000 }).rows;
}
const inValues = { where: 'values' } as const;

describe('search in values', () => {
  it('finds a text in keys, in values, or in both', () => {
    const index = indexOf({ 'v1.dark': 'light', 'v1.theme': 'Dark mode', 'v1.unread': null });
    expect(keysWith(index, { text: 'dark' })).toEqual(['v1.dark']);
    expect(keysWith(index, { text: 'dark', ...inValues })).toEqual(['v1.theme']);
    expect(keysWith(index, { text: 'dark', where: 'both' })).toEqual(['v1.dark', 'v1.theme']);
    // The mode is for keys.
    expect(keysWith(index, { text: 'v1.*', mode: 'glob', where: 'both' })).toHaveLength(3);
    expect(keysWith(index, { text: '*', mode: 'glob', ...inValues })).toEqual([]);
  });

  it('takes the text literally, and can match case and whole words', () => {
    const index = indexOf({ a: 'Port 8080', b: 'port (80)', c: 'export 80', d: 'ÉTÉ' });
    expect(keysWith(index, { text: 'PORT', ...inValues })).toEqual(['a', 'b', 'c']);
    expect(keysWith(index, { text: 'port', matchCase: true, ...inValues })).toEqual(['b', 'c']);
    expect(keysWith(index, { text: 'port', wholeWord: true, ...inValues })).toEqual(['a', 'b']);
    expect(keysWith(index, { text: '(80)', ...inValues })).toEqual(['b']);
    expect(keysWith(index, { text: '.', ...inValues })).toEqual([]);
    expect(keysWith(index, { text: 'été', ...inValues })).toEqual(['d']);
  });

  it('follows values that change, are dropped, and whose keys are forgotten', () => {
    const index = indexOf({ a: 'red', b: 'red', c: 'blue' });
    const red = { text: 'red', ...inValues };
    expect(keysWith(index, red)).toEqual(['a', 'b']);
    index.putValue('c', 'dark red', 'latest');
    index.putValue('a', 'green', 'latest');
    expect(keysWith(index, red)).toEqual(['b', 'c']);
    index.remove('b');
    expect(keysWith(index, red)).toEqual(['c']);
    index.put(catalogueEntry('d'));
    index.putValue('d', 'red', 'earlier');
    index.putValue('c', 'blue', 'earlier');
    expect(keysWith(index, red)).toEqual(['c', 'd']);
    index.dropValues(['c']);
    expect(keysWith(index, red)).toEqual(['d']);
    index.dropValues(null);
    expect(keysWith(index, red)).toEqual([]);
  });

  it('says which values it reaches, and finds the keys whose values could be read', () => {
    const index = indexOf({ a: 'x', b: null, large: 'x'.repeat(1024 * 1024 + 1) });
    index.put({ ...catalogueEntry('missing'), gone: true });
    expect(index.valueCoverage()).toEqual({ keys: 4, searched: 1, tooLarge: 1, dropped: 0, readable: 1 });
    expect(keysWith(index, { withoutValue: true })).toEqual(['b']);
  });

  it('drops the values that were read longest ago when memory is full, and says so', () => {
    const index = indexOf({ a: '12345', b: '12345', c: '12345' }, 10);
    expect(keysWith(index, { text: '3', ...inValues })).toEqual(['b', 'c']);
    index.putValue('b', '12345', 'latest');
    index.putValue('a', '12345', 'latest');
    expect(keysWith(index, { text: '3', ...inValues })).toEqual(['a', 'b']);
    // One from a history makes no room for itself.
    index.putValue('c', '12345', 'earlier');
    expect(index.valueCoverage()).toEqual({ keys: 3, searched: 2, tooLarge: 0, dropped: 1, readable: 1 });
  });

  it('counts a new revision with each value that rows may show', () => {
    const index = indexOf({ a: 'x' });
    const { revision } = index.atoms(
      { filter: { text: '', mode: 'contains' }, delimiter: '.', path: '', sort: inOrder },
      { from: 0, to: 1 },
    );
    index.putValue('a', 'x', 'latest');
    expect(index.revision()).toBe(revision);
    index.putValue('a', 'y', 'latest');
    expect(index.revision()).toBeGreaterThan(revision);
  });

  it('finds what a search through all values finds, whatever changed before', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', 'b', 'ß', '\ud83d', '\ude00', '😀', ' '),
      maxLength: 4,
    });
    const step = fc.record({ key: fc.constantFrom('1', '2', '3'), value: text, search: text });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const index = indexOf({});
        const latest = new Map<string, string>();
        for (const { key, value, search } of steps) {
          index.put(catalogueEntry(key));
          index.putValue(key, value, 'latest');
          latest.set(key, value);
          const pattern = new RegExp(search, 'iu');
          const expected = [...latest].flatMap(([of, held]) => (pattern.test(held) ? [of] : [])).sort();
          expect(keysWith(index, { text: search, ...inValues })).toEqual(expected);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('values in rows', () => {
  const values = {
    a: '{"unit":"kPa","size":10,"list":[{"odd name":1}]}',
    b: '{"unit":"bar","size":9}',
    c: 'not JSON',
    d: null,
    e: '{"size":"large","unit":null}',
  };

  it('shows a value on one line, from shortly before the first match', () => {
    const index = indexOf({ a: `${'x'.repeat(500)}\nneedle and Needle`, b: 'short\nvalue' });
    const shownOf = (filter: KeyFilter) =>
      index
        .atoms(
          { filter, delimiter: '.', path: '', sort: inOrder, show: { preview: true, fields: [] } },
          { from: 0, to: 9 },
        )
        .rows.map(({ shown }) => shown?.preview ?? null);
    const [found, ...others] = shownOf({ text: 'needle', mode: 'contains', ...inValues });
    expect(others).toEqual([]);
    expect(found?.text).toBe(`…${'x'.repeat(7)} needle and Needle`);
    expect(found?.ranges.map(({ start, end }) => found.text.slice(start, end))).toEqual(['needle', 'Needle']);
    expect(shownOf({ text: 'b', mode: 'contains' })).toEqual([{ text: 'short value', ranges: [] }]);
  });

  it('shows fields of JSON, and nothing for a value without them', () => {
    const index = indexOf(values);
    const show = { preview: false, fields: ['$.unit', '$.list[0]["odd name"]', '$.list'] } as const;
    const { rows } = index.atoms(
      { filter: { text: '', mode: 'contains' }, delimiter: '.', path: '', sort: inOrder, show },
      { from: 0, to: 9 },
    );
    expect(rows.map(({ shown }) => shown?.fields)).toEqual([
      ['kPa', '1', '[{"odd name":1}]'],
      ['bar', null, null],
      [null, null, null],
      [null, null, null],
      ['null', null, null],
    ]);
  });

  it('sorts by values and by fields: numbers as numbers, and rows without one last', () => {
    const index = indexOf(values);
    const sorted = (column: AtomsQuery['sort']['column'], direction: 'ascending' | 'descending') =>
      keysWith(index, {}, { column, direction }).join('');
    expect(sorted('$.size', 'ascending')).toBe('baecd');
    expect(sorted('$.size', 'descending')).toBe('eabcd');
    expect(sorted('$.unit', 'ascending')).toBe('baecd');
    expect(sorted('value', 'ascending')).toBe('cebad');
  });

  it('keeps nothing of a value that is no longer in memory', () => {
    const store = createValueStore(60);
    const shown = createShownValues(store);
    const isRead = vi.spyOn(store, 'get');
    const readsOf = (number: number): number => {
      isRead.mockClear();
      shown.sortKeys('$.a').isNull(number);
      return isRead.mock.calls.length;
    };
    for (const number of [0, 1, 2]) store.put(number, `{"a":"text ${number}"}`, 'latest');
    expect([0, 1, 2].map(readsOf)).toEqual([1, 1, 1]);
    expect([0, 1, 2].map(readsOf)).toEqual([0, 0, 0]);
    store.remove(0);
    store.put(1, '{"a":"other"}', 'latest');
    expect([0, 1, 2].map(readsOf)).toEqual([1, 1, 0]);
    // Makes the one that was read longest ago go.
    store.put(3, '{"a":"much longer than the others are"}', 'latest');
    expect(store.get(2)).toBeUndefined();
    expect([1, 2, 3].map(readsOf)).toEqual([0, 1, 1]);
    store.clear();
    expect([1, 3].map(readsOf)).toEqual([1, 1]);
  });

  it('lists the fields that values have, the most common first', () => {
    expect(indexOf(values).seenFields()).toEqual([
      { path: '$.size', values: 3 },
      { path: '$.unit', values: 3 },
      { path: '$.list[0]["odd name"]', values: 1 },
    ]);
  });

  it('lists only fields that a column can show, of as much text as is parsed at once', () => {
    const text = 'x'.repeat(1_000_000);
    const large = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [name, `{"${name}":"${text}"}`]),
    );
    expect(
      indexOf(large)
        .seenFields()
        .map(({ path }) => path),
    ).toEqual(['$.a', '$.b', '$.c', '$.d']);
    const longest = 'n'.repeat(longestField - '$.'.length);
    const found = indexOf({ a: JSON.stringify({ [longest]: 1, [`${longest}n`]: 2 }) }).seenFields();
    expect(found.map(({ path }) => fieldColumn.safeParse(path).success)).toEqual([true]);
  });
});

import { expect, it } from 'vitest';
import { mostSavedFilters, noLayout } from '#shared/domain/browseLayout.ts';
import type { KeyFilter } from '#shared/domain/catalogueQuery.ts';
import { filterWords, renameSavedFilter, withoutSavedFilter, withSavedFilter } from './savedFilters.ts';

const filter: KeyFilter = { text: 'dark', mode: 'contains' };
const of = (...names: readonly string[]) =>
  names.reduce((layout, name) => withSavedFilter(layout, { name, filter }), noLayout);
const names = ({ filters }: typeof noLayout) => filters.map(({ name }) => name);

it('saves filters in the order of their names, and replaces one of the same name', () => {
  expect(names(of('b', 'a'))).toEqual(['a', 'b']);
  const changed = withSavedFilter(of('a'), { name: 'a', filter: { ...filter, text: 'light' } });
  expect(changed.filters).toEqual([{ name: 'a', filter: { ...filter, text: 'light' } }]);
});

it('renames and deletes a filter, and never replaces another by a new name', () => {
  expect(names(renameSavedFilter(of('a', 'b'), 'a', 'c'))).toEqual(['b', 'c']);
  expect(names(renameSavedFilter(of('a', 'b'), 'a', 'b'))).toEqual(['a', 'b']);
  expect(names(withoutSavedFilter(of('a', 'b'), 'a'))).toEqual(['b']);
});

it('saves no more than a file may have', () => {
  const many = of(...Array.from({ length: mostSavedFilters }, (_, at) => `f${String(at)}`));
  expect(withSavedFilter(many, { name: 'one more', filter })).toBe(many);
  expect(withSavedFilter(many, { name: 'f0', filter }).filters).toHaveLength(mostSavedFilters);
});

it('describes a filter', () => {
  expect(filterWords({ text: 'v1.', mode: 'prefix', states: ['red'] })).toBe('Starts with “v1.”, Failed');
  expect(filterWords({ text: 'dark', mode: 'glob', where: 'values', wholeWord: true })).toBe(
    '“dark” in values, whole word',
  );
  expect(filterWords({ text: 'dark', mode: 'contains', where: 'both', matchCase: true })).toBe(
    'Contains “dark” in keys and values, match case',
  );
  expect(filterWords({ text: '', mode: 'contains', bookmarked: true })).toBe('Bookmarked');
});

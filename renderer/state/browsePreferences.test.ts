import { describe, expect, it } from 'vitest';
import { useBrowsePreferences } from './browsePreferences.ts';

const first = useBrowsePreferences.read(undefined);

describe('the saved settings of Browse', () => {
  it('uses what an earlier start saved', () => {
    const left = {
      columns: ['key', 'version', 'hash'],
      sort: { column: 'hash', direction: 'descending' },
      filterMode: 'glob',
      readsInSight: false,
      delimiters: { c1: '/' },
    };
    expect(useBrowsePreferences.read(left)).toMatchObject(left);
  });

  it.each([
    ['nothing', null],
    ['a list', [1]],
    [
      'fields of other types',
      { columns: 7, sort: 'key', filterMode: [], readsInSight: 'yes', delimiters: 1 },
    ],
    ['names that are gone', { sort: { column: 'colour', direction: 'up' }, filterMode: 'regex' }],
  ])('begins afresh from %s', (_what, stored) => {
    expect(useBrowsePreferences.read(stored)).toEqual(first);
  });

  it('always shows the key, drops unknown columns, and restores the order of columns', () => {
    const { columns } = useBrowsePreferences.read({ columns: ['hash', 'colour', 'version', 'hash'] });
    expect(columns).toEqual(['key', 'version', 'hash']);
  });

  it('drops invalid delimiters', () => {
    const { delimiters } = useBrowsePreferences.read({
      delimiters: { a: '', b: '::', c: 'x'.repeat(99), d: 1 },
    });
    expect(delimiters).toEqual({ b: '::' });
  });
});

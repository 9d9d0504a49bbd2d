import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { compareDecimals, keyTail, pressColumn, sortEntries } from './atomRows.ts';

function entry(key: string, fields: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    key,
    version: null,
    hash: null,
    leafIndex: null,
    verdict: null,
    source: 'recall',
    firstSeenAt: 0,
    readAt: null,
    gone: false,
    verified: null,
    placed: null,
    bookmarked: false,
    note: '',
    tags: [],
    ...fields,
  };
}

function keysOf(entries: readonly CatalogueEntry[]): readonly string[] {
  return entries.map(({ key }) => key);
}

describe('sortEntries', () => {
  const entries = [
    entry('b', { version: 2, leafIndex: '10', verdict: 'green', readAt: 5 }),
    entry('unread'),
    entry('a', { version: 10, leafIndex: '9', verdict: 'red', readAt: 9 }),
  ];

  it.each([
    ['version', ['b', 'a', 'unread'], ['a', 'b', 'unread']],
    ['leaf', ['a', 'b', 'unread'], ['b', 'a', 'unread']],
    ['verdict', ['a', 'b', 'unread'], ['b', 'a', 'unread']],
    ['readAt', ['b', 'a', 'unread'], ['a', 'b', 'unread']],
    ['key', ['a', 'b', 'unread'], ['unread', 'b', 'a']],
  ] as const)('sorts by %s, with what has none last in both directions', (column, up, down) => {
    expect(keysOf(sortEntries(entries, { column, direction: 'ascending' }))).toEqual(up);
    expect(keysOf(sortEntries(entries, { column, direction: 'descending' }))).toEqual(down);
  });

  it('orders equal rows by key', () => {
    const same = [entry('b', { version: 1 }), entry('a', { version: 1 })];
    expect(keysOf(sortEntries(same, { column: 'version', direction: 'descending' }))).toEqual(['a', 'b']);
  });

  it('does not touch the list it was given', () => {
    sortEntries(entries, { column: 'key', direction: 'ascending' });
    expect(keysOf(entries)).toEqual(['b', 'unread', 'a']);
  });
});

describe('compareDecimals', () => {
  it('compares leaf positions beyond 2^53 exactly', () => {
    expect(compareDecimals('9007199254740993', '9007199254740992')).toBeGreaterThan(0);
    expect(compareDecimals('99', '100')).toBeLessThan(0);
    expect(compareDecimals('7', '7')).toBe(0);
  });
});

describe('keyTail', () => {
  it('is what comes below the prefix', () => {
    expect(keyTail('v1.user.glen', 'v1.user')).toBe('glen');
    expect(keyTail('v1.user', 'v1.user')).toBe('v1.user');
    expect(keyTail('v1.user', '')).toBe('v1.user');
  });
});

describe('pressColumn', () => {
  it('turns the direction on a second press and begins with the newest reading', () => {
    const byKey = { column: 'key', direction: 'ascending' } as const;
    expect(pressColumn(byKey, 'key')).toEqual({ column: 'key', direction: 'descending' });
    expect(pressColumn(byKey, 'readAt')).toEqual({ column: 'readAt', direction: 'descending' });
  });
});

import { describe, expect, it } from 'vitest';
import type { FilterMode } from '#shared/domain/catalogueQuery.ts';
import { rangesWithin } from '../../ui/markedPieces.ts';
import { findMatches } from './keyMatches.ts';

/** The key with what was found in brackets. */
function marked(key: string, mode: FilterMode, text: string, delimiter = '.'): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findMatches(key, { text, mode }, delimiter)) {
    shown += `${key.slice(from, start)}[${key.slice(start, end)}]`;
    from = end;
  }
  return shown + key.slice(from);
}

describe('findMatches', () => {
  it('finds literal text anywhere, ignoring case', () => {
    expect(marked('v1.user.Glen.glen', 'contains', 'GLEN')).toBe('v1.user.[Glen].[glen]');
    expect(marked('a.b axb', 'contains', 'a.b')).toBe('[a.b] axb');
    for (const text of ['(', '\\', '[', '*', '-', '/', '^$', '{1}', '|', '\ud800']) {
      expect(marked(`x${text}y`, 'contains', text)).toBe(`x[${text}]y`);
    }
  });

  it('finds a start, and branches above it', () => {
    expect(marked('v1.user.Glen', 'prefix', 'V1.U')).toBe('[v1.u]ser.Glen');
    expect(marked('v1', 'prefix', 'v1.user')).toBe('[v1]');
    expect(marked('v2', 'prefix', 'v1.user')).toBe('v2');
  });

  it('finds whole segments only', () => {
    expect(marked('user.v1.user.users', 'segment', 'User')).toBe('[user].v1.[user].users');
    expect(marked('a/b.c/b', 'segment', 'b', '/')).toBe('a/b.c/[b]');
  });

  it('finds the literal parts of a pattern that matches the whole key', () => {
    expect(marked('v1.user.Glen.theme', 'glob', 'v1.*.glen.*')).toBe('[v1.]user[.Glen.]theme');
    expect(marked('v1.user.Glen.theme', 'glob', 'v1.*')).toBe('v1.user.Glen.theme');
    expect(marked('v1.user.Glen.theme', 'glob', 'v1**theme')).toBe('[v1].user.Glen.[theme]');
    expect(marked('v1.a', 'glob', 'v?.(')).toBe('v1.a');
    expect(marked('a/b.c', 'glob', 'a/*', '/')).toBe('[a/]b.c');
  });

  it('finds nothing for an empty text', () => {
    expect(findMatches('a', { text: '', mode: 'contains' }, '.')).toEqual([]);
  });
});

describe('rangesWithin', () => {
  it('shifts ranges to the shown part and clips them', () => {
    const ranges = [
      { start: 1, end: 5 },
      { start: 6, end: 9 },
    ];
    expect(rangesWithin(ranges, 3, 7)).toEqual([
      { start: 0, end: 2 },
      { start: 3, end: 4 },
    ]);
    expect(rangesWithin(ranges, 9, 12)).toEqual([]);
  });
});

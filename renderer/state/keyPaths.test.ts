import { describe, expect, it } from 'vitest';
import { ancestorsOf, chainOf, keyTail, parentOf, parentOfRow } from './keyPaths.ts';

describe('paths of keys', () => {
  it('lead from the root down to the parent', () => {
    expect(ancestorsOf('a.b.c', '.')).toEqual(['', 'a', 'a.b']);
    expect(ancestorsOf('.a.b', '.')).toEqual(['', '.a']);
    expect(ancestorsOf('a::b::c', '::')).toEqual(['', 'a', 'a::b']);
    expect(ancestorsOf('a', '.')).toEqual(['']);
    expect(ancestorsOf('', '.')).toEqual([]);
    expect(parentOf('a/b.c', '/')).toBe('a');
  });

  it('include all paths that a row of the tree stands for', () => {
    expect(chainOf({ path: 'a.b.c.d', label: 'b.c.d' }, '.')).toEqual(['a.b', 'a.b.c', 'a.b.c.d']);
    expect(chainOf({ path: 'a.b', label: 'a.b' }, '.')).toEqual(['a', 'a.b']);
    expect(chainOf({ path: 'a::b', label: 'b' }, '::')).toEqual(['a::b']);
    expect(chainOf({ path: '', label: '' }, '.')).toEqual(['']);
    expect(parentOfRow({ path: 'a.b.c.d', label: 'c.d' }, '.')).toBe('a.b');
    expect(parentOfRow({ path: 'a.b', label: 'a.b' }, '.')).toBe('');
  });

  it('are removed from a key to leave its own part', () => {
    expect(keyTail('v1.user.glen', 'v1.user', '.')).toBe('glen');
    expect(keyTail('v1.user', 'v1.user', '.')).toBe('v1.user');
    expect(keyTail('v1.user', '', '.')).toBe('v1.user');
    expect(keyTail('v1.users', 'v1.user', '.')).toBe('v1.users');
  });
});

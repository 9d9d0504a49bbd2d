import { describe, expect, it } from 'vitest';
import { ancestorsOf, keyTail, parentOf } from './keyPaths.ts';

describe('paths of keys', () => {
  it('go from the root down to the parent', () => {
    expect(ancestorsOf('a.b.c', '.')).toEqual(['', 'a', 'a.b']);
    expect(ancestorsOf('.a.b', '.')).toEqual(['', '.a']);
    expect(ancestorsOf('a::b::c', '::')).toEqual(['', 'a', 'a::b']);
    expect(ancestorsOf('a', '.')).toEqual(['']);
    expect(ancestorsOf('', '.')).toEqual([]);
    expect(parentOf('a/b.c', '/')).toBe('a');
  });

  it('leave the tail that tells a key apart', () => {
    expect(keyTail('v1.user.glen', 'v1.user', '.')).toBe('glen');
    expect(keyTail('v1.user', 'v1.user', '.')).toBe('v1.user');
    expect(keyTail('v1.user', '', '.')).toBe('v1.user');
    expect(keyTail('v1.users', 'v1.user', '.')).toBe('v1.users');
  });
});

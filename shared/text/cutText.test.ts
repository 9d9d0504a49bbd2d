import { describe, expect, it } from 'vitest';
import { cutText } from './cutText.ts';

describe('cutText', () => {
  it('keeps short text whole', () => {
    expect(cutText('abc', 3)).toBe('abc');
  });

  it('does not cut a character in half', () => {
    expect(cutText('ab😀c', 3)).toBe('ab');
    expect(cutText('ab😀c', 4)).toBe('ab😀');
  });
});

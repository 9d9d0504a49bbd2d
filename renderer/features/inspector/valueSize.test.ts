import { describe, expect, it } from 'vitest';
import { cutText, utf8Bytes } from './valueSize.ts';

describe('utf8Bytes', () => {
  it('counts bytes, not characters', () => {
    expect(utf8Bytes('aé€😀')).toBe(1 + 2 + 3 + 4);
  });
});

describe('cutText', () => {
  it('keeps short text whole', () => {
    expect(cutText('abc', 3)).toBe('abc');
  });

  it('does not cut a character in half', () => {
    expect(cutText('ab😀c', 3)).toBe('ab');
    expect(cutText('ab😀c', 4)).toBe('ab😀');
  });
});

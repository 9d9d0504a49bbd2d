import { describe, expect, it } from 'vitest';
import { deltaWords, lineEndWords } from './valueFacts.ts';

describe('deltaWords', () => {
  it('gives the difference in size', () => {
    expect(deltaWords(10, 10)).toBeNull();
    expect(deltaWords(44, 10)).toBe('+34 B');
    expect(deltaWords(10, 1_310)).toBe('−1.3 kB');
  });
});

describe('lineEndWords', () => {
  it('returns null for line feeds', () => {
    expect(lineEndWords('a\nb', null)).toBeNull();
    expect(lineEndWords('a', 'a\r\nb')).toBeNull();
  });

  it('names other line endings, and changed ones', () => {
    expect(lineEndWords('a\r\nb', 'a\r\nc')).toBe('line endings: CRLF');
    expect(lineEndWords('a\r\nb\n', null)).toBe('mixed line endings');
    expect(lineEndWords('a\nb', 'a\r\nb')).toBe('line endings: LF; stored: CRLF');
  });
});

import { describe, expect, it } from 'vitest';
import { problemDetail } from './problemDetail.ts';

const atom = { key: 'v1.a', value: 'text', valueBytes: 4 };

describe('the detail of a problem', () => {
  it('names the pattern of a credential and its place, and never the credential', () => {
    const value = 'first line\nkey: AKIAQ7ZT3WNB2KXMVJ4R';
    const words = problemDetail('sensitive', { ...atom, value });
    expect(words).toMatch(
      /^Matches the pattern “aws-access-key-id” at line 2, character 6 \(20 characters\)\.$/,
    );
    expect(words).not.toContain('AKIA');
  });

  it('gives the place of half a character pair in the key or the value', () => {
    expect(problemDetail('lone-surrogate', { ...atom, key: 'ab\ud83d' })).toBe('In the key, at character 3.');
    expect(problemDetail('lone-surrogate', { ...atom, value: '😀\n\ude00' })).toBe(
      'In the value, at line 2, character 1.',
    );
  });

  it('names the odd characters of a key', () => {
    expect(problemDetail('odd-key', { ...atom, key: 'v1.a\u200b' })).toContain('U+200B');
    expect(problemDetail('odd-key', { ...atom, key: 'v1.раypal' })).toBe('Mixes alphabets: “раypal”.');
  });

  it('gives the place and reason of a JSON error', () => {
    expect(problemDetail('broken-json', { ...atom, value: '{"a": 1,\n "b": [1,2,}' })).toMatch(
      /^Line 2, column 12: .*\.$/,
    );
  });

  it('is null if there is nothing to add', () => {
    expect(problemDetail('no-key', atom)).toBeNull();
  });
});

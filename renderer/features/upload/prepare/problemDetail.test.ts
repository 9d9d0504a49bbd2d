import { describe, expect, it } from 'vitest';
import { problemDetail } from './problemDetail.ts';

const atom = { key: 'v1.a', value: 'text', valueBytes: 4 };

describe('where in a row a problem is', () => {
  it('names the pattern of a credential and its place, and never the credential', () => {
    const value = 'first line\nkey: AKIAQ7ZT3WNB2KXMVJ4R';
    const words = problemDetail('sensitive', { ...atom, value });
    expect(words).toMatch(
      /^Fits the pattern “aws-access-key-id”, in line 2, from character 6, 20 characters\.$/,
    );
    expect(words).not.toContain('AKIA');
  });

  it('finds half of a character pair in the key or the value', () => {
    expect(problemDetail('lone-surrogate', { ...atom, key: 'ab\ud83d' })).toBe('In the key, at character 3.');
    expect(problemDetail('lone-surrogate', { ...atom, value: '😀\n\ude00' })).toBe(
      'In the value, in line 2, from character 1.',
    );
  });

  it('names what is odd in a key', () => {
    expect(problemDetail('odd-key', { ...atom, key: 'v1.a\u200b' })).toContain('U+200B');
    expect(problemDetail('odd-key', { ...atom, key: 'v1.раypal' })).toBe('Mixes alphabets: “раypal”.');
  });

  it('says where JSON breaks off, and why', () => {
    expect(problemDetail('broken-json', { ...atom, value: '{"a": 1,\n "b": [1,2,}' })).toMatch(
      /^Line 2, column 12: .*\.$/,
    );
  });

  it('has nothing to add where the words of the problem say it all', () => {
    expect(problemDetail('no-key', atom)).toBeNull();
  });
});

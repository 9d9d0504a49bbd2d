import { describe, expect, it } from 'vitest';
import { fake, noise } from '#shared/safety/testing/sampleValues.ts';
import { replaceInValues } from './replaceInValues.ts';
import type { FindChoice } from '#shared/text/replacing.ts';

const choice: FindChoice = { find: 'tea', replace: 'coffee ☕', isExpression: false, matchesCase: true };

describe('replaceInValues', () => {
  it('lists the values that become others, with their number of places and their size', () => {
    expect(replaceInValues(['tea', 'water', 'tea and tea'], choice)).toEqual({
      kind: 'replaced',
      unchanged: 0,
      changes: [
        {
          index: 0,
          value: 'coffee ☕',
          count: 1,
          bytes: 10,
          sensitive: null,
          hasHalf: false,
          breaksJson: false,
        },
        {
          index: 2,
          value: 'coffee ☕ and coffee ☕',
          count: 2,
          bytes: 25,
          sensitive: null,
          hasHalf: false,
          breaksJson: false,
        },
      ],
    });
  });

  it('tells apart values in which something is replaced by itself', () => {
    expect(replaceInValues(['tea'], { ...choice, replace: 'tea' })).toEqual({
      kind: 'replaced',
      changes: [],
      unchanged: 1,
    });
  });

  it('points at what looks like a credential in the new value', () => {
    const token = fake('gh', 'p_', noise(36));
    const answer = replaceInValues(['the tea'], { ...choice, replace: token });
    expect(answer).toMatchObject({ changes: [{ sensitive: { pattern: 'github-token', start: 4 } }] });
  });

  it('finds an unpaired surrogate that was there before', () => {
    expect(replaceInValues(['tea \ud83d'], choice)).toMatchObject({ changes: [{ hasHalf: true }] });
  });

  it('stops where the values would grow beyond what is sensible', () => {
    const grown = { ...choice, replace: 'x'.repeat(400) };
    expect(replaceInValues(['tea', 'tea'], grown, 1_000)).toMatchObject({ kind: 'replaced' });
    expect(replaceInValues(['tea', 'tea', 'tea'], grown, 1_000)).toEqual({ kind: 'too-large' });
  });

  it('stops where one value would be larger than any text can be', () => {
    const grown = { ...choice, find: '', replace: 'x'.repeat(1_000_000), isExpression: true };
    expect(replaceInValues(['x'.repeat(600)], grown)).toEqual({ kind: 'too-large' });
  });

  it('says what is wrong with an expression', () => {
    expect(replaceInValues(['a'], { ...choice, find: '[', isExpression: true })).toMatchObject({
      kind: 'unusable',
      field: 'find',
    });
  });
});

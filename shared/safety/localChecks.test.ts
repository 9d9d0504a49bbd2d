import { describe, expect, it } from 'vitest';
import type { SizeKnowledge } from '../domain/store.ts';
import { keyFindings, needsOverride, valueFindings, type ValueFinding } from './localChecks.ts';
import { fake, noise, upperAlphanumeric } from './testing/sampleValues.ts';

const awsKey = fake('AK', 'IA', noise(16, upperAlphanumeric));
const token = fake('gh', 'p_', noise(36));

function findingsIn(value: string, sizes: Partial<SizeKnowledge> = {}): readonly ValueFinding[] {
  const known = {
    largestAccepted: null,
    smallestRefused: null,
    largestBatchAccepted: null,
    smallestBatchRefused: null,
  };
  const work = valueFindings(value, new TextEncoder().encode(value).length, { ...known, ...sizes });
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

describe('valueFindings', () => {
  it('finds nothing in a plain text', () => {
    expect(findingsIn('dark, and a 🔑 as well')).toEqual([]);
  });

  it('names all of several, with their places', () => {
    const value = `first ${awsKey}\r\nthen\r\n  ${token} and \ud800`;
    expect(findingsIn(value)).toEqual([
      { kind: 'credential', pattern: 'aws-access-key-id', line: 1, column: 7, offset: 6, end: 26 },
      {
        kind: 'credential',
        pattern: 'github-token',
        line: 3,
        column: 3,
        offset: value.indexOf(token),
        end: value.indexOf(token) + token.length,
      },
      {
        kind: 'lone-surrogate',
        line: 3,
        column: 3 + token.length + 5,
        offset: value.length - 1,
        end: value.length,
      },
    ]);
  });

  it('marks conflicts that are not settled, and no underlines', () => {
    expect(findingsIn('a\n<<<<<<< yours\nb\n=======\nc\n>>>>>>> stored now\n')).toMatchObject([
      { kind: 'conflict', line: 2 },
      { kind: 'conflict', line: 6 },
    ]);
    expect(findingsIn('Title\n=======\n')).toEqual([]);
  });

  it('holds the size against what was accepted and refused', () => {
    expect(findingsIn('éé', { largestAccepted: 4 })).toEqual([]);
    expect(findingsIn('éé', { largestAccepted: 3 })).toEqual([
      { kind: 'size-untried', bytes: 4, accepted: 3 },
    ]);
    expect(findingsIn('éé', { largestAccepted: 3, smallestRefused: 4 })).toEqual([
      { kind: 'size-refused', bytes: 4, refused: 4 },
    ]);
    expect(findingsIn('éé', { smallestRefused: 5 })).toEqual([]);
  });

  it('requires permission for a size that was refused, but not for an untried one', () => {
    expect(needsOverride({ kind: 'size-untried', bytes: 2, accepted: 1 })).toBe(false);
    expect(needsOverride({ kind: 'size-refused', bytes: 2, refused: 1 })).toBe(true);
  });

  it('contains no secret', () => {
    expect(JSON.stringify(findingsIn(`${awsKey} ${token}`))).not.toContain(awsKey.slice(4));
  });
});

describe('keyFindings', () => {
  it('finds nothing in an ordinary key', () => {
    expect(keyFindings('v1.user.Glen.preference.theme')).toEqual([]);
  });

  it('finds what cannot be seen or is not what it seems', () => {
    expect(keyFindings('v1.a ')).toEqual([{ kind: 'blank-ends' }]);
    expect(keyFindings('v1.a\u0007\u202e')).toEqual([
      { kind: 'hidden', names: ['control character BEL (U+0007)', 'right-to-left override (U+202E)'] },
    ]);
    expect(keyFindings('v1.pаypal')).toEqual([{ kind: 'look-alike', words: ['pаypal'] }]);
    expect(keyFindings('v1.\udc00')).toMatchObject([{ kind: 'lone-surrogate' }, { kind: 'hidden' }]);
  });
});

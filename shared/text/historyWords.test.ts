import { describe, expect, it } from 'vitest';
import type { KeptVersion } from '../domain/history.ts';
import { historySizeWords, readDifferentlyWords, sightingsWords, versionName } from './historyWords.ts';

function seen(green: number, amber: number, red: number): KeptVersion {
  return {
    id: '1',
    version: 1,
    hash: null,
    bytes: 1,
    hasValue: true,
    firstSeenAt: 0,
    lastSeenAt: 0,
    sightings: { green, keyOnly: 0, amber, red },
    verdict: 'green',
  };
}

describe('sightingsWords', () => {
  it.each([
    [seen(1, 0, 0), 'read once, verified'],
    [seen(0, 3, 0), 'read 3 times, could not be checked'],
    [seen(1_200, 1, 1), 'read 1,202 times: 1,200 verified, 1 could not be checked, and 1 failed'],
  ])('of %j', (version, words) => {
    expect(sightingsWords(version)).toBe(words);
  });
});

describe('the words of the history', () => {
  it('count', () => {
    expect(historySizeWords({ atoms: 1, versions: 2 })).toBe('2 versions of 1 atom');
    expect(versionName(null)).toBe('no version');
    expect(versionName(3)).toBe('version 3');
  });

  it('accuse nobody of a version with two values', () => {
    expect(readDifferentlyWords(3, 2)).toMatch(/^Version 3 was read with 2 different values\./);
    expect(readDifferentlyWords(3, 2)).not.toMatch(/tamper|forge|lie/i);
  });
});

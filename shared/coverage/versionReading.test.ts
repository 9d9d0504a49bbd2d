import { describe, expect, it } from 'vitest';
import { versionReadingWords } from '../text/coverageWords.ts';
import { readByVersions } from './versionReading.ts';

const read = (
  treeSize: bigint | null,
  knownLeaves: bigint,
  versions: readonly number[],
  unread = 0,
  grows = true,
) => readByVersions({ treeSize, knownLeaves, versions, unread, grows });

describe('readByVersions', () => {
  it.each([
    [
      'explains all unknown leaves if the versions add up to the tree size',
      read(6n, 3n, [3, 2, 1]),
      { kind: 'explained', unknown: '3' },
    ],
    [
      'tells how many are left where they add up to less',
      read(10n, 3n, [3, 2, 1], 2),
      { kind: 'partly', earlierVersions: '3', unexplained: '4', unread: 2 },
    ],
    ['does not fit where they add up to more', read(5n, 3n, [3, 2, 1]), { kind: 'does-not-fit', sum: '6' }],
    ['does not fit where versions begin at 0', read(5n, 2n, [0, 1]), { kind: 'does-not-fit', sum: null }],
    [
      'does not fit where versions are no whole numbers',
      read(5n, 1n, [1.5]),
      { kind: 'does-not-fit', sum: null },
    ],
    ['has nothing to explain if no leaf is unknown', read(2n, 2n, [7, 9]), { kind: 'nothing-unknown' }],
    [
      'says nothing of a tree that does more than grow, whatever the versions add up to',
      read(6n, 3n, [3, 2, 1], 0, false),
      { kind: 'unknown' },
    ],
    ['says nothing before a tree was seen', read(null, 0n, [1]), { kind: 'unknown' }],
    ['says nothing before a version was read', read(5n, 0n, [], 3), { kind: 'unknown' }],
    [
      'is exact beyond 2^53',
      read(
        2n ** 60n + 1n,
        1n,
        Array.from({ length: 128 }, () => 2 ** 53 - 1),
      ),
      { kind: 'partly', earlierVersions: String(2n ** 60n - 256n), unexplained: '129', unread: 0 },
    ],
  ])('%s', (_name, reading, expected) => {
    expect(reading).toEqual(expected);
  });
});

describe('the words for it', () => {
  it('call it an assumption, and count', () => {
    expect(versionReadingWords(read(6n, 3n, [3, 2, 1]))).toContain(
      'all 3 unknown leaves would be earlier versions',
    );
    expect(versionReadingWords(read(6n, 3n, [3, 2, 1]))).toContain('an assumption by Atom Explorer');
    expect(versionReadingWords(read(10n, 3n, [3, 2, 1], 2))).toContain('4 would remain unexplained');
    expect(versionReadingWords(read(10n, 3n, [3, 2, 1], 2))).toContain('2 keys not read yet');
    expect(versionReadingWords(read(5n, 3n, [3, 2, 1]))).toContain('add up to 6, more than the tree has');
    expect(versionReadingWords(read(5n, 2n, [0, 1]))).toContain('not count up from 1');
  });
});

import { describe, expect, it } from 'vitest';
import type { ChangeSummary, KeyChange, KeySide } from '../domain/keyChange.ts';
import { differenceSince } from '../memory/keyDifference.ts';
import { catalogueEntry } from '../keyIndex/testing/catalogueEntry.ts';
import { changeCoverageWords, differenceWords, keyChangeWords, treeChangeWords } from './keyChangeWords.ts';

const side = (version: number | null, valueHash: string | null = null): KeySide => ({
  version,
  valueHash,
  leafHash: null,
});
const change = (fields: Partial<KeyChange>): KeyChange => ({
  kind: 'content',
  at: 20,
  beforeAt: 10,
  before: side(1, 'aa'),
  after: side(2, 'bb'),
  verdict: 'green',
  ...fields,
});

describe('one change in words', () => {
  it.each([
    [{}, 'Version 1 → 2', false],
    [{ after: side(1, 'bb') }, 'Another value, still version 1', true],
    [{ before: side(3), after: side(2) }, 'Version went back: 3 → 2', true],
    [{ before: side(null, 'aa'), after: side(null, 'bb') }, 'Another value; no version', false],
    [{ verdict: 'red' }, 'Failed verification. Claimed: Version 1 → 2', true],
    [{ kind: 'missing', after: null, verdict: null }, 'Not returned; was version 1', false],
    [{ kind: 'returned', after: side(1, 'aa') }, 'Returned again; now version 1', false],
    [{ kind: 'verdict', verdict: 'red' }, 'Failed verification, with the same content', true],
  ] as const)('%o: %s', (fields, words, isAlarming) => {
    expect(keyChangeWords(change(fields))).toEqual({ words, isAlarming });
  });
});

describe('how a key differs from a time', () => {
  const read = catalogueEntry('a', {
    verdict: 'green',
    version: 3,
    firstSeenAt: 1,
    readAt: 40,
    changedAt: 40,
  });
  const twice = [change({}), change({ at: 40, before: side(2, 'bb'), after: side(3, 'cc') })];

  it('compares what was known then with now, across several changes', () => {
    const difference = differenceSince(read, { changes: twice, dropped: 0 }, 15);
    expect(difference).toMatchObject({
      kind: 'changed',
      count: 2,
      before: { version: 1 },
      now: { version: 3 },
    });
    expect(difference && differenceWords(difference).words).toBe('Version 1 → 3');
    expect(differenceSince(read, { changes: twice, dropped: 0 }, 30)).toMatchObject({
      before: { version: 2 },
    });
    expect(differenceSince(read, { changes: twice, dropped: 0 }, 50)).toBeNull();
  });

  it('says what it no longer knows', () => {
    const difference = differenceSince(read, { changes: twice, dropped: 5 }, 15);
    expect(difference).toMatchObject({ before: null, older: 'dropped' });
    expect(difference && differenceWords(difference).words).toBe('Changed often; now version 3');
  });

  it('names a record that cannot be read, and never takes it for no change', () => {
    const lost = differenceSince(read, { changes: [], dropped: null }, 15);
    expect(lost).toMatchObject({ kind: 'changed', before: null, older: 'unreadable' });
    expect(lost && differenceWords(lost).words).toBe(
      'Changed; the record of it cannot be read; now version 3',
    );
    const since = differenceSince(read, { changes: twice, dropped: null }, 15);
    expect(since).toMatchObject({ before: null, older: 'unreadable', count: 2 });
    // A change before that time is there, so all that came after it are.
    expect(differenceSince(read, { changes: twice, dropped: null }, 30)).toMatchObject({
      before: { version: 2 },
      older: 'kept',
    });
  });

  it('names a key that changed and changed back', () => {
    const back = [change({}), change({ at: 40, before: side(2, 'bb'), after: side(1, 'aa') })];
    const difference = differenceSince(read, { changes: back, dropped: 0 }, 15);
    expect(difference && differenceWords(difference).words).toBe('Changed, and is as before again');
  });
});

describe('what the changes rest on', () => {
  const summary: ChangeSummary = {
    since: 1_000,
    recordedSince: 500,
    counts: { new: 0, changed: 0, missing: 0 },
    keys: 10,
    olderKeys: 10,
    olderRead: 10,
    newRoots: 0,
    rootBefore: { rootHash: 'aa', treeSize: '4', firstSeenAt: 1 },
    rootNow: { rootHash: 'aa', treeSize: '4', firstSeenAt: 1 },
    newLeaves: null,
  };

  it('is complete only if every key was read since then and all of that time is recorded', () => {
    expect(changeCoverageWords(summary)).toEqual({
      words: 'All 10 keys known before then were read since.',
      isComplete: true,
    });
    const unread = changeCoverageWords({ ...summary, olderRead: 7 });
    expect(unread.isComplete).toBe(false);
    expect(unread.words).toContain('3 of 10 keys known before then were not read since');
    const late = changeCoverageWords({ ...summary, recordedSince: 2_000 });
    expect(late.isComplete).toBe(false);
    expect(late.words).toContain('earlier ones are not shown');
  });

  it('names new leaves without a known key, a tree that shrank, and sizes that are not known', () => {
    const bigger = { rootHash: 'bb', treeSize: '7', firstSeenAt: 2 };
    expect(
      treeChangeWords({
        ...summary,
        newRoots: 1,
        rootNow: bigger,
        newLeaves: { added: '3', withoutKey: '1' },
      }),
    ).toBe('1 new root was seen. The tree grew from 4 to 7 leaves; 1 of 3 new ones belong to no known key.');
    expect(treeChangeWords({ ...summary, rootBefore: bigger })).toContain('became smaller: 7 → 4');
    expect(treeChangeWords({ ...summary, rootBefore: null })).toContain('No root is known from before.');
    expect(treeChangeWords({ ...summary, rootNow: { ...bigger, treeSize: null } })).toContain(
      'not known for both times',
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import { catalogueEntry } from '#shared/keyIndex/testing/catalogueEntry.ts';
import { newerReadingWords } from './newerReading.ts';
import { describeChange } from './readingChange.ts';

/** A proof in a tree of one leaf. */
const proofUnder = (byte: string) => {
  const hash = byte.repeat(32);
  return { leafHash: hash, siblings: [], rootHash: hash, leafIndex: 0, treeSize: 1 };
};

function reading(fields: Partial<AtomReading>): AtomReading {
  return {
    key: 'k',
    value: 'v',
    version: 2,
    hash: null,
    score: null,
    proof: proofUnder('aa'),
    verdict: { status: 'green', checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange: {
      requestId: 'r',
      method: 'GET',
      path: '/atoms/k',
      status: 200,
      startedAt: 0,
      elapsedMs: 1,
      bodyBytes: 2,
      retries: 0,
    },
    ...fields,
  };
}

const red = { status: 'red', checks: [], binds: [], open: [] } as const;

describe('describeChange', () => {
  it.each([
    ['nothing', {}, 'same', 'Still version 2, with the same value.'],
    ['the root alone', { proof: proofUnder('bb') }, 'same', 'a different root'],
    ['version and value', { version: 3, value: 'w' }, 'changed', 'Version 2 → 3. The value changed.'],
    ['the version alone', { version: 3 }, 'changed', 'The value is the same.'],
    ['the value under one version', { value: 'w' }, 'alarming', 'Still version 2'],
    ['an earlier version', { version: 1 }, 'alarming', 'went back: 2 → 1'],
    ['a verdict that turned red', { verdict: red }, 'alarming', 'from “verified” to “failed”'],
    ['no version any more', { version: null, value: 'w' }, 'changed', 'The value changed.'],
  ] as const)('tells of %s', (_what, fields, tone, words) => {
    const change = describeChange(reading({}), reading(fields));
    expect(change.tone).toBe(tone);
    expect(change.words).toContain(words);
  });
});

describe('a newer reading', () => {
  const shown = reading({ version: 1 });
  const entry = catalogueEntry('k', { version: 2, verdict: 'green', readAt: 1_000 });

  it('is announced if it differs from the one that is shown', () => {
    expect(newerReadingWords(entry, shown)).toMatch(/^This is an older reading. At .*returned version 2\.$/);
    expect(newerReadingWords({ ...entry, gone: true }, shown)).toContain('no longer returned the key');
    expect(newerReadingWords({ ...entry, version: 1, verdict: 'red' }, shown)).toContain('The verdict');
  });

  it('is not announced if it is the same, older, or about another key', () => {
    expect(newerReadingWords({ ...entry, version: 1 }, shown)).toBeNull();
    const later = reading({ version: 3, exchange: { ...shown.exchange, startedAt: 2_000 } });
    expect(newerReadingWords(entry, later)).toBeNull();
    expect(newerReadingWords({ ...entry, key: 'other' }, shown)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
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

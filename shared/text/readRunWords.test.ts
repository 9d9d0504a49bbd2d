import { describe, expect, it } from 'vitest';
import type { ReadProgress } from '../domain/job.ts';
import { changesWords, readJobWords } from './readRunWords.ts';

const nothing: ReadProgress = {
  total: 1_000,
  done: 0,
  verdicts: { green: 0, keyOnly: 0, amber: 0, red: 0 },
  missing: 0,
  refused: 0,
  unsendable: 0,
  changes: { 'first-read': 0, version: 0, verdict: 0, gone: 0, back: 0 },
  findings: [],
  findingCount: 0,
};

describe('readJobWords', () => {
  it('says how far it is', () => {
    expect(readJobWords({ kind: 'running' }, { ...nothing, done: 200 })).toBe('Reading 200 of 1,000');
    expect(readJobWords({ kind: 'done' }, { ...nothing, done: 1_000 })).toBe('Read 1,000 of 1,000');
    expect(readJobWords({ kind: 'running' }, { ...nothing, total: null })).toBe('Counting the keys');
  });
});

describe('changesWords', () => {
  it('says that nothing changed only where something was read', () => {
    expect(changesWords(nothing)).toBeNull();
    expect(changesWords({ ...nothing, done: 3 })).toBe('Nothing changed in 3 atoms');
  });

  it('names each kind of change', () => {
    const changes = { 'first-read': 3, version: 2, verdict: 1, gone: 1, back: 1 };
    expect(changesWords({ ...nothing, done: 9, missing: 2, refused: 1, changes })).toBe(
      '3 read for the first time, 2 with another version, 1 with another verdict, 1 no longer there, 1 still not there, 1 there again and 1 refused by the service',
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { RootSighting, RootStatus } from '../domain/connection.ts';
import type { ReadProgress } from '../domain/job.ts';
import { changesWords, readJobWords, runRootsWords } from './readRunWords.ts';

const noChanges: ReadProgress['changes'] = {
  'first-read': 0,
  version: 0,
  content: 0,
  verdict: 0,
  'not-returned': 0,
  returned: 0,
  rewritten: 0,
  'went-back': 0,
  denied: 0,
};
const root = (rootHash: string, treeSize: string, status: RootStatus): RootSighting => ({
  rootHash: rootHash.repeat(64),
  treeSize,
  status,
});
const seen = { kind: 'seen', firstSeenAt: 1, times: 2 } as const;

const nothing: ReadProgress = {
  total: 1_000,
  done: 0,
  verdicts: { green: 0, keyOnly: 0, amber: 0, red: 0 },
  missing: 0,
  refused: 0,
  unsendable: 0,
  unasked: 0,
  roots: [],
  rootCount: 0,
  changes: noChanges,
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
    const changes = {
      ...noChanges,
      'first-read': 3,
      version: 2,
      verdict: 1,
      'not-returned': 1,
      returned: 1,
      rewritten: 1,
    };
    expect(changesWords({ ...nothing, done: 9, missing: 2, refused: 1, unasked: 1, changes })).toBe(
      '1 rewritten (same version, different value), 3 read for the first time, 2 with a later version, 1 with a different verdict, 1 no longer returned, 1 still not returned, 1 returned again, 1 refused by the service, and 1 returned without being requested',
    );
  });

  it('says that nothing changed under one root that was seen before, and under no other', () => {
    const of = (...roots: RootSighting[]) => ({ ...nothing, done: 3, roots, rootCount: roots.length });
    const unexplained = {
      kind: 'unexplained',
      treeSize: '345',
      other: { rootHash: 'a'.repeat(64), at: 0 },
    } as const;
    expect(changesWords(of(root('a', '345', seen)))).toBe('Nothing changed in 3 atoms');
    expect(runRootsWords(of(root('a', '345', seen)))).toBeNull();
    for (const run of [
      of(root('b', '346', { kind: 'new' })),
      of(root('a', '345', seen), root('b', '346', { kind: 'new' })),
      of(root('b', '345', unexplained)),
    ])
      expect(changesWords(run)).toBe('None of 3 atoms changed, but the root did');
    expect(runRootsWords(of(root('a', '345', seen), root('b', '346', { kind: 'new' })))).toBe(
      'The tree changed during the run: 2 roots: aaaaaaaa..aaaa (345 leaves) and bbbbbbbb..bbbb (346 leaves)',
    );
    expect(runRootsWords(of(root('b', '345', unexplained)))).toBe(
      'Two roots for one tree of 345 leaves, without a write over this connection in between: aaaaaaaa..aaaa and bbbbbbbb..bbbb',
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { AtomReading, BatchReading, Exchange } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { mostFindings, type Job, type ReadProgress } from '#shared/domain/job.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyStatement } from '#shared/domain/keyMemory.ts';
import { succeed } from '#shared/domain/result.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { noReadProgress, startReadRun, withBatch } from './readRun.ts';
import { testJobs } from '../../jobs/testing/testJobs.ts';

function entry(key: string, known: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    key,
    version: 1,
    hash: 'h',
    leafIndex: '0',
    verdict: 'green',
    source: 'recall',
    firstSeenAt: 0,
    readAt: 1,
    gone: false,
    changedAt: null,
    conflicting: false,
    placed: null,
    bookmarked: false,
    note: '',
    tags: [],
    ...known,
  };
}

function reading(...atoms: readonly (readonly [key: string, status: VerdictStatus, version: number])[]) {
  const answer: BatchReading = {
    atoms: atoms.map(
      ([key, status, version]) => ({ key, version, verdict: { status }, memory: null }) as AtomReading,
    ),
    missing: [],
    unasked: [],
    denials: [],
    roots: [],
    exchange: {} as Exchange,
  };
  return answer;
}

const start: ReadProgress = { ...noReadProgress, total: 10 };

describe('the progress of a reading run', () => {
  it('counts verdicts, missing keys, and refused keys', () => {
    const read = withBatch(
      start,
      ['a', 'b', 'c', 'd'],
      [entry('a'), null, entry('c'), entry('d')],
      reading(['a', 'green', 1], ['b', 'amber', 1], ['c', 'red', 1]),
    );
    expect(read).toMatchObject({
      done: 4,
      verdicts: { green: 1, keyOnly: 0, amber: 1, red: 1 },
      missing: 1,
      refused: 0,
    });
    expect(withBatch(read, ['e'], [entry('e')], null)).toMatchObject({ done: 5, missing: 1, refused: 1 });
  });

  it.each([
    [
      'read for the first time',
      entry('a', { readAt: null, version: null, verdict: null }),
      'green',
      1,
      'first-read',
    ],
    ['another version', entry('a'), 'green', 2, 'version'],
    ['another verdict', entry('a'), 'red', 1, 'verdict'],
    ['returned again', entry('a', { gone: true }), 'green', 1, 'returned'],
  ] as const)('tells what changed: %s', (_, before, status, version, change) => {
    const { changes } = withBatch(start, ['a'], [before], reading(['a', status, version]));
    expect(changes).toEqual({ ...noReadProgress.changes, [change]: 1 });
  });

  it('reports once that a key is not returned, and not if it was missing before or never known', () => {
    const before = [entry('a'), entry('b', { gone: true }), null];
    const { changes, missing } = withBatch(start, ['a', 'b', 'c'], before, reading());
    expect(changes).toEqual({ ...noReadProgress.changes, 'not-returned': 1 });
    expect(missing).toBe(3);
  });

  it('lists keys that are not green or have changed, with the earlier state', () => {
    const { findings, findingCount } = withBatch(
      start,
      ['a', 'b', 'c'],
      [entry('a'), entry('b'), entry('c', { readAt: null })],
      reading(['a', 'green', 2], ['b', 'green', 1], ['c', 'green', 1]),
    );
    expect(findings).toEqual([
      {
        key: 'a',
        outcome: 'green',
        conflict: null,
        lastProven: null,
        version: 2,
        before: { verdict: 'green', version: 1 },
      },
    ]);
    expect(findingCount).toBe(1);
  });

  it('limits the list, and counts all', () => {
    const keys = Array.from({ length: mostFindings + 50 }, (_, at) => `k${at}`);
    const read = withBatch(
      start,
      keys,
      keys.map((key) => entry(key)),
      reading(),
    );
    expect(read.findings).toHaveLength(mostFindings);
    expect(read.findingCount).toBe(mostFindings + 50);
  });
});

describe('what contradicts the memory', () => {
  const said: KeyStatement = {
    version: 1,
    valueHash: 'a',
    leafHash: 'b',
    rootHash: 'r',
    treeSize: '5',
    at: 1,
    verdict: 'green',
  };

  it('is counted and listed whatever the verdict was before', () => {
    const rewritten = { kind: 'other-content', was: said, now: { ...said, valueHash: 'c' } } as const;
    const answer = reading(['a', 'red', 1]);
    const atoms = answer.atoms.map((atom) => ({ ...atom, memory: rewritten }));
    const read = withBatch(start, ['a'], [entry('a', { verdict: 'red' })], { ...answer, atoms });
    expect(read.changes).toEqual({ ...noReadProgress.changes, rewritten: 1 });
    expect(read.findings).toMatchObject([{ key: 'a', outcome: 'red', conflict: 'other-content' }]);
  });

  it('makes a missing key red under the root that proved it', () => {
    const conflict = { kind: 'denied', was: said, now: said } as const;
    const read = withBatch(start, ['a'], [entry('a')], {
      ...reading(),
      missing: ['a'],
      denials: [{ key: 'a', denial: { kind: 'contradiction', conflict } }],
    });
    expect(read).toMatchObject({ missing: 0, verdicts: { red: 1 }, changes: { denied: 1 } });
    expect(read.findings).toMatchObject([{ outcome: 'red', conflict: 'denied' }]);
  });

  it('shows when and under which root a missing key was last proven', () => {
    const proven = { rootHash: 'r', treeSize: '5', at: 1 };
    const read = withBatch(start, ['a'], [entry('a')], {
      ...reading(),
      missing: ['a'],
      denials: [{ key: 'a', denial: { kind: 'moved-on', proven, rootNow: 's' } }],
    });
    expect(read).toMatchObject({ missing: 1, findings: [{ outcome: 'missing', lastProven: proven }] });
  });

  it('lists unrequested atoms, and every root', () => {
    const root = (rootHash: string) => ({ rootHash, treeSize: '5', status: { kind: 'new' } }) as const;
    const answer = { ...reading(['x', 'green', 1]), unasked: ['x'], roots: [root('r')] };
    const one = withBatch(start, ['a'], [null], answer);
    expect(one).toMatchObject({ unasked: 1, missing: 1, verdicts: { green: 0 } });
    expect(one.findings).toMatchObject([{ key: 'a' }, { key: 'x', outcome: 'unasked' }]);
    const two = withBatch(one, ['b'], [null], { ...reading(), roots: [root('r'), root('s')] });
    expect(two).toMatchObject({ rootCount: 2, roots: [{ rootHash: 'r' }, { rootHash: 's' }] });
  });
});

describe('a reading run', () => {
  it('reads all keys of a selection for the user, and ends with its findings', async () => {
    const keys = Array.from({ length: 1_200 }, (_, at) => `k${at}`);
    const asked: { readonly count: number; readonly askedBy: string | undefined }[] = [];
    const end = await new Promise<Job>((resolve) => {
      const jobs = testJobs({
        announce: (job) => {
          if (job.endedAt !== null) resolve(job);
        },
        now: () => 0,
      });
      startReadRun(
        {
          jobs,
          memory: {
            async *selected() {
              yield keys.slice(0, 700);
              yield keys.slice(700);
            },
            entries: async (_, some) => some.map((key) => entry(key)),
          },
          readings: {
            readMany: async (_, some, { askedBy }) => {
              asked.push({ count: some.length, askedBy });
              return succeed(
                reading(...some.map((key) => [key, key === 'k9' ? 'red' : 'green', 1] as const)),
              );
            },
          },
        },
        'c' as ConnectionId,
        { kind: 'keys', keys },
      );
    });
    expect(asked).toEqual([500, 500, 200].map((count) => ({ count, askedBy: 'user' })));
    expect(end).toMatchObject({
      kind: 'read',
      state: { kind: 'done' },
      progress: { total: 1_200, done: 1_200, verdicts: { green: 1_199, red: 1 }, changes: { verdict: 1 } },
    });
    expect(end.kind === 'read' ? end.progress.findings : []).toEqual([
      expect.objectContaining({ key: 'k9', outcome: 'red', version: 1 }),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#shared/domain/recallRun.ts';
import { distinctQueries, pinnedFirst, runBefore, searchRuns } from './runLists.ts';

const run = (id: string, at: number, other: Partial<RunSummary> = {}): RunSummary => ({
  id,
  at,
  query: 'q',
  limit: 10,
  elapsedMs: 1,
  name: null,
  pinned: false,
  hitCount: 0,
  verdicts: { green: 0, keyOnly: 0, amber: 0, red: 0 },
  anomalyCount: 0,
  ...other,
});
const idsOf = (runs: readonly RunSummary[]) => runs.map(({ id }) => id);

describe('lists of runs', () => {
  it('list each past query once, newest first', () => {
    const runs = [run('c', 3), run('b', 2, { query: 'other' }), run('a', 1)];
    expect(distinctQueries(runs)).toEqual(['q', 'other']);
  });

  it('find the previous run of the same query', () => {
    const runs = [run('d', 4), run('c', 3, { query: 'other' }), run('b', 2), run('a', 1)];
    expect(runBefore(runs, 'd')).toBe('b');
    expect(runBefore(runs, 'b')).toBe('a');
    expect(runBefore(runs, 'a')).toBeNull();
    expect(runBefore(runs, 'c')).toBeNull();
    expect(runBefore(runs, 'not kept')).toBeNull();
  });

  it('are searched by the words in their names and queries', () => {
    const runs = [run('a', 1, { name: 'Before the move' }), run('b', 2, { query: 'pump PRESSURE' })];
    expect(idsOf(searchRuns(runs, 'move before'))).toEqual(['a']);
    expect(idsOf(searchRuns(runs, ' pressure '))).toEqual(['b']);
    expect(idsOf(searchRuns(runs, ''))).toEqual(['a', 'b']);
    expect(idsOf(searchRuns(runs, 'none'))).toEqual([]);
  });

  it('show pinned runs first', () => {
    expect(idsOf(pinnedFirst([run('c', 3), run('b', 2, { pinned: true }), run('a', 1)]))).toEqual([
      'b',
      'c',
      'a',
    ]);
  });
});

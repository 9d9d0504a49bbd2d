import { describe, expect, it } from 'vitest';
import type { RunHit } from '../domain/recallRun.ts';
import { compareRuns } from './compareRuns.ts';

const hit = (key: string, other: Partial<RunHit> = {}): RunHit => ({
  key,
  score: 0.5,
  version: 1,
  verdict: 'green',
  value: { sha256: 'aa', bytes: 2 },
  ...other,
});
const run = (hits: readonly RunHit[], other: object = {}) => ({
  query: 'q',
  limit: 10,
  hits,
  hitsLeftOut: 0,
  predictions: [] as readonly string[],
  ...other,
});
const movesOf = (a: readonly RunHit[], b: readonly RunHit[]) =>
  compareRuns(run(a), run(b)).moves.map(({ key, rank }) =>
    'by' in rank ? `${key} ${rank.kind} ${rank.by}` : `${key} ${rank.kind}`,
  );

describe('compareRuns', () => {
  it('tells what is new, what moved and by how much, and what is gone, in that order of the second run', () => {
    const a = ['one', 'two', 'three', 'four'].map((key) => hit(key));
    const b = ['three', 'one', 'new', 'four'].map((key) => hit(key));
    expect(movesOf(a, b)).toEqual(['three up 2', 'one down 1', 'new new', 'four same', 'two gone']);
  });

  it('turns every move round when the sides are swapped', () => {
    const a = ['one', 'two', 'three'].map((key) => hit(key));
    const b = ['three', 'one'].map((key) => hit(key));
    expect(movesOf(a, b)).toEqual(['three up 2', 'one down 1', 'two gone']);
    expect(movesOf(b, a)).toEqual(['one up 1', 'two new', 'three down 2']);
  });

  it('sees changes of score, version, value, and verdict', () => {
    const [move] = compareRuns(
      run([hit('k', { score: 0.25 })]),
      run([hit('k', { score: 0.75, version: 2, value: { sha256: 'bb', bytes: 2 }, verdict: 'red' })]),
    ).moves;
    expect(move).toMatchObject({
      scoreChange: 0.5,
      versionChanged: true,
      valueChanged: true,
      verdictChanged: true,
    });
  });

  it('does not call it a change where one side is missing', () => {
    const [came, gone] = compareRuns(run([hit('b')]), run([hit('a', { score: null })])).moves;
    for (const move of [came, gone])
      expect(move).toMatchObject({
        scoreChange: null,
        versionChanged: false,
        valueChanged: false,
        verdictChanged: false,
      });
  });

  it('matches a repeated key by its occurrence', () => {
    expect(movesOf([hit('k'), hit('x'), hit('k')], [hit('k'), hit('k')])).toEqual([
      'k same',
      'k up 1',
      'x gone',
    ]);
  });

  it('tells which predictions came, went, and stayed', () => {
    const { predictions } = compareRuns(
      run([], { predictions: ['a', 'b'] }),
      run([], { predictions: ['b', 'c'] }),
    );
    expect(predictions).toEqual({ came: ['c'], went: ['a'], stayed: ['b'] });
  });

  it('names what keeps the two from being like for like', () => {
    expect(compareRuns(run([]), run([])).caveats).toEqual([]);
    expect(compareRuns(run([]), run([], { query: 'other', limit: 5, hitsLeftOut: 3 })).caveats).toEqual([
      'other-query',
      'other-limit',
      'hits-left-out',
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormulaGuard } from '../text/csvText.ts';
import { edgesOf } from './edges.ts';
import { edgesCsv, observationsCsv, scoreboardJson } from './exportScoreboard.ts';
import {
  longestKeyKept,
  mostPredictionsKept,
  takeStep,
  type Observation,
  type OpenStep,
  type UserStep,
} from './observation.ts';
import { likelyShare, runningTallies, tallyByDay, tallyOf } from './tally.ts';

const recalled = (key: string, ...predictions: string[]): UserStep => ({
  kind: 'recalled',
  key,
  predictions,
});
const opened = (key: string): UserStep => ({ kind: 'opened', key });

/** What a session comes to; the step at place `n` is made at moment `n`. */
function observe(steps: readonly UserStep[]): readonly Observation[] {
  let open: OpenStep | null = null;
  const observations: Observation[] = [];
  for (const [at, step] of steps.entries()) {
    const taken = takeStep(open, step, at);
    open = taken.open;
    if (taken.observation !== null) observations.push(taken.observation);
  }
  return observations;
}

const short = (observations: readonly Observation[]): readonly string[] =>
  observations.map(({ from, next, rank }) => `${from} > ${next}: ${rank ?? 'no'}`);

describe('steps', () => {
  it('count as manually on a scripted session', () => {
    const observations = observe([
      recalled('a', 'b', 'c', 'd'), // next b: at 1
      recalled('b', 'x', 'y', 'c', 'z'), // next c, opened: third
      opened('c'), // nothing was predicted after it: no observation
      recalled('a', 'q', 'r', 's', 't'), // next t: fourth
      opened('t'),
      opened('u'),
      recalled('a', 'b'), // next z: not predicted
      opened('z'),
      recalled('e'), // nothing predicted, next f
      recalled('f', 'g'), // nothing follows
    ]);
    expect(short(observations)).toEqual(['a > b: 1', 'b > c: 3', 'a > t: 4', 'a > z: no', 'e > f: no']);
    expect(tallyOf(observations)).toEqual({ predicted: 4, silent: 1, atOne: 1, atThree: 2, atAll: 3 });
  });

  it('are one where the same key comes twice in a row; the last predictions count', () => {
    expect(short(observe([recalled('a', 'b'), recalled('a', 'c'), opened('a'), opened('c')]))).toEqual([
      'a > c: 1',
    ]);
  });

  it('do not lose the predictions of a recall when its best hit is opened, and gain those of a recall of what is open', () => {
    expect(short(observe([recalled('a', 'b'), opened('a'), opened('b')]))).toEqual(['a > b: 1']);
    expect(short(observe([opened('a'), recalled('a', 'b'), opened('b')]))).toEqual(['a > b: 1']);
  });

  it('count a key that is predicted twice at its first place only', () => {
    const [observation] = observe([recalled('a', 'b', 'b', 'c'), opened('c')]);
    expect(observation).toMatchObject({ rank: 2, predicted: 2, predictions: ['b', 'c'] });
  });

  it('keep a bounded part of very many predictions, and still tell the rank', () => {
    const many = Array.from({ length: 500 }, (_, at) => `k${at}`);
    const [observation] = observe([recalled('a', ...many), opened('k400')]);
    expect(observation).toMatchObject({ rank: 401, predicted: 500 });
    expect(observation?.predictions).toEqual(many.slice(0, mostPredictionsKept));
    expect(edgesOf(observation === undefined ? [] : [observation]).find(({ to }) => to === 'k400')).toEqual({
      from: 'a',
      to: 'k400',
      steps: 1,
      predicted: 1,
      came: 1,
      both: 1,
    });
  });

  it('do not become neighbors across a key that is too long to keep', () => {
    expect(observe([recalled('a', 'b'), opened('x'.repeat(longestKeyKept + 1)), opened('b')])).toEqual([]);
  });
});

describe('edges', () => {
  it('tell how often a key was predicted and how often it came', () => {
    const observations = observe([
      recalled('a', 'b', 'c'),
      recalled('b', 'a'),
      recalled('a', 'b'),
      opened('c'),
      recalled('a', 'c'),
      opened('c'),
    ]);
    const edges = edgesOf(observations).map(
      ({ from, to, steps, predicted, came, both }) =>
        `${from}>${to} ${predicted}/${steps} ${came}/${steps} ${both}`,
    );
    expect(edges).toEqual(['a>c 2/3 2/3 1', 'a>b 2/3 1/3 1', 'b>a 1/1 1/1 1']);
  });
});

describe('any session', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    key.map(opened),
    fc
      .tuple(key, fc.array(key, { maxLength: 6 }))
      .map(([best, predictions]) => recalled(best, ...predictions)),
  );
  const session = fc.array(step, { maxLength: 60 });

  it('counts like the plain rule: strike repeats, then hold each recall against the next key', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const runs: { key: string; predictions: readonly string[] | null }[] = [];
        for (const each of steps) {
          let last = runs.at(-1);
          if (last?.key !== each.key) runs.push((last = { key: each.key, predictions: null }));
          if (each.kind === 'recalled') last.predictions = each.predictions;
        }
        const expected = runs.slice(0, -1).flatMap(({ key: from, predictions }, at) => {
          if (predictions === null) return [];
          const next = runs[at + 1]?.key ?? '';
          const place = [...new Set(predictions)].indexOf(next);
          return [`${from} > ${next}: ${place === -1 ? 'no' : place + 1}`];
        });
        expect(short(observe(steps))).toEqual(expected);
      }),
    );
  });

  it('has tallies and edges that add up', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const observations = observe(steps);
        const { predicted, silent, atOne, atThree, atAll } = tallyOf(observations);
        expect(predicted + silent).toBe(observations.length);
        expect(atOne <= atThree && atThree <= atAll && atAll <= predicted).toBe(true);
        const edges = edgesOf(observations);
        const sum = (of: (edge: (typeof edges)[number]) => number): number =>
          edges.reduce((total, edge) => total + of(edge), 0);
        expect(sum(({ came }) => came)).toBe(observations.length);
        expect(sum(({ both }) => both)).toBe(atAll);
        expect(sum((edge) => edge.predicted)).toBe(
          observations.reduce((total, each) => total + each.predicted, 0),
        );
        for (const { steps: from, predicted: named, came, both } of edges) {
          expect(both <= Math.min(named, came) && Math.max(named, came) <= from).toBe(true);
        }
        const days = tallyByDay(observations, (at) => String(Math.floor(at / 10)));
        expect(days.reduce((total, { tally }) => total + tally.predicted + tally.silent, 0)).toBe(
          observations.length,
        );
      }),
    );
  });

  it('has a running rate of the right width that ends at the last step', () => {
    fc.assert(
      fc.property(
        session,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 12 }),
        (steps, width, most) => {
          const observations = observe(steps);
          const scored = observations.filter(({ predicted }) => predicted > 0);
          const points = runningTallies(observations, width, most);
          expect(points.length).toBeLessThanOrEqual(most);
          expect(points.length > 0).toBe(scored.length >= width);
          for (const { count, tally } of points)
            expect(tally).toEqual(tallyOf(scored.slice(count - width, count)));
          if (points.length > 0) expect(points.at(-1)?.count).toBe(scored.length);
        },
      ),
    );
  });
});

describe('likelyShare', () => {
  it.each([
    // From the tables of Newcombe (1998), method 3.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i lies between %f and %f', (hits, of, low, high) => {
    const share = likelyShare(hits, of);
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });

  it('knows nothing of nothing, and holds what was counted', () => {
    expect(likelyShare(0, 0)).toEqual({ low: 0, high: 1 });
    expect(likelyShare(4, 4).high).toBe(1);
    expect(likelyShare(4, 4).low).toBeCloseTo(0.5101, 4);
  });
});

describe('exports', () => {
  const observations = observe([recalled('=a', 'b,"c', 'd'), opened('d')]);

  it('write one line a step, with formulas made harmless', () => {
    const lines = observationsCsv(observations).split('\r\n');
    expect(lines[0]).toBe('at,from,next,rank,predicted,predictions');
    expect(lines[1]).toBe(`1970-01-01T00:00:00.001Z,'=a,d,2,2,"[""b,\\""c"",""d""]"`);
    expect(withoutFormulaGuard("'=a")).toBe('=a');
    expect(edgesCsv(observations).split('\r\n').slice(0, 2)).toEqual([
      'from,to,steps,predicted,came,both',
      `'=a,d,1,1,1,1`,
    ]);
  });

  it('hold everything that the rates can be counted from', () => {
    const file: unknown = JSON.parse(scoreboardJson('demo', observations));
    expect(file).toMatchObject({
      format: 'atom-explorer-scoreboard',
      version: 1,
      connectionName: 'demo',
      tally: tallyOf(observations),
      observations,
    });
  });
});

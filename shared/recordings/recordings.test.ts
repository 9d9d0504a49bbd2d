import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunHit } from '../domain/recallRun.ts';
import { comparisonSummary, moveWords, predictionChangeWords, requestWords } from '../text/recordingWords.ts';
import { compareRecordings, compareReplay, isAlarming, stateOf } from './compareSteps.ts';
import { readRecordingText, recordingText, type RecordedStep, type Recording } from './recording.ts';
import { recordingOfReplay, type ReplayedStep } from './replay.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

const hash = (digit: string): string => digit.repeat(64);
const atom = (key: string, other: Partial<RunHit> = {}): RunHit => ({
  key,
  score: null,
  version: 1,
  verdict: 'green',
  value: { sha256: hash('a'), bytes: 3 },
  ...other,
});
const read = (key: string, of: RunHit | null = atom(key)): RecordedStep => ({
  kind: 'read',
  at: 5,
  key,
  atom: of,
});
const recall = (
  query: string,
  hits: readonly RunHit[],
  predictions: readonly string[] = [],
): RecordedStep => ({
  kind: 'recall',
  at: 6,
  query,
  limit: 10,
  hits,
  predictions,
});
const readMany = (keys: readonly string[], atoms: readonly RunHit[]): RecordedStep => ({
  kind: 'readMany',
  at: 7,
  keys,
  atoms,
});
const recording = (steps: readonly RecordedStep[]): Recording => ({
  name: 'morning',
  connectionName: 'prod',
  startedAt: 1,
  endedAt: 9,
  end: 'stopped',
  steps,
});
const answered = (step: RecordedStep): ReplayedStep => ({ kind: 'answered', step });
const replayed = (before: readonly RecordedStep[], after: readonly RecordedStep[]) =>
  compareReplay({ recording: recording(before), steps: after.map(answered) });
const states = (comparisons: ReturnType<typeof replayed>) => comparisons.map(stateOf);
/** What is said of each atom that differs. */
const words = (before: RecordedStep, after: RecordedStep): readonly string[] =>
  replayed([before], [after]).flatMap(({ outcome }) =>
    outcome.kind === 'answered'
      ? outcome.atoms.map((move) => `${move.key}: ${moveWords(move, before.kind)}`)
      : [outcome.kind],
  );

describe('the file of a recording', () => {
  it('comes back as it went', () => {
    const verdict = fc.constantFrom<RunHit['verdict'][]>('green', 'amber', 'red');
    const digits = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 });
    const anyAtom: fc.Arbitrary<RunHit> = fc.record({
      key: fc.string({ unit: anyCharacter }),
      score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((score) => score + 0)),
      version: fc.option(fc.nat()),
      verdict,
      value: fc.record({ sha256: digits.map((all) => all.join('')), bytes: fc.nat() }),
    });
    const key = fc.string({ unit: anyCharacter, minLength: 1 });
    const step: fc.Arbitrary<RecordedStep> = fc.oneof(
      fc.record({ kind: fc.constant('read'), at: fc.nat(), key, atom: fc.option(anyAtom) }),
      fc.record({
        kind: fc.constant('recall'),
        at: fc.nat(),
        query: fc.string({ unit: anyCharacter }),
        limit: fc.integer({ min: 1, max: 10_000 }),
        hits: fc.array(anyAtom, { maxLength: 3 }),
        predictions: fc.array(key, { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('readMany'),
        at: fc.nat(),
        keys: fc.array(key, { minLength: 1, maxLength: 3 }),
        atoms: fc.array(anyAtom, { maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const back = readRecordingText(recordingText(recording(steps)));
        expect(back).toEqual({ ok: true, recording: recording(steps) });
      }),
    );
  });

  it('of one that is still recorded ends with its last step', () => {
    const live = { ...recording([read('a')]), endedAt: null, end: null };
    expect(readRecordingText(recordingText(live))).toMatchObject({
      recording: { endedAt: 5, end: 'stopped' },
    });
  });

  it.each([
    ['what is not JSON', 'recall', 'it is not JSON'],
    ['another format', '{"format":"har"}', 'format: '],
    ['a later version', JSON.stringify({ ...asFile(), version: 2 }), 'version: '],
    [
      'a step that asks nothing',
      JSON.stringify(asFile({ kind: 'readMany', at: 1, keys: [], atoms: [] })),
      'steps.0',
    ],
    [
      'a limit beyond what may be sent',
      JSON.stringify(asFile({ ...recall('q', []), limit: 10_001 })),
      'steps.0.limit',
    ],
    [
      'a field that does not belong there',
      JSON.stringify({ ...asFile(), baseUrl: 'https://x' }),
      'the file: ',
    ],
    [
      'a value instead of its hash',
      JSON.stringify(asFile({ ...read('a'), atom: { ...atom('a'), value: 'v' } })),
      'steps.0.atom.value',
    ],
  ])('is refused for %s, saying where', (_what, text, problem) => {
    const reading = readRecordingText(text);
    expect(reading.ok ? '' : reading.problem).toContain(problem);
  });
});

function asFile(...steps: readonly unknown[]): object {
  return {
    format: 'atom-explorer-recording',
    version: 1,
    name: 'n',
    connectionName: 'c',
    startedAt: 1,
    endedAt: 2,
    end: 'stopped',
    steps,
  };
}

describe('a replay', () => {
  it('finds nothing where nothing differs', () => {
    const steps = [
      recall('q', [atom('a', { score: 0.5 })], ['p']),
      read('a'),
      read('b', null),
      readMany(['a'], [atom('a')]),
    ];
    const comparisons = replayed(steps, steps);
    expect(states(comparisons)).toEqual(['same', 'same', 'same', 'same']);
    expect(comparisonSummary(comparisons)).toBe('All 4 steps are unchanged.');
  });

  it('names what differs of a hit', () => {
    const before = recall('q', [
      atom('a', { score: 0.9 }),
      atom('b', { score: 0.5 }),
      atom('c', { score: 0.4 }),
    ]);
    const after = recall('q', [
      atom('b', { score: 0.75, version: 2, value: { sha256: hash('b'), bytes: 3 } }),
      atom('a', { score: 0.9, verdict: 'red' }),
      atom('d', { score: 0.1 }),
    ]);
    expect(words(before, after)).toEqual([
      'b: hit 2 → 1; score 0.500 → 0.750; version 1 → 2; different value (SHA-256 aaaaaaaa..aaaa → bbbbbbbb..bbbb)',
      'a: hit 1 → 2; verdict verified → failed',
      'd: was not a hit, now hit 3',
      'c: was hit 3, now not a hit',
    ]);
  });

  it('sees a score that came or went, and none that moved by less than floating point does', () => {
    const hits = (score: number | null) => recall('q', [atom('a', { score })]);
    expect(words(hits(0.1 + 0.2), hits(0.3))).toEqual([]);
    expect(words(hits(0.3), hits(null))).toEqual(['a: score 0.300 → none']);
    expect(words(hits(null), hits(0))).toEqual(['a: score none → 0.000']);
  });

  it('finds atoms that disappeared or reappeared, and ignores the order of a batch', () => {
    expect(words(read('a'), read('a', null))).toEqual(['a: now missing']);
    expect(words(read('a', null), read('a'))).toEqual(['a: no longer missing']);
    const keys = ['a', 'b'];
    expect(
      words(
        readMany(
          keys,
          keys.map((key) => atom(key)),
        ),
        readMany(keys, [atom('b'), atom('a')]),
      ),
    ).toEqual([]);
    expect(words(readMany(keys, [atom('a')]), readMany(keys, [atom('b')]))).toEqual([
      'b: no longer missing',
      'a: now missing',
    ]);
  });

  it('keeps apart what changed, what only moved and what is only predicted', () => {
    const hits = [atom('a', { score: 0.9 }), atom('b', { score: 0.8 })];
    const [a, b] = hits as [RunHit, RunHit];
    const before = [
      recall('1', hits),
      recall('2', hits),
      recall('3', hits, ['p']),
      read('a'),
      read('b'),
      read('c'),
    ];
    const after: readonly ReplayedStep[] = [
      answered(recall('1', [{ ...a, version: 2 }, b])),
      answered(recall('2', [b, a])),
      answered(recall('3', hits, ['q'])),
      answered(read('a', null)),
      { kind: 'failed', error: { code: 'server_error', message: 'no', requestId: null, status: 503 } },
    ];
    const comparisons = compareReplay({ recording: recording(before), steps: after });
    expect(states(comparisons)).toEqual([
      'changed',
      'ranks-changed',
      'predictions',
      'changed',
      'failed',
      'only-before',
    ]);
    expect(comparisonSummary(comparisons)).toBe(
      'Of 6 steps: atoms changed in 2, only ranks changed in 1, only predictions changed in 1, 1 could not be repeated, and 1 is only in the first.',
    );
  });

  it('says how predictions differ', () => {
    const change = (before: readonly string[], after: readonly string[]) =>
      replayed([recall('q', [], before)], [recall('q', [], after)]).map(({ outcome }) =>
        outcome.kind === 'answered' ? predictionChangeWords(outcome.predictions) : outcome.kind,
      );
    expect(change(['a', 'b'], ['b', 'c'])).toEqual(['added: “c”; removed: “a”']);
    expect(change(['a', 'b'], ['b', 'a'])).toEqual(['same keys in a different order']);
    expect(change(['a', 'a'], ['a'])).toEqual([null]);
    expect(change([], ['1', '2', '3', '4', '5', '6', '7'])).toEqual([
      'added: “1”, “2”, “3”, “4”, “5”, and 2 more',
    ]);
  });

  it.each([
    [
      'another value under the same version',
      atom('a'),
      atom('a', { value: { sha256: hash('b'), bytes: 3 } }),
      true,
    ],
    ['a new version', atom('a'), atom('a', { version: 2, value: { sha256: hash('b'), bytes: 3 } }), false],
    ['a version that went back', atom('a', { version: 2 }), atom('a'), true],
    ['a verdict that turned to failed', atom('a'), atom('a', { verdict: 'red' }), true],
    [
      'a verdict that was failed before',
      atom('a', { verdict: 'red' }),
      atom('a', { verdict: 'red', version: 2 }),
      false,
    ],
    ['a verdict that could not be reached any more', atom('a'), atom('a', { verdict: 'amber' }), false],
    ['an atom that is there now, and failed', null, atom('a', { verdict: 'red' }), true],
    ['an atom that is gone', atom('a'), null, false],
  ])('takes %s for what it is', (_what, before, after, alarming) => {
    const [comparison] = replayed([read('a', before)], [read('a', after)]);
    const outcome = comparison?.outcome;
    expect(outcome?.kind === 'answered' && outcome.atoms.map(isAlarming)).toEqual([alarming]);
  });

  it('becomes a new recording, without the steps that failed', () => {
    const kept = recordingOfReplay({
      recording: recording([read('a'), read('b')]),
      connectionName: 'staging',
      startedAt: 20,
      endedAt: 30,
      steps: [
        { kind: 'failed', error: { code: 'server_error', message: 'no', requestId: null, status: 503 } },
        answered(read('b')),
      ],
      end: { kind: 'complete' },
    });
    expect(kept).toMatchObject({
      name: 'morning, replayed on staging',
      connectionName: 'staging',
      startedAt: 20,
      endedAt: 30,
      steps: [{ key: 'b' }],
    });
    expect(readRecordingText(recordingText(kept))).toEqual({ ok: true, recording: kept });
  });
});

describe('two recordings', () => {
  const summary = (before: readonly string[], after: readonly string[]) =>
    compareRecordings(
      before.map((key) => read(key)),
      after.map((key) => read(key)),
    ).map((comparison) => {
      const { outcome, number } = comparison;
      const step = outcome.kind === 'only-after' ? outcome.after : outcome.before;
      return `${number ?? '-'} ${requestWords(step)} ${stateOf(comparison)}`;
    });

  it('are held against each other request by request, in order', () => {
    expect(summary(['a', 'b', 'c'], ['a', 'x', 'c', 'b'])).toEqual([
      '1 Read “a” same',
      '- Read “x” only-after',
      '- Read “c” only-after',
      '2 Read “b” same',
      '3 Read “c” only-before',
    ]);
  });

  it('know a request that is made twice', () => {
    expect(summary(['a', 'a'], ['a'])).toEqual(['1 Read “a” same', '2 Read “a” only-before']);
    expect(summary([], ['a'])).toEqual(['- Read “a” only-after']);
  });

  it('account for every step of both, each once', () => {
    const session = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });
    fc.assert(
      fc.property(session, session, (before, after) => {
        const comparisons = compareRecordings(
          before.map((key) => read(key)),
          after.map((key) => read(key)),
        );
        const count = (...kinds: readonly string[]) =>
          comparisons.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
        expect(count('answered', 'only-before')).toBe(before.length);
        expect(count('answered', 'only-after')).toBe(after.length);
      }),
    );
  });
});

import { expect, it } from 'vitest';
import type { ComparisonProgress } from '../domain/comparison.ts';
import type { ConnectionId } from '../domain/connection.ts';
import type { JobState } from '../domain/job.ts';
import { noVerdicts } from '../merkle/verdict.ts';
import { comparisonLimits, comparisonResult } from './compareWords.ts';

const names = { a: 'file', b: 'live' };
const side = { keys: 2, listsAll: false, verdicts: { ...noVerdicts, green: 2 }, unasked: 0 };
const none = {
  same: 0,
  'other-verdict': 0,
  'value-not-compared': 0,
  different: 0,
  'only-in-a': 0,
  'only-in-b': 0,
  'not-in-either': 0,
  'not-compared': 0,
};
const noKinds = {
  'other-value-same-version': 0,
  value: 0,
  version: 0,
  leaf: 0,
  'only-in-a': 0,
  'only-in-b': 0,
  verdict: 0,
  'not-compared': 0,
  'not-in-either': 0,
};
function progress(
  outcomes: Partial<ComparisonProgress['outcomes']>,
  rest: Partial<ComparisonProgress> = {},
): ComparisonProgress {
  return {
    otherId: 'b' as ConnectionId,
    total: 2,
    done: 2,
    outcomes: { ...none, ...outcomes },
    kinds: noKinds,
    fieldsNotCompared: { value: 0, version: 0, leaf: 0 },
    a: side,
    b: side,
    differenceCount: 0,
    ...rest,
  };
}
const done: JobState = { kind: 'done' };
const failedSide = { ...side, verdicts: { ...noVerdicts, green: 1, red: 1 } };

it.each<[string, JobState, ComparisonProgress, string]>([
  ['all the same', done, progress({ same: 2 }), 'same'],
  ['the same so far, running', { kind: 'running' }, progress({ same: 2 }), 'open'],
  ['the same so far, paused', { kind: 'paused', error: null }, progress({ same: 1 }, { done: 1 }), 'open'],
  ['the same so far, canceled', { kind: 'cancelled' }, progress({ same: 1 }, { done: 1 }), 'open'],
  ['no keys', done, progress({}, { total: 0, done: 0 }), 'open'],
  ['values not compared', done, progress({ same: 1, 'value-not-compared': 1 }), 'open'],
  ['a key refused', done, progress({ same: 1, 'not-compared': 1 }), 'open'],
  ['a key in neither', done, progress({ same: 1, 'not-in-either': 1 }), 'open'],
  ['a difference', done, progress({ same: 1, 'only-in-b': 1 }), 'different'],
  ['the same value with a failed proof', done, progress({ same: 2 }, { a: failedSide }), 'danger'],
  [
    'another value for one version, canceled',
    { kind: 'cancelled' },
    progress({ different: 1 }, { done: 1, kinds: { ...noKinds, 'other-value-same-version': 1 } }),
    'danger',
  ],
])('%s', (_, state, counts, look) => {
  const result = comparisonResult(state, counts, names);
  expect(result.look).toBe(look);
  if (look !== 'same' && look !== 'danger') expect(result.title).not.toContain('same');
});

it('tells that a canceled comparison is not complete', () => {
  const { words } = comparisonResult({ kind: 'cancelled' }, progress({ different: 1 }, { done: 1 }), names);
  expect(words).toContain('not complete: 1 of 2 keys');
});

it('tells which side lists all of its atoms, and how much was not compared', () => {
  const limits = comparisonLimits(
    progress({}, { a: { ...side, listsAll: true }, fieldsNotCompared: { value: 1, version: 2, leaf: 2 } }),
    names,
  ).join('\n');
  expect(limits).toContain('“file” is a snapshot');
  expect(limits).toContain('“live” is a service, which cannot list its atoms');
  expect(limits).toContain('1 key: value not compared');
  expect(limits).toContain('2 keys: version not compared');
});

import { expect, it } from 'vitest';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { KeyDifference } from '#shared/domain/comparison.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { BatchOutcome } from '../jobs/readInBatches.ts';
import { createDifferenceList, withComparedBatch } from './compareSides.ts';
import { noComparison } from './comparisons.ts';

interface Said {
  readonly value?: string | null;
  readonly version?: number | null;
  readonly verdict?: VerdictStatus;
  readonly leaf?: string;
}

function atom({ value = 'v', version = 1, verdict = 'green', leaf = 'aa' }: Said): AtomReading {
  const leafHash = leaf.repeat(32);
  return {
    key: 'k',
    value: value ?? '',
    version,
    verdict: { status: verdict },
    proof: { leafHash, siblings: [], rootHash: leafHash, leafIndex: 0, treeSize: 1 },
    anomalies: value === null ? [{ kind: 'value-not-included' }] : [],
  } as unknown as AtomReading;
}

type Answer = readonly Said[] | 'refused' | 'unsendable' | 'denied';

function outcome(answer: Answer): BatchOutcome {
  const base = { keys: ['k'], before: [] };
  if (answer === 'refused' || answer === 'unsendable')
    return { ...base, reading: null, areUnsendable: answer === 'unsendable' };
  const reading = {
    atoms: answer === 'denied' ? [] : answer.map(atom),
    denials: answer === 'denied' ? [{ key: 'k', denial: { kind: 'contradiction' } }] : [],
    unasked: ['other'],
  } as unknown as BatchReading;
  return { ...base, reading, areUnsendable: false };
}

function compared(a: Answer, b: Answer, comparesLeaves = true) {
  const listed: KeyDifference[] = [];
  const start = { ...noComparison, otherId: 'b' as ConnectionId, total: 1 };
  const answers = { a: [outcome(a)], b: [outcome(b)] };
  const progress = withComparedBatch(start, ['k'], answers, comparesLeaves, {
    add: (difference) => listed.push(difference),
  });
  const outcomeOfKey = Object.entries(progress.outcomes).find(([, count]) => count > 0);
  const lacking = Object.entries(progress.fieldsNotCompared).flatMap(([name, count]) =>
    count > 0 ? [name] : [],
  );
  return { progress, listed, outcome: outcomeOfKey?.[0], kinds: listed[0]?.kinds ?? [], lacking };
}

it.each<[string, Answer, Answer, string, readonly string[], readonly string[]]>([
  ['equal in everything', [{}], [{}], 'same', [], []],
  ['another verdict', [{}], [{ verdict: 'keyOnly' }], 'other-verdict', ['verdict'], []],
  ['another value, same version', [{}], [{ value: 'w' }], 'different', ['other-value-same-version'], []],
  ['another value and version', [{}], [{ value: 'w', version: 2 }], 'different', ['value', 'version'], []],
  ['another value, no version', [{ version: null }], [{ value: 'w' }], 'different', ['value'], ['version']],
  ['another version', [{}], [{ version: 2 }], 'different', ['version'], []],
  ['another leaf', [{}], [{ leaf: 'bb' }], 'different', ['leaf'], []],
  ['no value in a snapshot', [{ value: null }], [{ value: '' }], 'value-not-compared', [], ['value']],
  ['no value on either side', [{ value: null }], [{ value: null }], 'value-not-compared', [], ['value']],
  ['no value, another version', [{ value: null }], [{ version: 2 }], 'different', ['version'], ['value']],
  ['only in A', [{}], [], 'only-in-a', ['only-in-a'], []],
  ['only in B', [], [{}], 'only-in-b', ['only-in-b'], []],
  ['in neither', [], [], 'not-in-either', ['not-in-either'], []],
  ['refused by A', 'refused', [{}], 'not-compared', ['not-compared'], []],
  ['refused by B, missing in A', [], 'refused', 'not-compared', ['not-compared'], []],
  ['a key that cannot be sent', 'unsendable', 'unsendable', 'not-compared', ['not-compared'], []],
  ['copies that differ', [{}, { value: 'w' }], [{}], 'not-compared', ['not-compared'], []],
  ['copies that agree', [{}, {}], [{}], 'same', [], []],
])('%s', (_, a, b, outcomeOfKey, kinds, lacking) => {
  expect(compared(a, b)).toMatchObject({ outcome: outcomeOfKey, kinds, lacking });
});

it('does not compare leaves that are made by different rules', () => {
  expect(compared([{}], [{ leaf: 'bb' }], false)).toMatchObject({ outcome: 'same', lacking: ['leaf'] });
});

it('takes copies that agree with the worst verdict', () => {
  const { listed } = compared([{}, { verdict: 'red' }], [{}]);
  expect(listed).toMatchObject([{ kinds: ['verdict'], a: { verdict: 'red' }, b: { verdict: 'green' } }]);
});

it('counts a denied key as failed, and atoms that were not requested', () => {
  const { progress, listed } = compared('denied', [{}]);
  expect(progress.a).toMatchObject({ verdicts: { red: 1, green: 0 }, unasked: 1 });
  expect(listed).toMatchObject([{ kinds: ['only-in-b'], a: { kind: 'missing', isDenied: true } }]);
});

it('lists no values, and differences in content before those in verdicts when there are too many', () => {
  expect(JSON.stringify(compared([{ value: 'secret' }], [{}]).listed)).not.toContain('secret');
  const list = createDifferenceList(2);
  const missing = { kind: 'missing', isDenied: false } as const;
  for (const [key, kind] of [
    ['1', 'verdict'],
    ['2', 'verdict'],
    ['3', 'value'],
  ] as const)
    list.add({ key, kinds: [kind], a: missing, b: missing });
  expect(list.all().map(({ key }) => key)).toEqual(['3', '1']);
});

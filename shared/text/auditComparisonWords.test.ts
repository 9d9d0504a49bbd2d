import { expect, it } from 'vitest';
import { auditOutcomes } from '../audit/auditRecord.ts';
import { auditDifferenceKinds, type AuditDifferenceKind } from '../audit/compareAudits.ts';
import {
  auditComparisonWords,
  comparisonLimits,
  differenceTally,
  differenceWords,
  type ComparisonCounts,
} from './auditComparisonWords.ts';

const sides = { before: { name: 'file', isSnapshot: true }, after: { name: 'live', isSnapshot: false } };

function kindsOf(keys: Partial<Record<AuditDifferenceKind, number>>): ComparisonCounts['kinds'] {
  return Object.fromEntries(
    auditDifferenceKinds.map((kind) => [kind, { expected: 0, other: keys[kind] ?? 0 }]),
  ) as unknown as ComparisonCounts['kinds'];
}
const none = Object.fromEntries(auditOutcomes.map((outcome) => [outcome, 0])) as unknown as NonNullable<
  ComparisonCounts['outcomes']
>['before'];

function counts({
  kinds = {},
  ...changed
}: Partial<Omit<ComparisonCounts, 'kinds'>> & {
  readonly kinds?: Partial<Record<AuditDifferenceKind, number>>;
} = {}): ComparisonCounts {
  return {
    same: 2,
    differing: 0,
    otherVerdict: 0,
    notCompared: 0,
    grave: 0,
    unexpected: null,
    isPartial: { before: false, after: false },
    outcomes: { before: none, after: none },
    ...changed,
    kinds: kindsOf(kinds),
  };
}

it.each<[string, ComparisonCounts, string, string]>([
  ['all the same', counts(), '2 keys: same values', 'None of 2 keys differs from the earlier audit'],
  ['no keys', counts({ same: 0 }), 'There is no key to compare', 'There is no key to compare'],
  [
    'a side canceled',
    counts({ isPartial: { before: false, after: true } }),
    'No difference in the 2 keys that both read',
    'No difference in the 2 keys that both read',
  ],
  [
    'a key that could not be read',
    counts({ notCompared: 1, kinds: { 'not-compared': 1 } }),
    'No difference found, but 1 key could not be compared in full',
    'No difference found, but 1 key could not be compared in full',
  ],
  [
    'other verdicts, and values that are not included',
    counts({ same: 0, differing: 3, otherVerdict: 3, notCompared: 1, kinds: { 'value-not-compared': 1 } }),
    'No difference found, but 1 key could not be compared in full',
    '3 keys differ from the earlier audit',
  ],
  [
    'other verdicts alone',
    counts({ differing: 3, otherVerdict: 3, kinds: { verdict: 3 } }),
    '5 keys: same values',
    '3 keys differ from the earlier audit',
  ],
  [
    'a difference',
    counts({ differing: 2, otherVerdict: 1, kinds: { added: 1, verdict: 1 } }),
    '1 key differs',
    '2 keys differ from the earlier audit',
  ],
  [
    'another value for one version',
    counts({ differing: 1, kinds: { 'other-value-same-version': 1 } }),
    '1 key with the same version but different values',
    '1 key differs from the earlier audit',
  ],
])('%s', (_, found, ofConnections, ofTimes) => {
  expect(auditComparisonWords(found, sides)[0]).toBe(ofConnections);
  expect(auditComparisonWords(found)[0]).toBe(ofTimes);
});

it('names the side that is not complete, failed readings, and all counts', () => {
  const found = counts({
    differing: 1,
    kinds: { missing: 1 },
    isPartial: { before: false, after: true },
    outcomes: { before: { ...none, red: 1 }, after: none },
  });
  const words = auditComparisonWords(found, sides).join(' ');
  expect(words).toContain('2 keys have the same value on both sides.');
  expect(differenceTally(found)).toBe('No longer returned: 1; same: 2.');
  expect(words).toContain(
    'The audit of “live” did not read all of its keys, so the comparison is not complete.',
  );
  expect(words).toContain('1 reading failed verification');
  expect(words).not.toMatch(/earlier|later|before|after/);
  expect(auditComparisonWords(found).join(' ')).toContain('The later audit did not read all of its keys');
});

it('names the connections in what differs', () => {
  const difference = { kinds: ['failed', 'added'], isExpected: false } as const;
  expect(differenceWords(difference, sides)).toBe('Failed on one side, only in “live”');
  expect(differenceWords({ ...difference, isExpected: true })).toBe('Newly failed, added (expected)');
});

it('tells which side lists all of its atoms, and how much was not compared', () => {
  const limits = comparisonLimits(
    { kinds: kindsOf({ 'value-not-compared': 1 }), comparesLeaves: false, withoutVersion: 2, unasked: 0 },
    sides,
  ).join('\n');
  expect(limits).toContain('“file” is a snapshot');
  expect(limits).toContain('“live” is a service, which cannot list its atoms');
  expect(limits).toContain('1 key: value not compared');
  expect(limits).toContain('2 keys: version not compared');
  expect(limits).toContain('Leaf hashes were not compared');
});

it('says that changes were expected only of atoms that changed', () => {
  const sentences = (changed: Parameters<typeof counts>[0]): readonly string[] =>
    auditComparisonWords(counts({ same: 0, unexpected: 0, ...changed })).slice(1);
  expect(sentences({ differing: 2 })).toEqual(['All changes were expected.']);
  expect(sentences({ differing: 3, otherVerdict: 3 })).toEqual([
    'Only verdicts differ: what was read is the same, but was not proven in the same way.',
  ]);
  const contradicts = '1 key contradicts the earlier audit, or failed only in one of the two.';
  expect(sentences({ differing: 3, otherVerdict: 2, grave: 1 })).toEqual([contradicts]);
  expect(sentences({ differing: 3, grave: 1 })).toEqual([contradicts, 'All other changes were expected.']);
});

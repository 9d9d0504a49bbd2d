import { describe, expect, it } from 'vitest';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import {
  atomsToStore,
  canBeStored,
  choicesAfterConflict,
  overridesAfter,
  previewRows,
  totalsOf,
  withConflicts,
} from './bulkPreview.ts';
import { replaceInValues, type ValueChange } from './replaceInValues.ts';
import { readingOf } from './testing/readingOf.ts';

const atoms = [
  readingOf('a', 'old a', { version: 3 }),
  readingOf('b', 'old b', { status: 'red' }),
  readingOf('c', 'old c'),
];
const change = (index: number, more: Partial<ValueChange> = {}): ValueChange => ({
  index,
  value: `new ${index}`,
  count: 2,
  bytes: 5,
  sensitive: null,
  hasHalf: false,
  breaksJson: false,
  ...more,
});
const secret = { reason: 'entropy', pattern: null, start: 0, end: 4 } as const;
const nothing = new Map<string, boolean>();
const neither = { sensitive: false, tooLarge: false, brokenJson: false };
const sizes = (known: Partial<SizeKnowledge>): SizeKnowledge => ({
  largestAccepted: null,
  smallestRefused: null,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
  ...known,
});

describe('the preview', () => {
  it('leaves out an atom whose proof failed, unless the user puts it in', () => {
    const rows = previewRows(atoms, [change(0), change(1)], nothing, null);
    expect(rows.map(({ isIncluded, concerns }) => [isIncluded, concerns])).toEqual([
      [true, []],
      [false, ['red']],
    ]);
    expect(previewRows(atoms, [change(1)], new Map([['b', true]]), null)[0]?.isIncluded).toBe(true);
    expect(previewRows(atoms, [change(0)], new Map([['a', false]]), null)[0]?.isIncluded).toBe(false);
  });

  it('tells a value that is larger than one refused from one larger than all accepted', () => {
    const concernsOf = (known: Partial<SizeKnowledge>) =>
      previewRows(atoms, [change(0, { bytes: 100 })], nothing, sizes(known))[0]?.concerns;
    expect(concernsOf({})).toEqual([]);
    expect(concernsOf({ largestAccepted: 100, smallestRefused: 101 })).toEqual([]);
    expect(concernsOf({ largestAccepted: 99, smallestRefused: 101 })).toEqual(['larger-than-accepted']);
    expect(concernsOf({ smallestRefused: 100 })).toEqual(['too-large']);
  });

  it('sends only what is included, and what keeps it back is counted there alone', () => {
    const changes = [change(0, { sensitive: secret }), change(2)];
    const rows = previewRows(atoms, changes, nothing, null);
    expect(totalsOf(rows)).toMatchObject({ included: 2, replacements: 4, bytes: 10, sensitive: 1 });
    expect(canBeStored(totalsOf(rows), neither)).toBe(false);
    expect(canBeStored(totalsOf(rows), { ...neither, sensitive: true })).toBe(true);

    const without = previewRows(atoms, changes, new Map([['a', false]]), null);
    expect(canBeStored(totalsOf(without), neither)).toBe(true);
    expect(atomsToStore(without)).toEqual([
      { key: 'c', value: 'new 2', precondition: { kind: 'as-read', version: 1, value: 'old c' } },
    ]);
  });

  it('keeps back what replacing turned into broken JSON, until it is let pass', () => {
    const choice = { find: '}', replace: '', isExpression: false, matchesCase: true };
    const answer = replaceInValues(['{"a": 1}', '{"b": 2,}', 'a 1'], choice);
    if (answer.kind !== 'replaced') throw new Error('Nothing was replaced.');
    expect(answer.changes.map(({ value, breaksJson }) => [value, breaksJson])).toEqual([
      ['{"a": 1', true],
      ['{"b": 2,', false],
    ]);
    const rows = previewRows(
      [readingOf('a', '{"a": 1}'), readingOf('b', '{"b": 2,}')],
      answer.changes,
      nothing,
      null,
    );
    expect(rows.map(({ concerns }) => concerns)).toEqual([['broken-json'], []]);
    expect(canBeStored(totalsOf(rows), neither)).toBe(false);
    expect(canBeStored(totalsOf(rows), { ...neither, brokenJson: true })).toBe(true);
  });

  it('never sends an unpaired surrogate, whatever is allowed', () => {
    const rows = previewRows(atoms, [change(0, { hasHalf: true })], nothing, null);
    expect(canBeStored(totalsOf(rows), { sensitive: true, tooLarge: true, brokenJson: true })).toBe(false);
  });

  it('sends nothing where nothing is included', () => {
    expect(canBeStored(totalsOf([]), neither)).toBe(false);
  });
});

it('reloads atoms that changed, and lists those that are missing', () => {
  const now = readingOf('a', 'newer', { version: 4 });
  const conflicts = withConflicts(atoms, [
    { key: 'a', now },
    { key: 'c', now: null },
  ]);
  expect(conflicts.atoms).toEqual([now, atoms[1]]);
  expect(conflicts.missing).toEqual(['c']);
});

it('excludes a changed atom again, because its proof may fail now', () => {
  const red = readingOf('a', 'newer', { status: 'red' });
  const choices = choicesAfterConflict(
    new Map([
      ['a', true],
      ['b', true],
      ['c', false],
    ]),
    [
      { key: 'a', now: red },
      { key: 'c', now: red },
    ],
  );
  expect([...choices]).toEqual([
    ['b', true],
    ['c', false],
  ]);
  expect(previewRows([red], [change(0)], choices, null)[0]?.isIncluded).toBe(false);
});

it('lets pass no more than what was in when it was let pass', () => {
  const changes = [change(0, { sensitive: secret }), change(2)];
  const rows = previewRows(atoms, changes, new Map([['a', false]]), null);
  const both = { sensitive: true, tooLarge: true, brokenJson: true };
  expect(overridesAfter(both, rows)).toEqual({ sensitive: false, tooLarge: true, brokenJson: true });
  expect(overridesAfter(both, rows.slice(1))).toEqual(both);
  // One that was in already was there to be seen.
  expect(overridesAfter(both, previewRows(atoms, changes, nothing, null))).toEqual(both);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEnd } from './auditFile.ts';
import { isFailure, type AuditRecord } from './auditRecord.ts';
import {
  compareAudits,
  comparisonTerms,
  isComparisonFailed,
  isTreeDoubtful,
  openKinds,
  type AuditComparison,
  type AuditDifference,
  type ComparedPair,
  type ComparisonTerms,
} from './compareAudits.ts';
import {
  allRecords,
  auditText,
  findings,
  hashA,
  hashB,
  openText,
  record,
  rootA,
  rootB,
  someRecords,
} from './testing/sampleAudit.ts';

async function compare(
  before: readonly AuditRecord[],
  after: readonly AuditRecord[],
  expected: ReadonlySet<string> | null = null,
  terms: Partial<ComparisonTerms> = {},
): Promise<AuditComparison & { readonly list: readonly AuditDifference[] }> {
  const list: AuditDifference[] = [];
  const open = async (records: readonly AuditRecord[]) =>
    openText(auditText(records, undefined, findings({ roots: [] })), 500);
  const comparison = await compareAudits(
    await open(before),
    await open(after),
    { of: 'times', comparesLeaves: true, isFirstPartial: false, ...terms },
    expected,
    (difference) => {
      list.push(difference);
    },
  );
  return { ...comparison, list };
}

const red: Partial<AuditRecord> = {
  outcome: 'red',
  check: { name: 'content', status: 'fail', code: 'content-differs' },
};
const gone: Partial<AuditRecord> = {
  outcome: 'missing',
  version: null,
  valueHash: null,
  leafHash: null,
  leafIndex: null,
};

const unread: Partial<AuditRecord> = {
  ...gone,
  outcome: 'amber',
  check: { name: 'wellFormed', status: 'undecided', code: 'service-failed' },
  root: null,
};

describe('comparing two audits', () => {
  it.each([
    ['the earlier one', unread, {}],
    ['the later one', {}, unread],
  ])('calls no key changed that %s could not read', async (_which, before, after) => {
    const found = await compare([record('a', before)], [record('a', after)], new Set());
    expect(found).toMatchObject({ unexpected: 0, differing: 0, notCompared: 1 });
    expect(found.list.map(({ kinds }) => kinds)).toEqual([['not-compared']]);
  });

  it('names each kind of difference', async () => {
    const before = [
      record('added-later', gone),
      record('back', { version: 3 }),
      record('denied'),
      record('fails'),
      record('gone'),
      record('leaf', { version: null }),
      record('not-asked'),
      record('refused'),
      record('same'),
      record('same-version'),
      record('still-red', red),
      record('unproven', { outcome: 'amber' }),
      record('value', { version: null }),
      record('version'),
    ];
    const after = [
      record('added-later'),
      record('back', { version: 2 }),
      record('denied', { ...gone, ...red, conflict: 'denied' }),
      record('fails', red),
      record('gone', gone),
      record('leaf', { version: null, leafHash: hashB }),
      record('new'),
      record('refused', { ...gone, outcome: 'refused' }),
      record('same'),
      record('same-version', { valueHash: hashB }),
      record('still-red', red),
      record('unproven'),
      record('value', { version: null, valueHash: hashB, leafHash: hashB }),
      record('version', { version: 2, valueHash: hashB, leafHash: hashB }),
    ];
    const found = await compare(before, after);
    expect(found.list.map(({ key, kinds }) => [key, ...kinds])).toEqual([
      ['added-later', 'added'],
      ['back', 'version-back'],
      ['denied', 'failed', 'missing'],
      ['fails', 'failed', 'verdict'],
      ['gone', 'missing'],
      ['leaf', 'leaf'],
      ['new', 'added'],
      ['not-asked', 'not-audited'],
      ['refused', 'not-compared'],
      ['same-version', 'other-value-same-version'],
      ['unproven', 'verdict'],
      ['value', 'value'],
      ['version', 'version'],
    ]);
    expect(found).toMatchObject({
      same: 2,
      differing: 11,
      otherVerdict: 1,
      notCompared: 2,
      grave: 4,
      unexpected: null,
    });
    expect(isComparisonFailed(found)).toBe(true);
  });

  it('does not take keys that an unfinished audit did not read for new ones', async () => {
    const before = [record('a')];
    const after = [record('a'), record('b'), record('c', { ...red, conflict: 'other-content' })];
    const found = await compare(before, after, null, { isFirstPartial: true });
    expect(found.list.map(({ key, kinds }) => [key, ...kinds])).toEqual([
      ['b', 'not-audited'],
      ['c', 'failed'],
    ]);
    expect(found).toMatchObject({ same: 1, differing: 1, notCompared: 1 });
  });

  it('keeps expected changes apart, and excuses no contradiction', async () => {
    const before = [record('a'), record('b'), record('c')];
    const after = [
      record('a', { version: 2 }),
      record('b', { version: 2 }),
      record('c', { valueHash: hashB }),
    ];
    const allExpected = await compare(before.slice(0, 2), after.slice(0, 2), new Set(['a', 'b']));
    expect(allExpected.kinds.version).toEqual({ expected: 2, other: 0 });
    expect([allExpected.unexpected, isComparisonFailed(allExpected)]).toEqual([0, false]);
    const one = await compare(before, after, new Set(['a', 'c']));
    expect(one.kinds.version).toEqual({ expected: 1, other: 1 });
    expect(one).toMatchObject({ unexpected: 1, grave: 1 });
    expect(one.list.map(({ isExpected }) => isExpected)).toEqual([true, false, true]);
    expect(isComparisonFailed(await compare(before.slice(0, 2), after.slice(0, 2)))).toBe(false);
  });

  it('finds every difference once, whatever the two audits hold', async () => {
    await fc.assert(
      fc.asyncProperty(someRecords, someRecords, async (before, after) => {
        const found = await compare(before, after);
        const all = new Set([...before, ...after].map(({ key }) => key));
        expect(found.same + found.differing + found.notCompared).toBe(all.size);
        expect(found.list.map(({ key }) => key)).toEqual(
          [...new Set(found.list.map(({ key }) => key))].sort(byUnits),
        );
        expect((await compare(before, before)).differing).toBe(0);
        // Whatever fails now and did not fail before is grave.
        const was = new Map(before.map((each) => [each.key, each]));
        const worse = after.filter((each) => isFailure(each) && !isFailure(was.get(each.key) ?? record('x')));
        expect(found.kinds.failed.other).toBe(worse.length);
        expect(found.grave).toBeGreaterThanOrEqual(worse.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('comparing two connections', () => {
  const copies: Partial<AuditRecord> = {
    outcome: 'red',
    check: { name: 'coherent', status: 'fail', code: 'incoherent.copies' },
  };
  const valueless: Partial<AuditRecord> = { valueHash: null };
  it.each<[string, Partial<AuditRecord>, Partial<AuditRecord>, readonly string[]]>([
    ['equal in everything', {}, {}, []],
    ['equal, but without versions', { version: null }, {}, []],
    ['another verdict', {}, { outcome: 'keyOnly' }, ['verdict']],
    ['another value, same version', {}, { valueHash: hashB }, ['other-value-same-version']],
    ['another value and version', { version: 3 }, { valueHash: hashB }, ['version', 'value']],
    ['another value and leaf', {}, { valueHash: hashB, leafHash: hashB }, ['other-value-same-version']],
    ['another value, no version', { version: null }, { valueHash: hashB }, ['value']],
    ['an earlier version', { version: 2 }, {}, ['version']],
    ['another leaf', {}, { leafHash: hashB }, ['leaf']],
    ['no value in a snapshot', valueless, {}, ['value-not-compared']],
    ['no value, another verdict', valueless, { outcome: 'keyOnly' }, ['verdict', 'value-not-compared']],
    ['no value on either side', valueless, valueless, ['value-not-compared']],
    ['no value, another version', valueless, { version: 2 }, ['version']],
    ['only in the first', {}, gone, ['missing']],
    ['only in the second', gone, {}, ['added']],
    ['in neither', gone, gone, ['not-in-either']],
    ['denied by the first', { ...gone, ...red, conflict: 'denied' }, {}, ['failed', 'added']],
    ['refused by the first', { ...gone, outcome: 'refused' }, {}, ['not-compared']],
    ['refused by both', { ...gone, outcome: 'refused' }, { ...gone, outcome: 'refused' }, ['not-compared']],
    ['refused by one, missing in the other', gone, { ...gone, outcome: 'refused' }, ['not-compared']],
    ['failed in the first', red, {}, ['failed', 'verdict']],
    ['failed in both', red, red, []],
    ['copies that differ on both sides', copies, copies, ['not-compared']],
  ])('%s', async (_, first, second, kinds) => {
    const found = await compare([record('k', first)], [record('k', second)], null, { of: 'connections' });
    expect(found.list[0]?.kinds ?? []).toEqual(kinds);
    const isOpen = openKinds.some((kind) => kinds.includes(kind));
    expect([found.same, found.notCompared]).toEqual([kinds.length === 0 ? 1 : 0, isOpen ? 1 : 0]);
  });

  it('does not compare leaves that are made by different rules', async () => {
    const terms = { of: 'connections', comparesLeaves: false } as const;
    const other = record('k', { leafHash: hashB, root: rootB });
    expect(await compare([record('k')], [other], null, terms)).toMatchObject({ same: 1, leaves: null });
  });

  it('says nothing of keys that only one of them was asked for', async () => {
    const found = await compare([record('a')], [record('b', red)], null, { of: 'connections' });
    expect(found.list.map(({ key, kinds }) => [key, ...kinds])).toEqual([
      ['a', 'not-audited'],
      ['b', 'not-audited'],
    ]);
    expect(found.outcomes).toMatchObject({ before: { green: 1 }, after: { red: 1 } });
  });
});

describe('comparing the trees of two audits', () => {
  const under = (rootHash: string, treeSize: string, more: Partial<AuditRecord> = {}) => [
    record('a', { root: { rootHash, treeSize }, ...more }),
  ];
  const [small, large] = [under(hashA, '6'), under(hashB, '8')];

  it('fails if the later tree is smaller, or one root has two sizes', async () => {
    const shrunk = await compare(large, small);
    expect(shrunk.trees.shrank).toEqual({ before: '8', after: '6' });
    expect(isComparisonFailed(shrunk)).toBe(true);
    const grown = await compare(small, large);
    expect([grown.trees.shrank, isComparisonFailed(grown), isTreeDoubtful(grown)]).toEqual([
      null,
      false,
      false,
    ]);
    const resized = await compare(small, under(`0x${hashA.toUpperCase()}`, '9'));
    expect([resized.trees.otherSizes, isComparisonFailed(resized)]).toEqual([1, true]);
  });

  it('doubts another root of one size, and leaves that were rewritten', async () => {
    const forked = await compare(small, under(hashB, '6'));
    expect([forked.trees.otherRoots, isComparisonFailed(forked), isTreeDoubtful(forked)]).toEqual([
      1,
      false,
      true,
    ]);
    const rewritten = await compare(small, under(hashB, '8', { leafHash: hashB, version: 2 }));
    expect([rewritten.leaves?.rewritten, isTreeDoubtful(rewritten)]).toEqual([1, true]);
  });

  it('knows audits under several roots', async () => {
    const two = [...small, record('b', { root: { rootHash: hashB, treeSize: '8' } })];
    expect((await compare(two, large)).trees).toEqual({ shrank: null, otherSizes: 0, otherRoots: 0 });
    expect((await compare(small, two)).trees).toEqual({ shrank: null, otherSizes: 0, otherRoots: 0 });
    expect((await compare(large, two)).trees.shrank).toEqual({ before: '8', after: '6' });
  });

  it('takes no size from a proof that failed, and compares no trees of two connections', async () => {
    expect((await compare(under(hashB, '8', red), small)).trees.shrank).toBeNull();
    expect((await compare(large, small, null, { of: 'connections' })).trees.shrank).toBeNull();
  });
});

describe('whether leaves are compared', () => {
  const sha256Leaf = { hash: 'sha-256', digest: 'plain' } as const;
  const footerOf = async (leaf: readonly string[] | null, end: AuditEnd = { kind: 'complete' }) => {
    const rules =
      leaf === null
        ? null
        : {
            origin: 'inferred' as const,
            path: [],
            leaf: leaf.map((preimage) => ({ ...sha256Leaf, preimage })),
          };
    const reader = await openText(auditText([record('a')], undefined, findings({ end, rules })));
    await allRecords(reader);
    return reader.footer();
  };
  it.each<[ComparedPair, readonly string[] | null, readonly string[] | null, boolean]>([
    ['times', null, ['key'], true],
    ['times', ['key', 'key-value'], ['key'], true],
    ['times', ['key'], ['key-value'], false],
    ['connections', null, ['key'], false],
    ['connections', null, null, false],
    ['connections', ['key', 'key-value'], ['key'], false],
    ['connections', ['key'], ['key'], true],
  ])('of %s, with the rules %j and %j', async (of, one, other, compares) => {
    const footers = [await footerOf(one), await footerOf(other)] as const;
    expect(comparisonTerms(of, footers)).toEqual({ of, comparesLeaves: compares, isFirstPartial: false });
  });

  it('knows that the first audit was canceled', async () => {
    const canceled = await footerOf(null, { kind: 'canceled' });
    expect(comparisonTerms('times', [canceled, canceled]).isFirstPartial).toBe(true);
  });
});

function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

describe('comparing the leaves of two trees', () => {
  const leaf = (at: number, changed: Partial<AuditRecord> = {}): AuditRecord =>
    record(`k${String(at).padStart(4, '0')}`, { leafIndex: String(at), ...changed });
  const all = Array.from({ length: 20 }, (_, at) => leaf(at));

  it('names the ranges of leaves that were rewritten', async () => {
    const rewritten = new Set([3, 4, 5, 9, 19]);
    const after = all.map((each, at) => ({
      ...each,
      root: rootB,
      ...(rewritten.has(at) ? { leafHash: hashB, version: 2 } : {}),
    }));
    const { leaves } = await compare(all, after);
    expect(leaves).toEqual({
      compared: 20,
      rewritten: 5,
      ranges: [
        { start: '3', end: '6' },
        { start: '9', end: '10' },
        { start: '19', end: '20' },
      ],
      rangeCount: 3,
    });
  });

  it('compares positions, not keys, and only leaves that both audits proved', async () => {
    const before = [leaf(1), leaf(2), leaf(3), leaf(4, { leafHash: null })];
    const after = [
      record('another', { leafIndex: '1', root: rootB }),
      record('other', { leafIndex: '2', root: rootB, leafHash: hashB }),
      record('unproven', { leafIndex: '3', root: rootB, leafHash: hashB, ...red }),
      record('without', { leafIndex: '4', root: rootB }),
    ];
    expect((await compare(before, after)).leaves).toMatchObject({
      compared: 2,
      rewritten: 1,
      ranges: [{ start: '2', end: '3' }],
    });
  });

  it('has nothing to compare under one root, or where an audit is under several', async () => {
    expect((await compare(all, all)).leaves).toBeNull();
    const mixed = all.map((each, at) => ({ ...each, root: at < 3 ? rootA : rootB }));
    expect((await compare(all, mixed)).leaves).toBeNull();
    expect(
      (
        await compare(
          all,
          all.map((each) => ({ ...each, root: { rootHash: hashA.replace('a', 'b'), treeSize: '1000' } })),
        )
      ).leaves,
    ).toMatchObject({ compared: 20, rewritten: 0 });
  });
});

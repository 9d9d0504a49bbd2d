import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAuditTally, mostInSummary, type AuditSummary } from './auditSummary.ts';
import { isFailure, isFinding, type AuditRecord } from './auditRecord.ts';
import { record, rootA, rootB, someRecords } from './testing/sampleAudit.ts';

function summaryOf(records: readonly AuditRecord[]): AuditSummary {
  const tally = createAuditTally();
  records.forEach(tally.add);
  return tally.summary();
}

describe('the summary of an audit', () => {
  it('adds up to its records, in parts as in one go', () => {
    fc.assert(
      fc.property(someRecords, fc.nat({ max: 40 }), (records, cut) => {
        const inParts = createAuditTally();
        records.slice(0, cut).forEach(inParts.add);
        const before = JSON.stringify(inParts.summary());
        const early = inParts.summary();
        records.slice(cut).forEach(inParts.add);
        const summary = summaryOf(records);
        expect(inParts.summary()).toEqual(summary);
        // A summary is not changed by later records.
        expect(JSON.stringify(early)).toBe(before);

        const { outcomes } = summary.counts;
        expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(records.length);
        expect(summary.failureCount).toBe(records.filter(isFailure).length);
        expect(summary.failureCount + summary.unprovenCount).toBe(records.filter(isFinding).length);
        expect(summary.checks.reduce((sum, check) => sum + check.records, 0)).toBe(
          records.filter(({ check }) => check !== null).length,
        );
        const underRoots = summary.roots.flatMap((root) => Object.values(root.outcomes));
        expect(underRoots.reduce((sum, count) => sum + count, 0)).toBe(
          records.filter(({ root }) => root !== null).length,
        );
        for (const { prefix, depth, outcomes: of } of summary.branches.filter(
          (branch) => branch.depth === 1,
        )) {
          const below = records.filter(({ key }) => key.startsWith(`${prefix}.`));
          expect(depth).toBe(1);
          expect(Object.values(of).reduce((sum, count) => sum + count, 0)).toBe(below.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('stays small however many roots, checks, branches and failures there are', () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      record(`v1.user${String(at).padStart(5, '0')}.name`, {
        outcome: 'red',
        check: { name: 'path', status: 'fail', code: `code-${at}` },
        root: { rootHash: at.toString(16).padStart(64, '0'), treeSize: '5000' },
      }),
    );
    const summary = summaryOf(many);
    expect(summary.failures).toHaveLength(mostInSummary.failures);
    expect(summary.failureCount).toBe(3_000);
    expect(summary.checks).toHaveLength(mostInSummary.checks);
    expect(summary.roots).toHaveLength(mostInSummary.roots);
    expect(summary.rootCount).toBe(3_000);
    // The branches of depth 2 are too many, so only those of depth 1 are left.
    expect(summary.branches.map(({ prefix, failures }) => [prefix, failures])).toEqual([['v1', 3_000]]);
    expect(summary.leafMaps.length).toBeLessThan(10);
  });

  it('puts each leaf into its range of the tree, by root', () => {
    const records = [
      record('a', { leafIndex: '0' }),
      record('b', { leafIndex: '3', outcome: 'red' }),
      record('c', { leafIndex: '999', outcome: 'keyOnly' }),
      record('d', { leafIndex: '1000', outcome: 'amber' }),
      record('e', { leafIndex: '1000', root: rootB }),
      record('f', { leafIndex: null }),
    ];
    const [first, second] = summaryOf(records).leafMaps;
    expect(first?.root).toEqual(rootA);
    expect(first?.cells).toHaveLength(250);
    expect(first?.cells[0]).toEqual({ start: '0', end: '4', green: 1, keyOnly: 0, amber: 0, red: 1 });
    expect(first?.cells.at(-1)).toMatchObject({ start: '996', end: '1000', keyOnly: 1, amber: 0 });
    expect(second?.cells.at(-1)).toMatchObject({ start: '1000', end: '1001', green: 1 });
  });

  it('maps trees larger than 2^53', () => {
    const root = { rootHash: 'aa', treeSize: '18446744073709551616' };
    const [map] = summaryOf([record('a', { root, leafIndex: '18446744073709551615' })]).leafMaps;
    expect(map?.cells).toHaveLength(256);
    expect(map?.cells.at(-1)).toMatchObject({ end: root.treeSize, green: 1 });
  });
});

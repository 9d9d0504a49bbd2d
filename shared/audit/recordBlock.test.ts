import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditChanges, auditOutcomes, type AuditRecord } from './auditRecord.ts';
import { recordAt, recordBlock, type KnownPlaces } from './recordBlock.ts';
import { createAuditTally } from './auditSummary.ts';
import { record, rootA, rootB, startSha256 } from './testing/sampleAudit.ts';
import { createAuditWriter, rootId } from './writeAudit.ts';

const anyRecord = fc.record({
  key: fc.string({ unit: 'grapheme', maxLength: 8 }),
  outcome: fc.constantFrom(...auditOutcomes),
  changes: fc.subarray([...auditChanges]),
  isExpected: fc.boolean(),
  conflict: fc.constantFrom(null, null, 'other-content' as const),
  unmet: fc.constantFrom([], [], ['value' as const]),
  leafIndex: fc.constantFrom(null, '0', '17', '9007199254740993'),
  root: fc.constantFrom(null, rootA, rootB, { rootHash: 'cc'.repeat(32), treeSize: null }),
});

describe('a block of records', () => {
  it('has the text of its records one by one, and counts like them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRecord, { selector: ({ key }) => key, maxLength: 20 }),
        fc.nat(20),
        (some, cut) => {
          const records = some
            .map(({ key, ...fields }) => record(key, fields))
            .sort((one, other) => (one.key < other.key ? -1 : 1));
          const oneByOne = createAuditWriter(startSha256);
          const text = records.map((one) => oneByOne.record(one)).join('');

          const inBlocks = createAuditWriter(startSha256);
          const [tally, other] = [createAuditTally(), createAuditTally()];
          const roots: (typeof rootA | { rootHash: string; treeSize: string | null })[] = [];
          let written = '';
          for (const part of [records.slice(0, cut), records.slice(cut)]) {
            const known: KnownPlaces = {
              places: new Map(roots.map((root, at) => [rootId(root), at])),
              count: roots.length,
            };
            const block = recordBlock(part, known);
            roots.push(...block.newRoots);
            const brief = part.map((_, at) => recordAt(block, at, roots));
            inBlocks.block(block, brief);
            for (const one of brief) tally.add(one);
            const bytes = Buffer.from(block.text);
            written += bytes.toString('utf8');
            for (const [at, one] of part.entries()) {
              const line = bytes.toString('utf8', block.starts[at], block.ends[at]);
              expect((JSON.parse(line) as AuditRecord).key).toBe(one.key);
              expect(brief[at]).toMatchObject({
                outcome: one.outcome,
                changes: one.changes,
                isExpected: one.isExpected,
                conflict: one.conflict,
                unmet: one.unmet,
                leafIndex: one.leafIndex,
                root: one.root,
              });
            }
          }
          for (const one of records) other.add(one);
          expect(written).toBe(text);
          expect(tally.summary()).toEqual(other.summary());
          const findings = {
            finishedAt: '2026-11-22T19:31:00.000Z',
            end: { kind: 'complete' as const },
            roots: [],
            rules: null,
            selfTest: null,
            unasked: 0,
            readAgain: 0,
          };
          expect(inBlocks.footer(findings)).toBe(oneByOne.footer(findings));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('must come after the one before', () => {
    const writer = createAuditWriter(startSha256);
    const block = recordBlock([record('b')], { places: new Map(), count: 0 });
    writer.block(block, [record('b')]);
    expect(() => writer.block(block, [record('b')])).toThrow(RangeError);
  });
});

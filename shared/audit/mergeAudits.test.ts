import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditHeader } from './auditFile.ts';
import type { AuditRecord } from './auditRecord.ts';
import { mergeAudits, MergeError, type MergeFault } from './mergeAudits.ts';
import { shardOf } from './shards.ts';
import {
  auditText,
  findings,
  hashA,
  header,
  openText,
  record,
  rootA,
  someRecords,
  startSha256,
} from './testing/sampleAudit.ts';

/** The text of one part of an audit, finished `minutes` after the first. */
function shardText(
  records: readonly AuditRecord[],
  number: number,
  of: number,
  changed: Partial<AuditHeader> = {},
): string {
  const mine = records.filter(({ key }) => shardOf(key, of) === number);
  return auditText(
    mine,
    header({
      id: `shard-${number}`,
      keys: { total: records.length, sha256: hashA, leftOut: 0 },
      shard: { number, of, keys: mine.length },
      startedAt: `2026-11-22T19:3${9 - number}:00.000Z`,
      ...changed,
    }),
    findings({
      finishedAt: `2026-11-22T19:4${number}:00.000Z`,
      roots: mine.some(({ root }) => root === rootA) ? findings().roots : [],
    }),
  );
}

async function mergedText(texts: readonly string[]): Promise<string> {
  const written: string[] = [];
  const readers = await Promise.all(texts.map(async (text) => openText(text, 300)));
  await mergeAudits(readers, 'audit-1', startSha256, async (text) => {
    await Promise.resolve();
    written.push(text);
  });
  return written.join('');
}

async function faultOf(texts: readonly string[]): Promise<MergeFault | null> {
  try {
    await mergedText(texts);
    return null;
  } catch (error) {
    if (error instanceof MergeError) return error.fault;
    throw error;
  }
}

const withoutTimes = (text: string): string =>
  text.replaceAll(/"(startedAt|finishedAt)":"[^"]*"/g, '"$1":""');

describe('merging the parts of an audit', () => {
  it('gives exactly the audit of one machine, apart from times', async () => {
    await fc.assert(
      fc.asyncProperty(someRecords, fc.integer({ min: 2, max: 5 }), async (records, of) => {
        const parts = Array.from({ length: of }, (_, at) => shardText(records, at + 1, of));
        const roots = records.some(({ root }) => root === rootA) ? findings().roots : [];
        const whole = auditText(
          records,
          header({ keys: { total: records.length, sha256: hashA, leftOut: 0 } }),
          findings(records.length === 0 ? { roots, selfTest: null } : { roots }),
        );
        const merged = await mergedText([...parts].reverse());
        expect(withoutTimes(merged)).toBe(withoutTimes(whole));
        expect(merged).toContain(`"startedAt":"2026-11-22T19:3${9 - of}:00.000Z"`);
        expect(merged).toContain(`"finishedAt":"2026-11-22T19:4${of}:00.000Z"`);
      }),
      { numRuns: 60 },
    );
  });

  it('says which parts are missing, and refuses what is no part of the same audit', async () => {
    const records = Array.from({ length: 40 }, (_, at) => record(`v1.key${String(at).padStart(2, '0')}`));
    const part = (number: number, changed: Partial<AuditHeader> = {}): string =>
      shardText(records, number, 4, changed);
    const some = await openText(await mergedText([part(1), part(4)]));
    for await (const batch of some.batches) expect(batch.length).toBeGreaterThan(0);
    expect(some.footer().end).toEqual({ kind: 'shards-missing', shards: [2, 3] });

    expect(await faultOf([])).toEqual({ kind: 'nothing-to-merge' });
    expect(await faultOf([part(1), auditText(records)])).toEqual({ kind: 'not-a-shard', part: 1 });
    expect(await faultOf([part(1), part(2), part(1)])).toEqual({
      kind: 'repeated-shard',
      part: 2,
      shard: 1,
    });
    const other: Partial<AuditHeader> = { keys: { total: 40, sha256: 'bb'.repeat(32), leftOut: 0 } };
    expect(await faultOf([part(1), part(2, other)])).toEqual({
      kind: 'another-audit',
      part: 1,
      field: 'keys',
    });
    expect(await faultOf([part(1), shardText(records, 2, 3)])).toMatchObject({ field: 'shard' });
    // The keys of part 2, presented as part 3.
    const keys = records.filter(({ key }) => shardOf(key, 4) === 2);
    const posed = auditText(
      keys,
      header({
        keys: { total: 40, sha256: hashA, leftOut: 0 },
        shard: { number: 3, of: 4, keys: keys.length },
      }),
    );
    expect(await faultOf([part(1), posed])).toMatchObject({ kind: 'foreign-key', part: 1 });
  });

  it('keeps the worst of all parts', async () => {
    const records = [record('a'), record('b'), record('c'), record('d')];
    const parts = [1, 2].map((number) => {
      const mine = records.filter(({ key }) => shardOf(key, 2) === number);
      expect(mine.length).toBeGreaterThan(0);
      return auditText(
        mine,
        header({
          keys: { total: 4, sha256: hashA, leftOut: 0 },
          shard: { number, of: 2, keys: mine.length },
        }),
        findings(
          number === 1
            ? {}
            : {
                end: { kind: 'canceled' },
                roots: [{ ...rootA, status: 'contradiction', contradiction: 'shrinking' }],
                selfTest: { faults: [{ fault: 'value', caughtBy: null }] },
              },
        ),
      );
    });
    const merged = await openText(await mergedText(parts));
    for await (const batch of merged.batches) expect(batch.length).toBeGreaterThan(0);
    const { end, roots, selfTest } = merged.footer();
    expect(end).toEqual({ kind: 'canceled' });
    expect(roots).toMatchObject([{ status: 'contradiction', contradiction: 'shrinking', records: 4 }]);
    expect(selfTest?.faults[0]).toEqual({ fault: 'value', caughtBy: null });
  });
});

describe('the part of a key', () => {
  it('is the same on every machine, and the parts are about equally large', () => {
    expect(['', 'a', 'v1.user.Zoë', '\uD800'].map((key) => shardOf(key, 1_000_000))).toEqual([
      136_262, 832_901, 936_262, 624_774,
    ]);
    const sizes = [0, 0, 0, 0];
    for (let at = 0; at < 10_000; at += 1) {
      const shard = shardOf(`v1.user.${at}.name`, 4) - 1;
      sizes[shard] = (sizes[shard] ?? 0) + 1;
    }
    for (const size of sizes) expect(Math.abs(size - 2_500)).toBeLessThan(250);
  });
});

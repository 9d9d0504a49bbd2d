import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditFindings, AuditHeader, AuditRules } from './auditFile.ts';
import type { AuditRecord } from './auditRecord.ts';
import { mergeAudits, MergeError, type MergeFault } from './mergeAudits.ts';
import { auditReasonWords } from '../text/auditWords.ts';
import { groundsOfAudit } from './auditGrounds.ts';
import { auditVerdict, type AuditVerdict } from './auditVerdict.ts';
import type { AcceptedLosses } from '../domain/stateLoss.ts';
import { shardOf } from './shards.ts';
import { noneByChoice, unavailable, type GroundsOf } from '../grounds/grounds.ts';
import {
  allGiven,
  allRecords,
  auditText,
  digestOfKeys,
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
  found: Partial<AuditFindings> = {},
): string {
  const mine = records.filter(({ key }) => shardOf(key, of) === number);
  return auditText(
    mine,
    header({
      id: `shard-${number}`,
      keys: { total: records.length, sha256: digestOfKeys(records), leftOut: 0 },
      shard: { number, of, keys: mine.length },
      startedAt: `2026-11-22T19:3${9 - number}:00.000Z`,
      ...changed,
    }),
    findings({
      finishedAt: `2026-11-22T19:4${number}:00.000Z`,
      roots: mine.some(({ root }) => root === rootA) ? findings().roots : [],
      ...found,
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

/** Without the digest that covers them, too. */
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/"(startedAt|finishedAt)":"[^"]*"/g, '"$1":""')
    .replace(/"sha256":"[0-9a-f]*"\}\n$/, '"sha256":""}\n');

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
      reference: 0,
      field: 'keys',
    });
    expect(await faultOf([part(1), shardText(records, 2, 3)])).toMatchObject({ field: 'shard' });
    // The keys of part 2, presented as part 3.
    const keys = records.filter(({ key }) => shardOf(key, 4) === 2);
    const posed = auditText(
      keys,
      header({
        keys: { total: 40, sha256: digestOfKeys(records), leftOut: 0 },
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
          keys: { total: 4, sha256: digestOfKeys(records), leftOut: 0 },
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

describe('merging parts that an attacker changed', () => {
  const records = Array.from({ length: 40 }, (_, at) => record(`v1.key${String(at).padStart(2, '0')}`));
  const numbers = [1, 2, 3, 4];

  async function verdictOf(texts: readonly string[]) {
    const merged = await openText(await mergedText(texts));
    await allRecords(merged);
    const footer = merged.footer();
    return auditVerdict(merged.header, footer, groundsOfAudit(merged.header, footer));
  }
  const codesOf = ({ reasons }: AuditVerdict): readonly string[] => reasons.map(({ code }) => code);
  const own = findings().rules;
  if (own === null) throw new Error('The sample has rules.');
  const others: AuditRules = { ...own, leaf: own.leaf.map((leaf) => ({ ...leaf, preimage: 'key' })) };

  it('C6: is not green if the parts were checked by different hashing rules', async () => {
    const part = (number: number, rules: AuditRules | null): string =>
      shardText(records, number, 4, {}, { rules });
    expect((await verdictOf(numbers.map((number) => part(number, own)))).status).toBe('green');
    const mixed = await verdictOf(numbers.map((number) => part(number, number === 3 ? others : own)));
    expect([mixed.status, codesOf(mixed)]).toEqual(['amber', ['rules-differ']]);
    const several = { ...own, leaf: [...own.leaf, ...others.leaf] };
    const narrowed = numbers.map((number) => part(number, number === 3 ? several : own));
    expect((await verdictOf(narrowed)).status).toBe('green');
    const missing = await verdictOf(numbers.map((number) => part(number, number === 3 ? null : own)));
    expect([missing.status, codesOf(missing)]).toEqual(['amber', ['rules-not-recorded']]);
  });

  it('C6: refuses a key in the place of another one', async () => {
    const swapped = records.map((each, at) =>
      at === 7 ? { ...each, key: keyOfPart(shardOf(each.key, 4)) } : each,
    );
    const inOrder = [...swapped].sort((one, other) => (one.key < other.key ? -1 : 1));
    const keys = { total: 40, sha256: digestOfKeys(records), leftOut: 0 };
    const texts = numbers.map((number) => shardText(inOrder, number, 4, { keys }));
    expect(await faultOf(texts)).toEqual({ kind: 'keys-changed' });
    // A whole file too.
    await expect(openText(auditText(inOrder, header({ keys }))).then(allRecords)).rejects.toMatchObject({
      damage: { kind: 'keys-changed' },
    });
  });

  it('C6: names the part that has fewer records than keys', async () => {
    const short = shardText(
      records.filter((_, at) => at !== 7),
      shardOf(records[7]?.key ?? '', 4),
      4,
      {
        keys: { total: 40, sha256: digestOfKeys(records), leftOut: 0 },
        shard: {
          number: shardOf(records[7]?.key ?? '', 4),
          of: 4,
          keys: records.filter(({ key }) => shardOf(key, 4) === shardOf(records[7]?.key ?? '', 4)).length,
        },
      },
    );
    const texts = numbers.map((number) =>
      number === shardOf(records[7]?.key ?? '', 4) ? short : shardText(records, number, 4),
    );
    expect(await faultOf(texts)).toMatchObject({
      kind: 'other-count',
      part: shardOf(records[7]?.key ?? '', 4) - 1,
    });
  });

  it('names what was accepted as lost for any part, once', async () => {
    const loss = (at: number) => ({
      at,
      losses: [{ part: 'ledger', why: 'missing', detail: '', at } as const],
    });
    const part = (number: number, ...acceptedLosses: readonly AcceptedLosses[]): string =>
      shardText(records, number, 3, {}, acceptedLosses.length === 0 ? {} : { acceptedLosses });
    const merged = await mergedText([part(1, loss(2), loss(1)), part(2), part(3, loss(3), loss(1))]);
    const reader = await openText(merged);
    await allRecords(reader);
    expect(reader.footer().acceptedLosses).toEqual([loss(3), loss(2), loss(1)]);
  });

  it('C6: rests on the worst grounds of all parts, also of one that records none', async () => {
    const part = (number: number, grounds: GroundsOf<'audit'>): string =>
      shardText(records, number, 4, {}, { grounds });
    const lost = { ...allGiven, ledger: unavailable('damaged'), pins: noneByChoice };
    const worse = await verdictOf(numbers.map((number) => part(number, number === 3 ? lost : allGiven)));
    expect([worse.status, codesOf(worse)]).toEqual(['amber', ['ground']]);
    expect(worse.open.map(({ name, ground }) => [name, ground.kind])).toEqual([
      ['pins', 'none'],
      ['ledger', 'unavailable'],
    ]);
    const stripped = numbers.map((number) =>
      number === 3
        ? part(3, lost)
            .replace(/"grounds":\{.*?\}\},/, '')
            .replace(/,"sha256":"[0-9a-f]*"\}\n$/, '}\n')
        : part(number, allGiven),
    );
    expect(stripped[2]).not.toContain('"grounds"');
    expect((await verdictOf(stripped)).status).toBe('amber');
  });

  it('A9: names the part that differs from the others, also if it is the first one', async () => {
    const texts = numbers.map((number) =>
      shardText(records, number, 4, number === 1 ? { service: { name: 'Other', address: null } } : {}),
    );
    expect(await faultOf(texts)).toMatchObject({ part: 0, reference: 1, field: 'service' });
  });

  it('A9: does not call two trees of one size a memory that changed', async () => {
    const fork = { rootHash: 'cc'.repeat(32), treeSize: rootA.treeSize };
    const forked = records.map((each) => (shardOf(each.key, 4) === 3 ? { ...each, root: fork } : each));
    const texts = numbers.map((number) => shardText(forked, number, 4));
    const verdict = await verdictOf(texts);
    expect([verdict.status, codesOf(verdict)]).toEqual(['amber', ['root-unexplained', 'several-roots']]);
    const words = verdict.reasons.map(auditReasonWords).join(' ');
    expect(words).toContain('the service showed different trees');
    expect(words).not.toContain('the memory changed');
  });

  it('finds a tree that shrank between parts that were read one after the other', async () => {
    const smaller = { rootHash: 'cc'.repeat(32), treeSize: '1' };
    const shrunken = records.map((each) => (shardOf(each.key, 4) === 3 ? { ...each, root: smaller } : each));
    const verdictIf = async (startedAt: string) =>
      verdictOf(
        numbers.map((number) => {
          const third = { roots: [{ ...smaller, status: 'new', contradiction: null } as const] };
          if (number !== 3) return shardText(shrunken, number, 4);
          return shardText(shrunken, 3, 4, { startedAt }, { ...third, finishedAt: startedAt });
        }),
      );
    // Part 1 was finished at 19:41.
    const after = await verdictIf('2026-11-22T19:41:00.001Z');
    expect([after.status, codesOf(after)]).toEqual(['red', ['root-contradictions', 'several-roots']]);
    const during = await verdictIf('2026-11-22T19:41:00.000Z');
    expect([during.status, codesOf(during)]).toEqual(['amber', ['several-roots']]);
    const before = await verdictIf('2026-11-22T19:00:00.000Z');
    expect([before.status, codesOf(before)]).toEqual(['amber', ['several-roots']]);
  });

  it('A9: finds one root with two tree sizes', async () => {
    const other = { ...rootA, treeSize: '999' };
    const twofold = records.map((each) => (shardOf(each.key, 4) === 3 ? { ...each, root: other } : each));
    const texts = numbers.map((number) =>
      shardText(
        twofold,
        number,
        4,
        {},
        number === 3 ? { roots: [{ ...other, status: 'seen', contradiction: null }] } : {},
      ),
    );
    const verdict = await verdictOf(texts);
    expect([verdict.status, codesOf(verdict)[0]]).toEqual(['red', 'root-contradictions']);
  });
});

/** A key that no list has. */
function keyOfPart(number: number): string {
  for (let at = 0; ; at += 1) if (shardOf(`v1.evil${at}`, 4) === number) return `v1.evil${at}`;
}

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

import { noOutcomes } from './auditCounts.ts';
import { describe, expect, it } from 'vitest';
import { auditHeadline } from '../text/auditHeadline.ts';
import { auditReasonWords, auditRecordWords, notShownByAudit, selfTestWords } from '../text/auditWords.ts';
import type { AuditFindings, AuditHeader } from './auditFile.ts';
import type { AuditRecord } from './auditRecord.ts';
import { noneByChoice, unavailable } from '../grounds/grounds.ts';
import { openGrounds } from '../grounds/conclude.ts';
import { groundsOfAudit } from './auditGrounds.ts';
import { auditVerdict, mayMoveBaseline, selfTestResult, type AuditVerdict } from './auditVerdict.ts';
import {
  allGiven,
  allRecords,
  auditText,
  findings,
  hashA,
  header,
  openText,
  record,
  rootA,
  rootB,
} from './testing/sampleAudit.ts';

async function verdictOf(
  records: readonly AuditRecord[],
  start: Partial<AuditHeader> = {},
  end: Partial<AuditFindings> = {},
): Promise<AuditVerdict & { readonly headline: string; readonly codes: readonly string[] }> {
  const keys = { total: records.length, sha256: hashA, leftOut: 0 };
  const reader = await openText(auditText(records, header({ keys, ...start }), findings(end)));
  await allRecords(reader);
  const verdict = auditVerdict(
    reader.header,
    reader.footer(),
    groundsOfAudit(reader.header, reader.footer()),
  );
  for (const reason of verdict.reasons) expect(auditReasonWords(reason)).toMatch(/^[A-Z0-9].*\.$/);
  return {
    ...verdict,
    headline: auditHeadline(verdict, { ...reader.header, ...reader.footer() }),
    codes: verdict.reasons.map(({ code }) => code),
  };
}

const red: Partial<AuditRecord> = {
  outcome: 'red',
  check: { name: 'content', status: 'fail', code: 'content-differs' },
};
const two = [record('a'), record('b')];
const valueMissed = {
  faults: [
    { fault: 'value', caughtBy: null },
    { fault: 'root', caughtBy: 'path' },
  ],
} as const;

describe('the verdict of an audit', () => {
  it('is green only when every key was proven under one root, and the audit is complete', async () => {
    expect(await verdictOf(two)).toMatchObject({
      status: 'green',
      reasons: [],
      headline: 'All 2 keys verified under one root',
    });
  });

  it('is never green when anything is missing', async () => {
    const keys = { total: 3, sha256: hashA, leftOut: 0 };
    const cases: readonly (readonly [Partial<AuditHeader>, Partial<AuditFindings>, string])[] = [
      [{ keys }, { end: { kind: 'canceled' } }, 'partial'],
      [{ keys }, { end: { kind: 'interrupted' } }, 'partial'],
      [{ keys }, { end: { kind: 'failed', code: 'network', message: 'No.' } }, 'partial'],
      [{ keys }, { end: { kind: 'shards-missing', shards: [2] } }, 'partial'],
      // Even if the file claims to be complete.
      [{ keys }, { end: { kind: 'complete' } }, 'partial'],
      // Even if every key was read before it was canceled: what follows the reading was not done.
      [{}, { end: { kind: 'canceled' } }, 'partial'],
      [{ keys: { ...keys, total: 2, leftOut: 5 } }, {}, 'capped'],
      [{ shard: { number: 1, of: 2, keys: 2 } }, {}, 'one-shard'],
      [{}, { selfTest: null }, 'self-test'],
      [{}, { selfTest: { faults: [] } }, 'self-test'],
      [{}, { selfTest: { faults: [{ fault: 'root', caughtBy: null }] } }, 'self-test'],
      [{}, { selfTest: { faults: [...valueMissed.faults] } }, 'self-test'],
      [{}, { unasked: 1 }, 'unasked'],
      [{}, { roots: [{ ...rootA, status: 'unexplained', contradiction: null }] }, 'root-unexplained'],
    ];
    for (const [start, end, code] of cases) {
      const { status, codes } = await verdictOf(two, start, end);
      expect([status, codes]).toEqual(['amber', [code]]);
    }
    for (const outcome of ['amber', 'missing', 'refused', 'unsendable'] as const)
      expect((await verdictOf([record('a'), record('b', { outcome })])).status).toBe('amber');
    expect(await verdictOf([])).toMatchObject({ status: 'amber', codes: ['nothing-to-audit'] });
  });

  it('is not green under several roots, unless all was read again under one', async () => {
    const apart = await verdictOf([record('a'), record('b', { root: rootB })]);
    expect([apart.status, apart.codes]).toEqual(['amber', ['several-roots']]);
    expect(apart.reasons).toMatchObject([{ haveOneSize: false }]);
    const roots = [rootA, rootB].map((root) => ({ ...root, status: 'seen', contradiction: null }) as const);
    expect((await verdictOf(two, {}, { roots })).status).toBe('green');
  });

  it('is red for what failed, contradicts, or differs from what was expected', async () => {
    const failed = await verdictOf([record('a', red), record('b', { ...red, conflict: 'other-content' })]);
    expect(failed).toMatchObject({
      status: 'red',
      reasons: [{ code: 'failed', keys: 2, conflicts: 1 }],
      headline: '2 of 2 keys failed; 1 key has changed since it was last read',
    });
    expect(await verdictOf([record('a', { unmet: ['version'] }), record('b')])).toMatchObject({
      status: 'red',
      codes: ['unmet'],
    });
    const roots = [{ ...rootA, status: 'contradiction', contradiction: 'shrinking' } as const];
    expect((await verdictOf(two, {}, { roots })).codes).toEqual(['root-contradictions']);
    // Red stays red when the audit is partial too, and says both.
    const partial = await verdictOf([record('a', red)], {}, { end: { kind: 'canceled' } });
    expect([partial.status, partial.codes]).toEqual(['red', ['failed', 'partial']]);
  });

  it('keeps expected changes apart, and never excuses a contradiction', async () => {
    const expectedChanges = { keys: 1 };
    const changed = record('b', { changes: ['version'], version: 2 });
    expect((await verdictOf([record('a'), changed])).status).toBe('green');
    expect(await verdictOf([record('a'), changed], { expectedChanges })).toMatchObject({
      status: 'red',
      codes: ['unexpected-changes'],
    });
    const expected = { ...changed, isExpected: true };
    expect((await verdictOf([record('a'), expected], { expectedChanges })).status).toBe('green');
    expect(
      (await verdictOf([record('a'), { ...expected, ...red, conflict: 'version-back' }], { expectedChanges }))
        .status,
    ).toBe('red');
    // A key that is read for the first time did not change.
    const first = record('b', { changes: ['first-read'] });
    expect((await verdictOf([record('a'), first], { expectedChanges })).status).toBe('green');
  });

  it('says that values are not covered, and does not blame the self-test for it', async () => {
    const keyOnly = [record('a', { outcome: 'keyOnly' }), record('b', { outcome: 'keyOnly' })];
    const verdict = await verdictOf(keyOnly, {}, { selfTest: { faults: [...valueMissed.faults] } });
    expect([verdict.status, verdict.codes]).toEqual(['keyOnly', ['key-only']]);
    expect(verdict.headline).toBe('All 2 keys are in the tree, but values are not covered');
  });
});

describe('what an audit rests on', () => {
  const leaf = { hash: 'sha-256', digest: 'plain', preimage: 'concat:key,value' } as const;

  it.each(['rules', 'run', 'pins', 'ledger', 'knownKeys', 'keyList'] as const)(
    'makes it inconclusive and is named if it is unavailable: %s',
    async (name) => {
      const grounds = { ...allGiven, [name]: unavailable('damaged') };
      const { status, codes, headline } = await verdictOf(two, {}, { grounds });
      expect([status, codes]).toEqual(['amber', ['ground']]);
      expect(headline).toMatch(/unavailable|Not fully checked/);
      const failing = await verdictOf([record('a', { outcome: 'red' })], {}, { grounds });
      expect([failing.status, failing.codes]).toEqual(['red', ['failed', 'ground']]);
    },
  );

  it('is named and changes nothing if it was left out by choice', async () => {
    const { status, open } = await verdictOf(two, {}, { grounds: { ...allGiven, pins: noneByChoice } });
    expect([status, open.map(({ name }) => name)]).toEqual(['green', ['pins']]);
  });

  it('is not recorded in a file of an earlier version, which keeps its verdict and cannot be a baseline', async () => {
    const { grounds: _grounds, ...old } = findings();
    const text = auditText(two, header(), old);
    expect(text).not.toContain('grounds');
    const reader = await openText(text);
    await allRecords(reader);
    const verdict = auditVerdict(
      reader.header,
      reader.footer(),
      groundsOfAudit(reader.header, reader.footer()),
    );
    expect(verdict).toMatchObject({ status: 'green', reasons: [{ code: 'grounds-not-recorded' }] });
    expect(mayMoveBaseline(verdict)).toBe(false);
  });

  it('A3: names versions if no leaf covers them, and stays green', async () => {
    const path = findings().rules?.path ?? [];
    const named = await verdictOf(two, {}, { rules: { origin: 'chosen', path, leaf: [leaf] } });
    expect([named.status, named.codes]).toEqual(['green', ['versions-not-covered']]);
    expect(named.headline).toBe('All 2 keys verified under one root, without their versions');
  });
});

describe('words about an audit', () => {
  it('say what the self-test showed', () => {
    expect(selfTestResult(null)).toBe('not-made');
    expect(selfTestWords(findings().selfTest, { outcomes: noOutcomes() })).toMatch(
      /^This audit would have caught a fault: in a copy of a response, it found an altered value, an altered sibling hash,? and an altered root\.$/,
    );
    expect(selfTestWords({ faults: [...valueMissed.faults] }, { outcomes: noOutcomes() })).toContain(
      'cannot find altered values',
    );
  });

  it('say what was not looked at, and what a proof cannot show', async () => {
    const reader = await openText(auditText([record('a', { outcome: 'missing', root: null })]));
    await allRecords(reader);
    const { counts } = reader.footer();
    const open = openGrounds('audit', { ...allGiven, pins: noneByChoice });
    const codes = notShownByAudit(
      header(),
      { counts, rules: { origin: 'inferred', path: [], leaf: [] } },
      open,
    ).map(({ code }) => code);
    expect(codes).toEqual([
      'outside-scope',
      'service-did-not-sign',
      'latest-version',
      'same-root-for-others',
      'between-audits',
      'absence',
      'rules-inferred',
      'without-pins',
    ]);
  });

  it('name what is wrong with a key', () => {
    expect(auditRecordWords(record('a', { ...red, conflict: 'other-content' }))).toBe(
      'The content does not match the leaf; rewritten: same version, different value',
    );
    expect(auditRecordWords(record('a', { outcome: 'missing' }))).toBe('Not returned');
    expect(auditRecordWords(record('a', { unmet: ['value'] }))).toBe('A different value than expected');
  });
});

import { describe, expect, it } from 'vitest';
import type { AuditFindings } from '../audit/auditFile.ts';
import type { AuditRecord } from '../audit/auditRecord.ts';
import { compareAudits, comparisonTerms, type AuditDifference } from '../audit/compareAudits.ts';
import {
  allGiven,
  auditText,
  findings,
  hashA,
  hashB,
  header,
  openText,
  record,
} from '../audit/testing/sampleAudit.ts';
import { noneByChoice, unavailable } from '../grounds/grounds.ts';
import { readForReport, type AuditReport, type AuditToReport } from './auditReport.ts';
import { auditReportFormats, auditReportText, type AuditReportFormat } from './auditReportText.ts';

const pause = async (): Promise<void> => Promise.resolve();
const hostile = '<script>alert("x")</script>&amp;]]>\u0000\u202E=cmd|\uFFFF\uD800';
const failed = record(hostile, {
  outcome: 'red',
  check: { name: 'content', status: 'fail', code: 'content-differs' },
});
const missing = record('gone', { outcome: 'missing', leafHash: null, valueHash: null, leafIndex: null });

async function audited(
  records: readonly AuditRecord[],
  before?: readonly AuditRecord[],
  {
    expectedChanges = null,
    found = findings(),
  }: { readonly expectedChanges?: { readonly keys: number } | null; readonly found?: AuditFindings } = {},
): Promise<AuditToReport> {
  const keys = { total: records.length, sha256: hashA, leftOut: 0 };
  const text = auditText(records, header({ keys, name: hostile, expectedChanges }), found);
  const audit = await readForReport(await openText(text), pause);
  if (before === undefined) return { ...audit, comparison: null, unknownChanges: 0 };
  const differences: AuditDifference[] = [];
  const comparison = await compareAudits(
    await openText(auditText(before)),
    await openText(text),
    comparisonTerms('times', [null, null]),
    null,
    (difference) => {
      differences.push(difference);
    },
  );
  return {
    ...audit,
    comparison: { comparison, differences, uncompared: 0, maybeOtherService: false },
    unknownChanges: 0,
  };
}

/** Whether a text is XML as far as a build server is concerned: characters, entities, and tags that match. */
function checkXml(text: string): void {
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  // oxlint-disable-next-line no-control-regex -- these are what XML cannot contain
  expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/);
  const open: string[] = [];
  const tag = /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|<\?xml [^>]*\?>|([^<]+)|</gy;
  for (const [whole, closes, name, , isEmpty, content] of text.matchAll(tag)) {
    expect(whole).not.toBe('<');
    expect(whole.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&');
    if (name === undefined || content !== undefined || isEmpty === '/') continue;
    if (closes === '/') expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
}

describe('reports about an audit', () => {
  it('say the same in every format, whatever the keys contain', async () => {
    const records = [failed, record('b'), missing].sort((a, b) => (a.key < b.key ? -1 : 1));
    const audit = await audited(records, [record('b', { valueHash: hashB })]);
    const texts = Object.fromEntries(
      auditReportFormats.map((format) => [format, auditReportText(audit, format)]),
    ) as Record<AuditReportFormat, string>;
    for (const text of [texts.html, texts.csv, texts.junit]) {
      expect(text).toContain('1 of 3 keys failed');
      expect(text).toContain('The content does not match the leaf');
      expect(text).toContain('Same version, different value');
    }
    expect(texts.html).not.toContain('<script');
    for (const text of [texts.html, texts.csv, texts.junit]) expect(text).not.toContain('\u202E');
    expect(texts.html).toContain('default-src &#39;none&#39;'.replaceAll('&#39;', "'"));
    expect(texts.html).toContain('Not looked at: ');
    checkXml(texts.junit);
    expect(texts.junit).toContain('tests="15" failures="4" errors="1"');
    expect(JSON.parse(texts.json)).toMatchObject({
      format: 'atom-explorer-audit-report',
      version: 1,
      status: 'red',
      reasons: [{ code: 'failed' }, { code: 'missing' }, { code: 'comparison-contradicts' }],
      failureCount: 1,
      failures: [{ key: hostile, code: 'content-differs' }],
      unproven: [{ key: 'gone', outcome: 'missing' }],
      comparison: { grave: 2, kinds: { 'other-value-same-version': { other: 1 } } },
      selfTest: { result: 'caught' },
    });
  });

  it.each([
    ['red', 'comparison-shrank', { rootHash: hashB, treeSize: '1001' }],
    ['amber', 'comparison-other-root', { rootHash: hashB, treeSize: '1000' }],
  ])('are %s for keys that did not change if the trees say otherwise: %s', async (status, code, root) => {
    const audit = await audited([record('a')], [record('a', { root })]);
    const { status: found, reasons, comparison } = JSON.parse(auditReportText(audit, 'json')) as AuditReport;
    expect([found, reasons[0]?.code]).toEqual([status, code]);
    expect(comparison?.words).toContain(reasons[0]?.words);
    const junit = auditReportText(audit, 'junit');
    expect(junit).toContain(status === 'red' ? 'failures="2" errors="0"' : 'failures="0" errors="2"');
    expect(junit).toContain(`name="comparison"><${status === 'red' ? 'failure' : 'error'} `);
  });

  it('are amber if leaves were rewritten', async () => {
    const audit = await audited(
      [record('a', { leafHash: hashB, version: 2 })],
      [record('a', { root: { rootHash: hashB, treeSize: '900' } })],
    );
    expect(JSON.parse(auditReportText(audit, 'json'))).toMatchObject({
      status: 'amber',
      reasons: [{ code: 'comparison-rewritten' }],
    });
  });

  it('name each changed key with its versions, and whether that was expected', async () => {
    const changed = (key: string, isExpected: boolean): AuditRecord =>
      record(key, { changes: ['version'], version: 3, versionBefore: 2, isExpected });
    const records = [record('v1.same'), changed('v1.two', true), changed('v1.zoo', false)];
    const audit = await audited(records, undefined, { expectedChanges: { keys: 1 } });
    const words = 'Version 2 → 3, not on the list of expected changes';
    for (const format of auditReportFormats) {
      const text = auditReportText(audit, format);
      expect(text).toContain('v1.zoo');
      expect(text).toContain(words);
      expect(text).not.toContain('v1.same');
      // A build server gets what it must look at.
      expect(text.includes('Version 2 → 3, as expected')).toBe(format !== 'junit');
    }
    expect(auditReportText(audit, 'junit')).toContain(`name="key v1.zoo"><failure message="${words}"`);
    expect(auditReportText(audit, 'html')).toContain('<h2>Changed since the last read</h2>');
    expect(auditReportText(audit, 'csv')).toMatch(/^changed,,v1\.zoo,other,version,3,.*,2$/m);
    expect(JSON.parse(auditReportText(audit, 'json'))).toMatchObject({
      changedCount: 2,
      changed: [
        { key: 'v1.zoo', version: 3, versionBefore: 2, isExpected: false },
        { key: 'v1.two', isExpected: true },
      ],
    });
    const compared = 'Compared with 3 earlier reads: 1 the same, 2 changed.';
    for (const format of auditReportFormats) expect(auditReportText(audit, format)).toContain(compared);
    // Without a list, no change is unexpected.
    const free = await audited([changed('v1.zoo', false)]);
    expect(auditReportText(free, 'html')).toContain('Version 2 → 3');
    expect(auditReportText(free, 'junit')).toContain('failures="0" errors="0"');
  });

  it('have one error for a cause, and skip what rests on it', async () => {
    const lost = unavailable('missing', '57 entries recorded, 0 entries found');
    const held = (key: string): AuditRecord =>
      record(key, { outcome: 'amber', check: { name: 'root', status: 'undecided', code: 'ground.ledger' } });
    const found = findings({
      selfTest: null,
      grounds: { ...allGiven, pins: noneByChoice, ledger: lost, knownKeys: lost },
    });
    const junit = auditReportText(
      await audited([held('a'), held('b'), missing], undefined, { found }),
      'junit',
    );
    checkXml(junit);
    const cases = [...junit.matchAll(/<testcase classname="[\w.-]+" name="([^"]*)"(?:\/|><([\w-]+))/g)];
    expect(junit).toContain(
      'The self-test was not possible: no atom was verified, because the root ledger is missing.',
    );
    expect(cases.map(([, name, tag]) => [name, tag])).toEqual([
      ['verdict', 'error'],
      ['self-test', 'skipped'],
      ['hashing-rules', undefined],
      ['pinned-roots', 'skipped'],
      ['root-ledger', 'error'],
      ['earlier-reads', 'skipped'],
      ['key-list', undefined],
      ['complete-run', undefined],
      ['accepted-losses', undefined],
      ['keys-proven', 'system-out'],
      ['changes', 'system-out'],
      ['key a', 'skipped'],
      ['key b', 'skipped'],
      ['key gone', 'error'],
    ]);
  });

  it('let a build pass only for an audit that is verified', async () => {
    const green = auditReportText(await audited([record('a')]), 'junit');
    checkXml(green);
    expect(green).toContain('failures="0" errors="0"');
    const weak = auditReportText(await audited([record('a', { outcome: 'keyOnly' })]), 'junit');
    expect(weak).toContain('failures="0" errors="1"');
    const partial = auditReportText(await audited([record('a'), missing]), 'junit');
    expect(partial).toContain('failures="0" errors="2"');
  });

  it('stay small when everything fails, and say what they leave out', async () => {
    const many = Array.from({ length: 12_000 }, (_, at) => ({
      ...failed,
      key: `v1.key${String(at).padStart(5, '0')}`,
    }));
    const audit = await audited(many);
    expect(audit.failures).toHaveLength(10_000);
    const junit = auditReportText(audit, 'junit');
    expect(junit.match(/<testcase/g)).toHaveLength(2_011);
    expect(junit).toContain('10000 more keys are not listed here.');
    expect(auditReportText(audit, 'html')).toContain('11,000 more keys are not listed here.');
  });
});

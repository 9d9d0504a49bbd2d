import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { EvidenceInput } from '../evidence/buildStatement.ts';
import {
  bundleOf,
  bytesOf,
  inputOf,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  testSigner,
  verifyEd25519,
} from '../evidence/testing/sampleEvidence.ts';
import { verifyEvidence, type VerifiedEvidence } from '../evidence/verifyEvidence.ts';
import { withoutFormulaGuard } from '../text/csvText.ts';
import { evidenceReport } from './evidenceReport.ts';
import { reportText } from './reportText.ts';

const signer = testSigner('01');
const hostile = `"><img src=x onerror=alert(1)>'&amp;<script>alert(2)</script></td></table></style>\u202e`;
const atoms = provenAtoms(4);

function verified(input: EvidenceInput, altered = false): VerifiedEvidence {
  const text = bundleOf(input, signer);
  const at = text.indexOf('"payload":"') + 100;
  const bytes = bytesOf(
    altered ? `${text.slice(0, at)}${text.charAt(at) === 'A' ? 'B' : 'A'}${text.slice(at + 1)}` : text,
  );
  const reading = verifyEvidence(bytes, {
    verifySignature: verifyEd25519,
    trustedKeys: [{ fingerprint: signer.fingerprint, source: 'named' }],
  });
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

const reads = readsOf(atoms, (_, at) => (at === 2 ? { key: hostile, value: `=1+1${hostile}` } : {}));
const everything = verified(
  inputOf(reads, {
    scope: { kind: 'run', title: hostile, requested: 9 },
    service: { name: hostile, address: 'https://user:password@memory.example.com/' },
    missing: [{ key: hostile, requestId: 'r', at: 0 }],
    rawResponses: [rawResponseOf(reads)],
    ledger: ledgerOf(['a', 'b'], signer),
    contradictions: [{ code: 'shrinking', words: hostile, entries: [0, 1] }],
    pins: [{ rootHash: 'ab'.repeat(32), treeSize: '4', source: hostile, note: hostile, pinnedAt: 0 }],
  }),
);

describe('a report', () => {
  it('says what was verified, when, by which rules and by whom, and what was not', () => {
    expect(evidenceReport(everything)).toMatchObject({
      status: 'red',
      isIntact: true,
      signer: { fingerprint: signer.fingerprint, trust: 'named' },
      contents: {
        app: { name: 'Atom Explorer', version: '0.1.0' },
        service: { address: 'https://memory.example.com/' },
        scope: { kind: 'run', requested: 9 },
        counts: { green: 3, keyOnly: 0, amber: 0, red: 1 },
        firstReadAt: '2026-11-20T12:00:00.000Z',
        roots: [{ rootHash: atoms[0]?.proof.rootHash, treeSize: '4', reads: 4 }],
        rawResponses: 1,
      },
    });
    const codes = everything.statement?.predicate.notShown.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['not-included', 'scores', 'absence', 'service-did-not-sign']),
    );
  });

  it('lists every failure with both values', () => {
    const [failure, ...others] = evidenceReport(everything).contents?.failures ?? [];
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ read: 3, check: 'content', code: 'content-differs' });
    expect(failure?.stated).toBe(atoms[2]?.proof.leafHash);
    expect(failure?.found).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['html', 'csv', 'json'] as const)('as %s leaves out values where that is asked for', (format) => {
    expect(reportText(everything, format)).toContain('value of 1');
    expect(reportText(everything, format, false)).not.toContain('value of 1');
  });

  it.each(['html', 'csv', 'json'] as const)('as %s shows nothing of a bundle that was altered', (format) => {
    const text = reportText(verified(inputOf(reads), true), format);
    expect(text).toContain('Altered or damaged');
    expect(text).not.toContain('memory.example.com');
  });
});

describe('as HTML, a report', () => {
  const html = reportText(everything, 'html');

  it('has no element, attribute, or entity of hostile text', () => {
    const elements = [...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name);
    expect(elements).not.toContain('script');
    expect(elements).not.toContain('img');
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<[^>]*\s(?:on\w+|href|src)=|https?:\/\/(?!memory\.example\.com)/);
    expect(html).not.toContain('\u202e');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&amp;amp;');
    // Elements are closed in the order in which they were opened, so no text broke out of its place.
    const open: string[] = [];
    const empty = new Set(['meta', 'br']);
    for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g))
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (!empty.has(name)) open.push(name);
    expect(open).toEqual([]);
  });

  it('needs nothing else, and is put in order for people who cannot see it', () => {
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/<link|@import|url\(|src=["']/);
    expect(html).toMatch(/<html lang="en">/);
    expect(html).toMatch(/prefers-color-scheme: dark.*@media print/s);
    expect(html.match(/<table>/g)?.length).toBe(html.match(/<table><caption>[^<]/g)?.length);
    const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
    expect(html.indexOf('Not shown by this bundle')).toBeLessThan(html.indexOf('<h2>Reads</h2>'));
  });
});

describe('as CSV, a report', () => {
  const rows = parse(reportText(everything, 'csv'), { columns: true }) as readonly Record<string, string>[];
  const section = (name: string) => rows.filter((row) => row['section'] === name);

  it('has every part, and no cell that a spreadsheet would take for a formula', () => {
    expect(section('read').map(({ status }) => status)).toEqual([
      'verified',
      'verified',
      'failed',
      'verified',
    ]);
    expect(section('failure')).toMatchObject([{ number: '3', code: 'content-differs' }]);
    expect(section('notReturned')).toHaveLength(1);
    const value = section('read')[2]?.['value'] ?? '';
    expect(value.startsWith("'=1+1")).toBe(true);
    expect(withoutFormulaGuard(value)).toBe(`=1+1${hostile}`);
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@\t\r]/);
  });
});

it('as JSON, a report names its format and its version', () => {
  expect(JSON.parse(reportText(everything, 'json'))).toMatchObject({
    format: 'atom-explorer-evidence-report',
    version: 1,
    status: 'red',
  });
});

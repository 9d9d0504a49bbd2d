import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditDamageWords } from '../text/auditWords.ts';
import { recordLineSchema } from './auditRecord.ts';
import { AuditDamageError, type AuditDamage } from './readAudit.ts';
import {
  allRecords,
  auditText,
  digestOfKeys,
  findings,
  hashB,
  header,
  openText,
  record,
  rootB,
  someRecords,
  startSha256,
} from './testing/sampleAudit.ts';
import { createAuditWriter } from './writeAudit.ts';

async function damageOf(text: string): Promise<AuditDamage | null> {
  try {
    const reader = await openText(text);
    await allRecords(reader);
    reader.footer();
    return null;
  } catch (error) {
    if (error instanceof AuditDamageError) return error.damage;
    throw error;
  }
}

const records = [
  record('a', { changes: ['version'], isExpected: true }),
  record('b', { outcome: 'red', check: { name: 'content', status: 'fail', code: 'content-differs' } }),
  record('c', { root: rootB }),
];
const whole = auditText(records);
const lines = whole.split('\n').slice(0, -1);
const joined = (parts: readonly string[]): string => parts.map((line) => `${line}\n`).join('');
const withLine = (at: number, line: string): string =>
  joined(lines.map((each, index) => (index === at ? line : each)));
const without = (at: number): string => joined(lines.filter((_, index) => index !== at));

describe('the file of an audit', () => {
  it('is read back as it was written, in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(someRecords, fc.integer({ min: 1, max: 400 }), async (some, size) => {
        const text = auditText(some);
        const reader = await openText(text, size);
        const keys = { total: some.length, sha256: digestOfKeys(some), leftOut: 0 };
        expect(reader.header).toEqual(header({ keys }));
        expect(await allRecords(reader)).toEqual(some);
        expect(reader.footer().counts.records).toBe(some.length);
        // One text for one audit.
        expect(auditText(some)).toBe(text);
        for (const line of text.split('\n').filter((one) => one.startsWith('{"key"')))
          expect(JSON.stringify(recordLineSchema.parse(JSON.parse(line)))).toBe(line);
      }),
      { numRuns: 60 },
    );
  });

  it('has each root once, before the first record under it, and says how many records are under it', async () => {
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
      'format',
      'root',
      'key',
      'key',
      'root',
      'key',
      'footer',
    ]);
    const reader = await openText(whole);
    await allRecords(reader);
    expect(reader.footer().roots.map(({ treeSize, records: under }) => [treeSize, under])).toEqual([
      ['1000', 2],
      ['1001', 1],
    ]);
  });

  it('cannot be written out of order', () => {
    const writer = createAuditWriter(startSha256);
    writer.record(record('b'));
    expect(() => writer.record(record('a'))).toThrow(RangeError);
    expect(() => writer.record(record('b'))).toThrow(RangeError);
  });

  it('names each damage', async () => {
    const footer = lines.at(-1) ?? '';
    const long = 'x'.repeat(6_100_001);
    const cases: readonly (readonly [string, AuditDamage])[] = [
      ['', { kind: 'empty' }],
      ['{"format":"other"}\n', { kind: 'not-an-audit' }],
      ['hello', { kind: 'not-an-audit' }],
      ['[]\n', { kind: 'not-an-audit' }],
      ['{"format":"atom-explorer-audit","version":2}\n', { kind: 'newer', version: 2 }],
      ['{"format":"atom-explorer-audit","version":1}\n', { kind: 'header-invalid', field: 'id' }],
      [withLine(0, ` ${lines[0]}`), { kind: 'line-rewritten', line: 1, field: '' }],
      [withLine(2, long), { kind: 'line-too-long', line: 3 }],
      [withLine(2, '{'), { kind: 'not-json', line: 3 }],
      [withLine(2, '"key"'), { kind: 'not-json', line: 3 }],
      [withLine(2, '{"key":"a"}'), { kind: 'line-invalid', line: 3, field: 'outcome' }],
      [withLine(2, '{"key":"a","outcome":"green","more":1}'), { kind: 'line-invalid', line: 3, field: '' }],
      [
        withLine(2, (lines[2] ?? '').replace('"key":"a"', '"key":"\\u0061"')),
        { kind: 'line-rewritten', line: 3, field: '' },
      ],
      // A second property of the same name, of which programs see different ones.
      [
        withLine(3, (lines[3] ?? '').replace('"outcome":"red"', '"outcome":"red","outcome":"green"')),
        { kind: 'line-rewritten', line: 4, field: '' },
      ],
      [joined([...lines.slice(0, 3), lines[2] ?? '']), { kind: 'repeated-key', line: 4 }],
      [
        joined([...lines.slice(0, 2), lines[3] ?? '', lines[2] ?? '', ...lines.slice(4)]),
        { kind: 'out-of-order', line: 4 },
      ],
      [without(1), { kind: 'root-unknown', line: 2 }],
      [withLine(4, lines[1] ?? ''), { kind: 'root-repeated', line: 5 }],
      [joined(lines.slice(0, 4)), { kind: 'cut-off', lines: 4 }],
      [whole.slice(0, -1), { kind: 'cut-off', lines: 6 }],
      [`${whole}{}\n`, { kind: 'text-after-footer', line: 8 }],
      [withLine(6, '{"footer":{}}'), { kind: 'footer-invalid', field: 'footer.finishedAt' }],
      [withLine(6, `${footer} `), { kind: 'line-rewritten', line: 7, field: 'footer' }],
      // A record left out, and one changed.
      [without(3), { kind: 'records-changed' }],
      [withLine(3, (lines[3] ?? '').replace('"red"', '"green"')), { kind: 'records-changed' }],
      [withLine(6, footer.replace('"green":2,', '"green":3,')), { kind: 'counts-changed' }],
      [withLine(6, footer.replace('"records":1}', '"records":2}')), { kind: 'roots-changed' }],
      [withLine(6, footer.replaceAll(hashB, 'cc'.repeat(32))), { kind: 'roots-changed' }],
    ];
    expect(await damageOf(whole)).toBeNull();
    for (const [text, damage] of cases) {
      expect(text).not.toBe(whole);
      expect(await damageOf(text)).toEqual(damage);
      expect(auditDamageWords(damage)).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('names bytes that are not text', async () => {
    const bytes = new TextEncoder().encode(whole);
    bytes[bytes.length - 3] = 0xff;
    const { openAudit } = await import('./readAudit.ts');
    async function* once(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes);
    }
    await expect(openAudit(once(), startSha256)).rejects.toMatchObject({
      damage: { kind: 'not-utf8', line: 1 },
    });
  });

  it('is refused when it is altered anywhere in the records', async () => {
    const from = whole.indexOf('\n') + 1;
    const to = whole.lastIndexOf('{"footer"');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: from, max: to - 1 }),
        fc.integer({ min: 32, max: 126 }),
        async (at, unit) => {
          fc.pre(whole.charCodeAt(at) !== unit);
          const altered = whole.slice(0, at) + String.fromCharCode(unit) + whole.slice(at + 1);
          expect(await damageOf(altered)).not.toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('A9: is refused when its first or last line is altered, and reads files of earlier versions', async () => {
    const footer = lines.at(-1) ?? '';
    const ends: readonly (readonly [string, string])[] = [
      [whole.replace('"name":"Nightly"', '"name":"Monthly"'), 'ends-changed'],
      [whole.replace('"scope":{"kind":"all"}', '"scope":{"kind":"bookmarks"}'), 'ends-changed'],
      [withLine(6, footer.replace('"status":"seen"', '"status":"pinned"')), 'ends-changed'],
      [withLine(6, footer.replace('"caughtBy":"content"', '"caughtBy":"path"')), 'ends-changed'],
      [withLine(6, footer.replace('"unasked":0', '"unasked":1')), 'ends-changed'],
      [withLine(6, footer.replace(/"sha256":"../, '"sha256":"00')), 'ends-changed'],
    ];
    for (const [text, kind] of ends) {
      expect(text).not.toBe(whole);
      expect(await damageOf(text)).toEqual({ kind });
    }
    const earlier = await openText(withLine(6, footer.replace(/,"sha256":"[0-9a-f]*"\}$/, '}')));
    await allRecords(earlier);
    expect(earlier.isCovered()).toBe(false);
    const now = await openText(whole);
    await allRecords(now);
    expect(now.isCovered()).toBe(true);
  });

  it('keeps a finding without a record, such as a root that was read again', async () => {
    const text = auditText(
      [record('a')],
      undefined,
      findings({
        roots: [
          { ...rootB, status: 'seen', contradiction: null },
          { rootHash: 'aa'.repeat(32), treeSize: '1000', status: 'new', contradiction: null },
        ],
      }),
    );
    const reader = await openText(text);
    await allRecords(reader);
    expect(reader.footer().roots.map(({ status, records: under }) => [status, under])).toEqual([
      ['new', 1],
      ['seen', 0],
    ]);
  });
});

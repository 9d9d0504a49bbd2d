import { text as wholeText } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { allRecords, auditText, openText, record } from '#shared/audit/testing/sampleAudit.ts';
import {
  bundleOf,
  inputOf,
  inVersion1,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  specified,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { writeExport } from '#shared/text/writeExport.ts';
import { atomExportText, type AtomToExport } from '../../engine/reading/runs/atomExportText.ts';
import { exportText } from '../../engine/reading/runs/exportText.ts';
import { createRowColumns } from '../../engine/uploads/rows/rowColumns.ts';
import { createRowCounts } from '../../engine/uploads/rows/rowCounts.ts';
import { exportedLedger } from '../../engine/roots/ledgerExport.ts';
import { ledgerHere } from '../../engine/roots/testing/ledgerHere.ts';
import { formatNames, jsonSchemaOf, type FormatName } from './jsonSchemas.ts';

const signer = testSigner('01');
const reads = readsOf(provenAtoms(3));
const input = inputOf(reads, { rawResponses: [rawResponseOf(reads)], ledger: ledgerOf(['{}'], signer) });

const withoutProof = readsOf(provenAtoms(1), () => ({ proof: null, hash: null, version: null }));

const knownKey: CatalogueEntry = {
  key: 'v1.a',
  version: 2,
  hash: 'ab',
  leafIndex: '9007199254740993',
  verdict: 'keyOnly',
  source: 'import',
  firstSeenAt: 0,
  readAt: 1_000,
  gone: false,
  changedAt: null,
  conflicting: false,
  placed: { rootHash: 'ab'.repeat(32), treeSize: '9007199254740994', path: 'pass' },
  bookmarked: true,
  note: 'a note',
  tags: ['one'],
};

const stored: WriteReceipt = {
  id: 'a',
  connectionId: 'c' as ConnectionId,
  startedAt: 1,
  endedAt: 2,
  kind: 'batch',
  outcome: 'unknown',
  title: 'Find and replace',
  atomCount: 1,
  rootBefore: null,
  rootAfter: 'bb',
  readBack: { green: 1, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 },
  otherWrites: { before: false, after: true },
  errorCode: 'timeout',
  atoms: [
    {
      key: 'v1.a',
      bytes: 3,
      sha256: null,
      before: 'there',
      versionBefore: 1,
      version: null,
      hash: null,
      createdAt: null,
      missing: false,
      readBack: { version: 2, holdsValue: true, verdict: 'green', proof: { siblings: ['ee'] } },
    },
  ],
  counts: null,
  runs: [],
  source: null,
  previous: null,
  sentTo: null,
};
const run = { rootBefore: 'aa', rootAfter: null, isStopped: true, stored: 1, refused: 0, unknown: 2 };
const uploaded: WriteReceipt = {
  ...stored,
  kind: 'upload',
  outcome: 'partly',
  readBack: null,
  atoms: [],
  counts: createRowCounts(createRowColumns(1)).now(),
  runs: [{ startedAt: 1, endedAt: 2, ...run }],
};

async function* piecesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

/** A standard validator finds nothing wrong. Formats beside a pattern only repeat it. */
function faultsOf(name: FormatName, value: unknown): unknown {
  const validate = new Ajv2020({ validateFormats: false, strictTypes: false }).compile(jsonSchemaOf(name));
  return validate(value) ? null : validate.errors;
}

describe('the JSON Schema', () => {
  // `npm run schemas` rewrites them.
  it.each(formatNames)('docs/schemas/%s.schema.json is what the app reads', async (name) => {
    const { code } = await format('schema.json', JSON.stringify(jsonSchemaOf(name)), { printWidth: 110 });
    await expect(code).toMatchFileSnapshot(`../../docs/schemas/${name}.schema.json`);
  });

  it('of a bundle and its statement fits those that the app makes', () => {
    expect(faultsOf('evidence-bundle', JSON.parse(bundleOf(input, signer)))).toBeNull();
    const statement = statementOf(input);
    for (const one of [statement, inVersion1(statement)])
      expect(faultsOf('evidence-statement', one)).toBeNull();
    expect(faultsOf('evidence-statement', { ...statement, more: 1 })).not.toBeNull();
  });

  it('of a line fits every line of the file of an audit', async () => {
    const text = auditText([record('a'), record('b', { outcome: 'missing', root: null })]);
    expect(await allRecords(await openText(text))).toHaveLength(2);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => faultsOf('audit-line', JSON.parse(line)))).toEqual(lines.map(() => null));
    expect(faultsOf('audit-line', { key: 'a', outcome: 'blue' })).not.toBeNull();
  });

  it('of a line fits every line of an exported root ledger', async () => {
    const here = await ledgerHere();
    try {
      await here.fill();
      here.ledger = await here.open();
      const lines = (await exportedLedger(here.ledger, await here.signed())).trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.map((line) => faultsOf('ledger-line', JSON.parse(line)))).toEqual(lines.map(() => null));
      expect(faultsOf('ledger-line', { kind: 'root' })).not.toBeNull();
    } finally {
      await here.remove();
    }
  });

  it('of an export fits what the app writes: atoms, known keys, and receipts', async () => {
    const service = { name: 'Team', address: 'https://memory.example', scheme: null };
    const text = atomExportText('json', 0);
    const written = [
      ...[...reads, ...withoutProof].map(({ reading }): AtomToExport => ({ outcome: 'read', reading })),
      { outcome: 'missing', key: 'v1.gone' } as const,
      { outcome: 'refused', key: '' } as const,
    ].map((atom, at) => text.atom(atom, service, at === 0));
    for (const scheme of [null, specified]) {
      const atoms: unknown = JSON.parse(text.begin + written.join('') + text.end({ ...service, scheme }));
      expect(faultsOf('atom-export', atoms)).toBeNull();
      expect(faultsOf('atom-export', { ...(atoms as object), scheme: 'none' })).not.toBeNull();
    }

    const keys = exportText('json', 0, service);
    const entries = [knownKey, { ...knownKey, verdict: null, readAt: null, placed: null, note: '' }];
    const known: unknown = JSON.parse(
      keys.begin + entries.map((entry, at) => keys.entry(entry, at === 0)).join('') + keys.end,
    );
    expect(faultsOf('key-export', known)).toBeNull();
    expect(faultsOf('key-export', { ...(known as object), atoms: [{ key: 'v1.a' }] })).not.toBeNull();

    const receipts = writeExport('json', 0, 'https://memory.example');
    const rows = stored.atoms.map((atom, row) => ({ ...atom, row }));
    const all = [
      await wholeText(receipts.receipt(stored, true)),
      await wholeText(receipts.receipt(uploaded, false, piecesOf(rows))),
    ];
    const log: unknown = JSON.parse(receipts.begin + all.join('') + receipts.end);
    expect(faultsOf('receipt-export', log)).toBeNull();
    expect(faultsOf('receipt-export', { ...(log as object), receipts: [{ id: 'a' }] })).not.toBeNull();
  });

  it('of expectations fits their files', () => {
    const expectations = [{ query: 'who', within: 3, expect: ['v1.a'] }];
    const file = { format: 'atom-explorer-expectations', version: 1, expectations };
    expect(faultsOf('expectations', file)).toBeNull();
    expect(faultsOf('expectations', { ...file, version: 2 })).not.toBeNull();
  });
});

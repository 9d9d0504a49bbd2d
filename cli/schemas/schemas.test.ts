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
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { recordingText } from '#shared/recordings/recording.ts';
import { exportedLedger } from '../../electron/main/ledger/ledgerExport.ts';
import { ledgerHere } from '../../electron/main/ledger/testing/ledgerHere.ts';
import { formatNames, jsonSchemaOf, type FormatName } from './jsonSchemas.ts';

const signer = testSigner('01');
const reads = readsOf(provenAtoms(3));
const input = inputOf(reads, { rawResponses: [rawResponseOf(reads)], ledger: ledgerOf(['{}'], signer) });

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

  it('of a recording and of expectations fits their files', () => {
    const text = recordingText({
      name: 'Session',
      connectionName: 'Team',
      startedAt: 1,
      endedAt: 2,
      end: 'stopped',
      steps: [{ kind: 'read', at: 1, key: 'v1.a', atom: null }],
    });
    expect(faultsOf('recording', JSON.parse(text))).toBeNull();
    const expectations = [{ query: 'who', within: 3, expect: ['v1.a'] }];
    const file = { format: 'atom-explorer-expectations', version: 1, expectations };
    expect(faultsOf('expectations', file)).toBeNull();
    expect(faultsOf('expectations', { ...file, version: 2 })).not.toBeNull();
  });
});

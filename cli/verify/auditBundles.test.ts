import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { footerSchema, headerSchema, type AuditFindings } from '#shared/audit/auditFile.ts';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditText, findings, header, record } from '#shared/audit/testing/sampleAudit.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import type { EvidenceStatement } from '#shared/evidence/statement.ts';
import { sha256Hex } from '#shared/evidence/subjects.ts';
import {
  bundleOf,
  bytesOf,
  inputOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  specified,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { lastLineOf, runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

// E6: a green audit becomes a green bundle if the bundle has everything that it claims.
const signer = testSigner('01');
const atoms = provenAtoms(3);
const reads = readsOf(atoms);
const records = atoms.map(({ key, value, version, hash, proof }) =>
  record(key, {
    version,
    valueHash: sha256Hex(bytesOf(value)),
    leafHash: hash,
    leafIndex: `${proof.leafIndex}`,
    root: { rootHash: proof.rootHash, treeSize: `${proof.treeSize}` },
  }),
);

let folder: string;
let python: PythonVerifier;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audit-bundles-'));
  python = startPython();
});
afterAll(async () => {
  python.stop();
  await rm(folder, { recursive: true });
});

function fileOf(all: readonly AuditRecord[], total = all.length, found: Partial<AuditFindings> = {}): string {
  const sorted = [...all].sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sorted.map(({ key }) => `${JSON.stringify(key)}\n`).join('');
  return auditText(
    sorted,
    header({ keys: { total, sha256: sha256Hex(bytesOf(keys)), leftOut: 0 } }),
    findings({
      roots: [],
      rules: { origin: 'specified', path: [...specified.path], leaf: [...specified.leaf] },
      ...found,
    }),
  );
}

function auditOf(text: string): NonNullable<EvidenceInput['audit']> {
  const lines = text.trimEnd().split('\n');
  return {
    file: { sha256: sha256Hex(bytesOf(text)), bytes: bytesOf(text).length },
    header: headerSchema.parse(JSON.parse(lines[0] ?? '')),
    footer: footerSchema.parse(JSON.parse(lines.at(-1) ?? '')).footer,
  };
}

const whole = fileOf(records);
const input = inputOf(reads, { audit: auditOf(whole), rawResponses: [rawResponseOf(reads)] });

describe('a bundle about a green audit (E6)', () => {
  it.each<[string, EvidenceInput, string | null, number]>([
    ['with the file of the audit and all reads is green', input, whole, 0],
    ['is amber without the file', input, null, 3],
    [
      'is amber if a read is missing',
      inputOf(reads.slice(1), { audit: auditOf(whole), rawResponses: [rawResponseOf(reads)] }),
      whole,
      3,
    ],
    [
      'is amber if the audit was not finished',
      inputOf(reads, { audit: auditOf(fileOf(records, 4)) }),
      fileOf(records, 4),
      3,
    ],
    [
      'is amber if a read is of another version than its record',
      inputOf(reads, { audit: auditOf(fileOf(records.map((one) => ({ ...one, version: 9 })))) }),
      fileOf(records.map((one) => ({ ...one, version: 9 }))),
      3,
    ],
    ['is red with the file of another audit', input, fileOf(records.slice(1)), 1],
  ])('%s', async (_, contents, audit, code) => {
    const [file, auditFile] = ['evidence.sigstore.json', 'audit.jsonl'].map((name) =>
      path.join(folder, name),
    );
    await writeFile(file ?? '', bundleOf(contents, signer));
    await writeFile(auditFile ?? '', audit ?? '');
    const args = ['--key', signer.fingerprint, ...(audit === null ? [] : ['--audit', auditFile ?? ''])];
    const ours = await runOurs(file ?? '', ...args);
    expect(ours.code).toBe(code);
    const { code: theirs, out } = await python.run(file ?? '', ...args);
    expect([theirs, out.endsWith(lastLineOf(ours.status))]).toEqual([code, true]);
  });

  it('names what was accepted as lost, and is red if that was removed from what it does not show', async () => {
    const loss = { part: 'ledger' as const, why: 'missing' as const, detail: '3 entries recorded', at: 0 };
    const lost = auditOf(fileOf(records, undefined, { acceptedLosses: [{ at: 0, losses: [loss] }] }));
    const words = 'On 1970-01-01, it was accepted that the root ledger was lost';
    const file = path.join(folder, 'lost.sigstore.json');
    const bundle = async (lie: (statement: EvidenceStatement) => void) => {
      const statement = structuredClone(statementOf({ ...input, audit: lost }));
      lie(statement);
      await writeFile(file, sealStatement(statement, signer));
      return [await runOurs(file), await python.run(file)] as const;
    };
    const [ours, theirs] = await bundle(() => undefined);
    expect([ours.code, theirs.code]).toEqual([3, 3]);
    expect(theirs.out).toContain(words);
    const hidden = await bundle(({ predicate: { notShown } }) => {
      notShown.splice(0, notShown.length, ...notShown.filter(({ code }) => code !== 'loss-accepted'));
    });
    expect(hidden.map(({ code }) => code)).toEqual([1, 1]);
  });
});

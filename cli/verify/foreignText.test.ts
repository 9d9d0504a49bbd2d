import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { footerSchema, headerSchema } from '#shared/audit/auditFile.ts';
import { auditText, findings, header, record } from '#shared/audit/testing/sampleAudit.ts';
import type { Json } from '#shared/domain/json.ts';
import { evidenceStatement, statementText } from '#shared/evidence/statement.ts';
import {
  bytesOf,
  inputOf,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  sealText,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { sha256Hex } from '#shared/evidence/subjects.ts';
import { runCli } from '../runCli.ts';
import { startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

// E4: whoever makes a bundle must not be able to make lines of the output. They sign it with a key of their own.
const signer = testSigner('03');
const lie = 'x\n[ok] FORGED\r\n[ok] FORGED\u2028[ok] FORGED\u001b[2K\u202e\u0007\u0085[ok] FORGED';

const text = auditText(
  [record('a')],
  undefined,
  findings({ end: { kind: 'failed', code: 'x', message: lie } }),
);
const [first = '', , , last = ''] = text.split('\n');
const atoms = provenAtoms(2);
const reads = readsOf(atoms, (_, at) => (at === 0 ? { key: lie, value: lie } : {}));
const base = statementOf(
  inputOf(reads, {
    scope: { kind: 'audit', title: lie, requested: 2 },
    service: { name: lie, address: lie },
    rawResponses: [rawResponseOf(reads)],
    missing: [{ key: lie, requestId: lie, at: 0 }],
    ledger: ledgerOf([lie], signer),
    contradictions: [{ code: lie, words: lie, entries: [0] }],
    pins: [{ rootHash: 'ab'.repeat(32), treeSize: null, source: lie, note: lie, pinnedAt: 0 }],
    audit: {
      file: { sha256: sha256Hex(bytesOf(text)), bytes: bytesOf(text).length },
      header: { ...headerSchema.parse(JSON.parse(first)), ...header({ name: lie }) },
      footer: footerSchema.parse(JSON.parse(last)).footer,
    },
  }),
);

let folder: string;
let file: string;
let python: PythonVerifier;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foreign-text-'));
  file = path.join(folder, 'evidence.sigstore.json');
  python = startPython();
});
afterAll(async () => {
  python.stop();
  await rm(folder, { recursive: true });
});

/** With every text that may be any text. Some make it invalid, as an attacker would try, too. */
function forgedStatement(): Json {
  const statement = structuredClone(base);
  statement.predicate.app = { name: lie, version: lie };
  for (const limit of statement.predicate.notShown) limit.words = lie;
  statement.predicate.notShown.push({ code: lie, words: lie });
  for (const read of statement.predicate.reads)
    for (const check of Object.values(read.verdict.checks))
      Object.assign(check, { status: 'fail', why: lie });
  return evidenceStatement.parse(statement) as unknown as Json;
}

async function outputs(payload: string): Promise<readonly string[]> {
  await writeFile(file, sealText(payload, signer));
  const printed: string[] = [];
  const code = await runCli(['verify', file], {
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
    readStdin: async () => new Uint8Array(),
  });
  expect(code).not.toBe(0);
  const { out, error } = await python.run(file);
  return [printed.join('\n'), out + error];
}

describe('text of others in the output of the app and of the Python script (E4)', () => {
  it.each<[string, () => string]>([
    ['in a statement that is read', () => statementText(forgedStatement())],
    [
      'in a name that is unknown',
      () => statementText({ ...(base as unknown as { readonly [name: string]: Json }), [lie]: 1 }),
    ],
    ['in a type', () => statementText({ ...(base as unknown as object), predicateType: lie })],
    ['in the name of a duplicate', () => `{${JSON.stringify(lie)}:1,${JSON.stringify(lie)}:1}`],
    ['instead of JSON', () => lie],
  ])('is quoted: %s', async (_, payload) => {
    for (const output of await outputs(payload())) {
      expect(output).not.toMatch(/^\s*\[ok\] FORGED/m);
      // Control characters, line separators, and what turns text around.
      expect(output).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }
  });
});

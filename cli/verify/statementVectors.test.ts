import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '#shared/domain/json.ts';
import type { UploadCounts } from '#shared/domain/upload.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { statementText, type EvidenceStatement } from '#shared/evidence/statement.ts';
import {
  inputOf,
  inVersion1,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  specified,
  sealText,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { canonicalJson } from '#shared/snapshot/canonicalJson.ts';
import { decodeBatchRead } from '../../engine/client/decodeResponse.ts';
import { lastLineOf, runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';
import { mutated, randomOf } from './testing/mutations.ts';
import { isLongRun } from '../../service/testing/longRun.ts';

// E3: the app and the Python script have one definition of a signed statement, and come to one verdict on it.
const signer = testSigner('01');
const reads = readsOf(provenAtoms(3));
const base = statementOf(
  inputOf(reads, {
    rawResponses: [rawResponseOf(reads)],
    ledger: ledgerOf(['{"root":1}', '{"root":2}', '{"root":3}'], signer),
  }),
);

/** An entry of the root ledger. */
function sighting(askedAt: number, treeSize: string): string {
  const rootHash = String(askedAt).repeat(64);
  return JSON.stringify({ kind: 'root', at: askedAt + 1, askedAt, rootHash, treeSize, path: 'pass' });
}

/** With what the base does not have, as far as it makes nothing red. */
function richStatement(): EvidenceStatement {
  const atoms = provenAtoms(3);
  const receipt: WriteReceipt = {
    id: 'r',
    connectionId: 'c' as WriteReceipt['connectionId'],
    startedAt: 0,
    endedAt: 1,
    kind: 'batch',
    outcome: 'stored',
    title: 'Batch',
    atomCount: 3,
    rootBefore: null,
    rootAfter: atoms[0]?.proof.rootHash ?? null,
    readBack: null,
    otherWrites: { before: false, after: false },
    errorCode: null,
    atoms: atoms.map(({ key, version, hash, proof }, at) => ({
      key,
      bytes: 1,
      sha256: null,
      before: 'absent',
      versionBefore: null,
      version,
      hash,
      createdAt: 1,
      missing: at === 2,
      readBack: at === 2 ? null : { version, holdsValue: true, verdict: 'green', proof },
    })),
    counts: null,
    runs: [],
    source: null,
    previous: null,
    sentTo: null,
  };
  const [first, ...others] = readsOf(atoms, (_, at) => (at === 1 ? { value: 'half \ud800' } : {}));
  return statementOf(
    inputOf(first === undefined ? others : [first, ...others, first], {
      scope: { kind: 'run', title: 'half \udc00', requested: 9 },
      rawResponses: [rawResponseOf([...(first === undefined ? [] : [first]), ...others])],
      receipts: [{ receipt, pin: specified }],
      missing: [{ key: 'v1.gone', requestId: 'request-1', at: 0 }],
      ledger: ledgerOf([sighting(1, '7'), sighting(3, '8'), sighting(5, '8')], signer),
      pins: [
        { rootHash: atoms[0]?.proof.rootHash ?? '', treeSize: '3', source: 's', note: 'n', pinnedAt: 0 },
      ],
    }),
  );
}
const rich = richStatement();

/** An upload of the atoms of the base, read back. */
function uploadStatement(
  hashOf: (value: string, at: number) => string | null,
  more: Partial<UploadCounts['outcomes']> = {},
  carried = readsOf(provenAtoms(3)),
): EvidenceStatement {
  const outcomes = { waiting: 0, stored: 3, same: 0, skipped: 0, refused: 0, unknown: 0, held: 0, ...more };
  const atoms = provenAtoms(3);
  const receipt: WriteReceipt = {
    id: 'u',
    connectionId: 'c' as WriteReceipt['connectionId'],
    startedAt: 0,
    endedAt: 1,
    kind: 'upload',
    outcome: 'stored',
    title: 'countries.csv',
    atomCount: 3,
    rootBefore: null,
    rootAfter: null,
    readBack: null,
    otherWrites: { before: false, after: false },
    errorCode: null,
    atoms: atoms.map(({ key, value, version, proof }, at) => ({
      key,
      bytes: Buffer.byteLength(value),
      sha256: hashOf(value, at),
      before: 'absent',
      versionBefore: null,
      version,
      hash: null,
      createdAt: null,
      missing: false,
      readBack: { version, holdsValue: true, verdict: 'green', proof },
    })),
    counts: { outcomes } as WriteReceipt['counts'],
    runs: [],
    previous: null,
    sentTo: null,
    source: { bytes: 7, sha256: 'ab'.repeat(32), key: 'v1.{code}', valueColumns: ['name'] },
  };
  return statementOf(
    inputOf(carried, {
      scope: { kind: 'receipt', title: 'countries.csv', requested: 3 },
      rawResponses: carried.length === 0 ? [] : [rawResponseOf(carried)],
      receipts: [{ receipt, pin: specified }],
    }),
  );
}
/** Of the first atom of its receipt. */
function readBackOf({ predicate }: EvidenceStatement) {
  const readBack = predicate.receipts[0]?.atoms[0]?.readBack ?? null;
  if (readBack === null) throw new Error('There is an atom.');
  return readBack;
}
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
let python: PythonVerifier;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'statement-vectors-'));
  python = startPython();
});
afterAll(async () => {
  python.stop();
  await rm(folder, { recursive: true });
});

async function expectBothExit(text: string, ...options: readonly string[]): Promise<number> {
  const file = path.join(folder, 'evidence.sigstore.json');
  await writeFile(file, sealText(text, signer));
  const args = ['--key', signer.fingerprint, ...options];
  const ours = await runOurs(file, ...args);
  const theirs = await python.run(file, ...args);
  expect({ text, ...theirs }).toMatchObject({ code: ours.code });
  if (ours.status !== undefined) expect(theirs.out.endsWith(lastLineOf(ours.status))).toBe(true);
  return ours.code;
}

const json = z.custom<Json>();
const vectors = z.array(
  z.strictObject({
    name: z.string(),
    /** Of the statement: 2 if absent. */
    version: z.literal(1).optional(),
    /** Values by their place in the statement. */
    set: z.record(z.string(), json).optional(),
    delete: z.array(z.string()).optional(),
    /** Whether the text is in canonical order, whatever the version. */
    sorted: z.literal(true).optional(),
    /** A part of the text, `^` or `$` for its ends, and what stands in its place. */
    replace: z.tuple([z.string(), z.string()]).optional(),
    /** The exit code of both. */
    exit: z.int(),
  }),
);
type Vector = z.infer<typeof vectors>[number];

function textOf({ version, set = {}, delete: left = [], sorted, replace }: Vector): string {
  const statement = version === 1 ? inVersion1(base) : structuredClone(base);
  for (const [place, value] of Object.entries(set)) change(statement, place, value);
  for (const place of left) change(statement, place, undefined);
  const plain = statement as unknown as Json;
  const text = sorted === true ? canonicalJson(plain) : statementText(plain);
  if (replace === undefined) return text;
  const [from, to] = replace;
  if (from === '^') return to + text;
  if (from.endsWith('$')) return text.slice(0, -1) + to;
  if (!text.includes(from)) throw new Error(`${from} is not in the statement.`);
  return text.replace(from, () => to);
}

function change(statement: object, place: string, value: Json | undefined): void {
  const names = place.split('/');
  const last = names.pop() ?? '';
  let parent = statement as Record<string, unknown>;
  for (const name of names) parent = parent[name] as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
}

describe('the app and the Python script agree', async () => {
  const file = path.resolve(import.meta.dirname, '../../shared/evidence/testing/statementVectors.json');
  const table = vectors.parse(JSON.parse(await readFile(file, 'utf8')));

  it.each(table)('on a statement with $name', async (vector) => {
    expect(await expectBothExit(textOf(vector))).toBe(vector.exit);
  });

  it('on an upload: green if reads have the values that its receipt says were sent', async () => {
    const text = (statement: EvidenceStatement): string => statementText(statement as unknown as Json);
    const honest = uploadStatement(sha256Of);
    expect(await expectBothExit(text(honest))).toBe(0);
    // A receipt about another value takes none from the reads, and one without a hash does not either.
    expect(await expectBothExit(text(uploadStatement((value, at) => sha256Of(at === 1 ? 'x' : value))))).toBe(
      3,
    );
    expect(
      await expectBothExit(text(uploadStatement((value, at) => (at === 1 ? null : sha256Of(value))))),
    ).toBe(3);
    // Whatever the signer says, the proof must be one of that value.
    const forged = structuredClone(honest);
    const [proof] = provenAtoms(3).slice(1);
    readBackOf(forged).proof = proof?.proof as unknown as Json;
    expect(await expectBothExit(text(forged))).toBe(1);
    // Nor is it better than what the signer saw.
    const doubted = structuredClone(honest);
    readBackOf(doubted).verdict = 'amber';
    expect(await expectBothExit(text(doubted))).toBe(3);
    const other = structuredClone(honest);
    readBackOf(other).holdsValue = false;
    expect(await expectBothExit(text(other))).toBe(3);
    // An atom that was sent and is not there is no reason for green.
    const gone = structuredClone(honest);
    const [victim] = gone.predicate.receipts[0]?.atoms ?? [];
    if (victim !== undefined) Object.assign(victim, { missing: true, readBack: null });
    expect(await expectBothExit(text(gone))).toBe(3);
  });

  it('on an upload whose proofs of receipts must lead to a root, too', async () => {
    const text = (statement: EvidenceStatement): string => statementText(statement as unknown as Json);
    const root = provenAtoms(3)[0]?.proof.rootHash ?? '';
    const honest = uploadStatement(sha256Of);
    expect(await expectBothExit(text(honest), '--root', root)).toBe(0);
    const elsewhere = structuredClone(honest);
    const [first] = provenAtoms(1);
    readBackOf(elsewhere).proof = first?.proof as unknown as Json;
    expect(await expectBothExit(text(elsewhere))).toBe(0);
    expect(await expectBothExit(text(elsewhere), '--root', root)).toBe(1);
    const alone = uploadStatement(sha256Of, {}, []);
    expect(await expectBothExit(text(alone), '--root', root)).toBe(3);
    expect(await expectBothExit(text(alone), '--root', 'ab'.repeat(32))).toBe(1);
  });

  it('on a bundle with some of the values, whose responses have all of them', async () => {
    const some = reads.map((read, at) => ({ ...read, leavesOutValue: at === 1 }));
    const rawResponses = [rawResponseOf(reads)];
    const honest = statementOf(inputOf(some, { rawResponses }));
    expect(await expectBothExit(statementText(honest as unknown as Json))).toBe(3);
    const [, hidden] = honest.predicate.reads;
    if (hidden !== undefined) hidden.valueSha256 = sha256Of('never stored');
    for (const subject of honest.subject)
      if (subject.name === hidden?.key) subject.digest.sha256 = sha256Of('never stored');
    expect(await expectBothExit(statementText(honest as unknown as Json))).toBe(1);
  });

  it('on an upload of which the bundle does not have all rows', async () => {
    const text = (statement: EvidenceStatement): string => statementText(statement as unknown as Json);
    const part = uploadStatement(sha256Of, { unknown: 2, skipped: 1 });
    expect(await expectBothExit(text(part))).toBe(0);
    const silent = structuredClone(part);
    silent.predicate.notShown = silent.predicate.notShown.filter(({ code }) => code !== 'rows-not-included');
    expect(await expectBothExit(text(silent))).toBe(1);
    const uncounted = structuredClone(uploadStatement(sha256Of));
    const [receipt] = uncounted.predicate.receipts;
    if (receipt !== undefined) delete receipt.rows;
    expect(await expectBothExit(text(uncounted))).toBe(3);
    expect(await expectBothExit(text(uploadStatement(sha256Of, { same: 1 })))).toBe(3);
  });

  it.each([
    '{"__proto__":{"a":1},"b":{"__proto__":2}}',
    '1e400',
    '[-0,-0.0,1E5,1e21,1e22,5e-324,0.1e-6,123456789012345678e0,9007199254740992.0]',
    '[12345678901234567890,9007199254740993,-9007199254740993,1234567890123456]',
    String.raw`["\ud800","\u2028\u007f",{"\ud800":1,"\udc00":2}]`,
    '{"10":1,"2":2,"a":{"":null}}',
    `${'['.repeat(60)}${']'.repeat(60)}`,
  ])('on a proof to which the service adds %s', async (added) => {
    const sent = provenAtoms(2);
    const body = JSON.stringify({ atoms: sent }).replaceAll('"proof":{', `"proof":{"added":${added},`);
    const received = await decodeBatchRead({ bytes: Buffer.from(body) }, 2);
    const found = readsOf(sent, (_, at) => ({ proof: received[at]?.proof ?? null }));
    const rawResponses = [{ ...rawResponseOf(found), body }];
    const text = statementText(statementOf(inputOf(found, { rawResponses })) as unknown as Json);
    expect(await expectBothExit(text)).toBe(0);
  });

  const [rounds, patienceMs] = isLongRun ? [2_000, 1_800_000] : [30, 60_000];
  it('on statements with random changes that the trusted key signed', { timeout: patienceMs }, async () => {
    expect(await expectBothExit(statementText(rich as unknown as Json))).toBe(3);
    const upload = uploadStatement(sha256Of);
    const random = randomOf(isLongRun ? Date.now() : 1);
    for (let at = 0; at < rounds; at += 1) {
      const from = [base, rich, upload][at % 3] ?? base;
      expect([0, 1, 2, 3]).toContain(await expectBothExit(mutated(from, random)));
    }
  });
});

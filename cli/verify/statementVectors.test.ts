import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '#shared/domain/json.ts';
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

async function expectBothExit(text: string): Promise<number> {
  const file = path.join(folder, 'evidence.sigstore.json');
  await writeFile(file, sealText(text, signer));
  const args = ['--key', signer.fingerprint];
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
    const random = randomOf(isLongRun ? Date.now() : 1);
    for (let at = 0; at < rounds; at += 1) {
      const from = at % 2 === 0 ? base : rich;
      expect([0, 1, 2, 3]).toContain(await expectBothExit(mutated(from, random)));
    }
  });
});

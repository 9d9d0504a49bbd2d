import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealStatement } from '#shared/evidence/envelope.ts';
import type { EvidenceStatement } from '#shared/evidence/statement.ts';
import {
  inputOf,
  inVersion1,
  provenAtoms,
  rawResponseOf,
  readsOf,
  specified,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import type { LinkRule, SchemePin } from '#shared/merkle/scheme.ts';
import { lastLineOf, runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

// E5: the Python script follows proofs through several trees, by the links that the hashing rules name.
const signer = testSigner('01');
const atoms = provenAtoms(3);

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The root of the tree is the only leaf of another one. */
function sharded(links: readonly LinkRule[]): EvidenceStatement {
  const pin: SchemePin = { ...specified, path: specified.path.map((rule) => ({ ...rule, links })) };
  const inTwoTrees = readsOf(
    atoms,
    ({ proof }) => {
      const { rootHash } = proof as { readonly rootHash: string };
      return { proof: [proof, { leafHash: rootHash, siblings: [], rootHash, leafIndex: 0, treeSize: 1 }] };
    },
    pin,
  );
  return statementOf(inputOf(inTwoTrees));
}

/** Two atoms in the second of two shards, as the open server proves them: without tree sizes. */
function ofOpenServer(pin: Partial<SchemePin> = {}): EvidenceStatement {
  const keys = ['v1.fact.n0', 'v1.fact.n1'];
  const leaves = keys.map((key) => sha256(key));
  const shard = sha256(...leaves);
  const shardLeaf = sha256(shard.toString('hex'));
  const other = sha256('another shard');
  const root = sha256(other, shardLeaf).toString('hex');
  const shardRootProof = {
    leaf: shardLeaf.toString('hex'),
    root,
    auditPath: [other.toString('hex')],
    index: 1,
  };
  const proven = readsOf(
    atoms.slice(0, 2),
    (_, at) => ({
      value: '',
      version: null,
      hash: null,
      proof: {
        currentProof: {
          leaf: leaves[at]?.toString('hex') ?? '',
          root: shard.toString('hex'),
          auditPath: [leaves[1 - at]?.toString('hex') ?? ''],
          index: at,
        },
        shardRootProof,
      },
    }),
    { ...specified, origin: 'built-in', path: openServerScheme.path, leaf: [openServerScheme.leaf], ...pin },
  );
  // What the server sent, of which a read has no more than the atom and its proofs.
  const results = proven.map(({ reading: { key, proof } }) => ({
    ok: true,
    currentData: key,
    ...(proof as object),
    predictedNext: null,
  }));
  const response = { ...rawResponseOf(proven), body: JSON.stringify({ results }) };
  return statementOf(inputOf(proven, { rawResponses: [response] }));
}

function withoutLinks(statement: EvidenceStatement): EvidenceStatement {
  const older = inVersion1(statement);
  for (const { path: rules } of older.predicate.schemes) for (const rule of rules) delete rule.links;
  return older;
}

/** As older versions recorded it: the app supplies these rules, but the bundle said that the service specifies them. */
function ofOldOpenServer(): EvidenceStatement {
  const older = withoutLinks(ofOpenServer());
  for (const scheme of older.predicate.schemes) {
    scheme.origin = 'specified';
    scheme.path = scheme.path.slice(0, 1);
  }
  return older;
}

function changed(
  statement: EvidenceStatement,
  change: (statement: EvidenceStatement) => void,
): EvidenceStatement {
  change(statement);
  return statement;
}

let folder: string;
let python: PythonVerifier;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chains-'));
  python = startPython();
});
afterAll(async () => {
  python.stop();
  await rm(folder, { recursive: true });
});

describe('the app and the Python script agree on proofs through several trees (E5)', () => {
  it.each<[string, () => EvidenceStatement, number]>([
    ['by links that the rules name', () => sharded(['same']), 0],
    [
      'by other links',
      () =>
        changed(sharded(['same']), ({ predicate }) => {
          for (const rule of predicate.schemes[0]?.path ?? []) rule.links = ['hash-hex'];
        }),
      1,
    ],
    ['by links that nobody recorded', () => withoutLinks(sharded(['same'])), 3],
    ['of the open server', () => ofOpenServer(), 0],
    ['of the open server, in a bundle of version 1', () => ofOldOpenServer(), 0],
    [
      'of the open server, by rules that were inferred',
      () => ofOpenServer({ origin: 'inferred', samples: 2 }),
      3,
    ],
    [
      'of the open server, with another atom',
      () =>
        changed(ofOpenServer(), ({ predicate }) => {
          for (const read of predicate.reads)
            Object.assign(read, { key: 'v1.fact.n9', requestedKey: 'v1.fact.n9' });
        }),
      1,
    ],
    [
      'of the open server, without the proof of the shard',
      () =>
        changed(ofOpenServer(), ({ predicate }) => {
          for (const read of predicate.reads) Object.assign(read.proof ?? {}, { shardRootProof: null });
        }),
      1,
    ],
  ])('%s', async (_, make, code) => {
    const file = path.join(folder, 'evidence.sigstore.json');
    await writeFile(file, sealStatement(make(), signer));
    const args = ['--key', signer.fingerprint];
    const ours = await runOurs(file, ...args);
    const theirs = await python.run(file, ...args);
    expect([ours.code, theirs.code, theirs.out.split('\n').at(-2)]).toEqual([
      code,
      code,
      lastLineOf(ours.status).trim(),
    ]);
  });
});

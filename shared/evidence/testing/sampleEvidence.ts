import {
  createPublicKey,
  createPrivateKey,
  sign,
  verify as verifySignature,
  type KeyObject,
} from 'node:crypto';
import type { AtomReading } from '../../domain/atom.ts';
import { embeddedServiceScheme } from '../../merkle/embeddedServiceScheme.ts';
import type { SchemePin } from '../../merkle/scheme.ts';
import { checkSnapshots } from '../../merkle/snapshot.ts';
import { sha256 } from '../../merkle/testing/nodeSha256.ts';
import { embeddedLike, proveAll, sampleAtoms, type ProvenAtom } from '../../merkle/testing/sampleTree.ts';
import { verify } from '../../merkle/verify.ts';
import { checkpointText } from '../../transparency/checkpoint.ts';
import { createHashTree } from '../../transparency/hashTree.ts';
import { signNote, type VerifyEd25519 } from '../../transparency/signedNote.ts';
import { treeHash } from '../../transparency/treeHash.ts';
import { toBase64 } from '../../merkle/base64.ts';
import { buildStatement, type EvidenceInput, type ReadToCarry } from '../buildStatement.ts';
import {
  bundleText,
  fingerprintOf,
  preAuthEncoding,
  sealStatement,
  spkiOf,
  type EvidenceSigner,
} from '../envelope.ts';
import { bundleMediaType, oldPredicateType, payloadType, type EvidenceStatement } from '../statement.ts';
import { connectionGrounds } from '../../merkle/testing/verifyInput.ts';

export interface TestSigner extends EvidenceSigner {
  readonly fingerprint: string;
  /** As openssl reads it. */
  readonly publicKeyPem: string;
}

/** PKCS#8 of an Ed25519 key without its 32 bytes (RFC 8410 section 7). */
const pkcs8Prefix = '302e020100300506032b657004220420';

/** @param seed two digits, from which the same key is made every time */
export function testSigner(seed: string): TestSigner {
  const key = Buffer.from(pkcs8Prefix + seed.repeat(32), 'hex');
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  return {
    publicKey: raw,
    fingerprint: fingerprintOf(raw),
    publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) =>
  verifySignature(null, message, keyOf(publicKey), signature);

function keyOf(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(spkiOf(publicKey)), format: 'der', type: 'spki' });
}

export const specified: SchemePin = {
  path: [embeddedServiceScheme.path],
  leaf: [embeddedServiceScheme.leaf],
  origin: 'specified',
  samples: 0,
  pinnedAt: 1_700_000_000_000,
};

const readAt = Date.UTC(2026, 10, 20, 12, 0, 0);

/** Atoms of one tree, read in one response. */
export function provenAtoms(count: number): readonly ProvenAtom[] {
  return proveAll(embeddedLike(sha256), sampleAtoms(count));
}

/** Reads of one response as the app has them, with the verdicts that it gives them. */
export function readsOf(
  atoms: readonly ProvenAtom[],
  change: (reading: AtomReading, at: number) => Partial<AtomReading> = () => ({}),
  pin: SchemePin | null = specified,
): readonly ReadToCarry[] {
  const snapshots = checkSnapshots(
    atoms.map(({ proof }) => proof),
    pin,
  );
  return atoms.map((atom, at) => {
    const { key, value, version, hash, proof } = atom;
    const root = { kind: 'seen', firstSeenAt: readAt, times: 3 } as const;
    const base: AtomReading = {
      key,
      value,
      version,
      hash,
      score: null,
      proof,
      verdict: { status: 'amber', checks: [], binds: [], open: [] },
      memory: null,
      raw: '',
      exchange: {
        requestId: 'request-1',
        method: 'POST',
        path: '/batch-recall',
        status: 200,
        startedAt: readAt,
        elapsedMs: 12,
        bodyBytes: 100,
        retries: 0,
      },
    };
    const reading = { ...base, ...change(base, at) };
    const verdict = verify({
      atom: reading,
      requestedKey: reading.key,
      proof: reading.proof,
      pin,
      snapshot: snapshots[at] ?? { kind: 'single' },
      root,
      grounds: connectionGrounds,
      memory: reading.memory,
    });
    return { reading: { ...reading, verdict }, requestedKey: reading.key, pin };
  });
}

export function inputOf(reads: readonly ReadToCarry[], more: Partial<EvidenceInput> = {}): EvidenceInput {
  return {
    observedAt: readAt + 60_000,
    appVersion: '0.1.0',
    scope: { kind: 'selection', title: 'Three atoms', requested: reads.length },
    service: { name: 'Team memory', address: 'https://memory.example.com' },
    withValues: true,
    reads,
    missing: [],
    rawResponses: [],
    receipts: [],
    ledger: null,
    contradictions: [],
    pins: [],
    ...more,
  };
}

/** @throws if a bundle cannot hold it */
export function statementOf(input: EvidenceInput): EvidenceStatement {
  const built = buildStatement(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal));
  return built.statement;
}

/** The same statement as version 1 of the format had it. */
export function inVersion1(statement: EvidenceStatement): EvidenceStatement {
  const old = structuredClone(statement);
  old.predicateType = oldPredicateType;
  for (const { verdict } of old.predicate.reads) delete verdict.grounds;
  return old;
}

export function bundleOf(input: EvidenceInput, signer: EvidenceSigner): string {
  return sealStatement(statementOf(input), signer);
}

/** A bundle around any payload, signed all the same. */
export function sealText(payload: string, signer: TestSigner): string {
  const { publicKey, fingerprint } = signer;
  const bytes = bytesOf(payload);
  return bundleText({
    mediaType: bundleMediaType,
    verificationMaterial: {
      publicKey: { hint: toBase64(spkiOf(publicKey)) },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope: {
      payload: toBase64(bytes),
      payloadType,
      signatures: [{ sig: toBase64(signer.sign(preAuthEncoding(payloadType, bytes))), keyid: fingerprint }],
    },
  });
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The raw response that the reads came in. */
export function rawResponseOf(reads: readonly ReadToCarry[]): EvidenceInput['rawResponses'][number] {
  const atoms = reads.map(({ reading: { key, value, version, hash, proof } }) => ({
    key,
    value,
    version,
    hash,
    proof,
  }));
  return {
    requestId: 'request-1',
    method: 'POST',
    path: '/batch-recall',
    status: 200,
    startedAt: readAt,
    elapsedMs: 12,
    body: JSON.stringify({ atoms }, null, 1),
  };
}

/** A ledger of these leaves, with a signed head and an inclusion proof for each. */
export function ledgerOf(
  leaves: readonly string[],
  signer: EvidenceSigner,
): NonNullable<EvidenceInput['ledger']> {
  const hash = treeHash();
  const tree = createHashTree(hash);
  for (const leaf of leaves) tree.append(hash.leaf(bytesOf(leaf)));
  const size = tree.size();
  const text = checkpointText({
    origin: 'ledger.example',
    size: BigInt(size),
    root: tree.head(size),
    extensions: [],
  });
  return {
    checkpoint: signNote(text, { name: 'ledger.example', ...signer }),
    entries: leaves.map((leaf, index) => ({
      index,
      leaf,
      inclusion: tree.inclusionProof(index, size).map(toBase64),
    })),
  };
}

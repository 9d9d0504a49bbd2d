import { z } from 'zod';
import { strictBase64 } from '../transparency/signedNote.ts';
import { bundleText, fingerprintOf, publicKeyOf, type SigstoreBundle } from './envelope.ts';
import { evidenceLimits } from './limits.ts';
import { firstDifference, readBoundedJson, readCanonicalJson } from './readJsonText.ts';
import { statementFieldRefusal, type EvidenceRefusal } from './refusal.ts';
import {
  bundleMediaType,
  evidenceStatement,
  payloadType,
  predicateTypes,
  statementType,
  statementText,
  type EvidenceStatement,
} from './statement.ts';

/** A bundle as it was read. Nothing in its payload is known to be true, and the payload itself is not parsed. */
export interface ParsedBundle {
  readonly payload: Uint8Array;
  /** Ed25519, 32 bytes; the key ID is its fingerprint. */
  readonly publicKey: Uint8Array;
  readonly fingerprint: string;
  readonly signature: Uint8Array;
  /** RFC 3161 tokens, in DER. */
  readonly timestamps: readonly Uint8Array[];
}

type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

/** The envelope of a bundle. */
export const bundleSchema = z.strictObject({
  mediaType: z.string(),
  verificationMaterial: z.strictObject({
    publicKey: z.strictObject({ hint: z.string() }),
    tlogEntries: z.array(z.never()).max(0),
    timestampVerificationData: z.strictObject({
      rfc3161Timestamps: z.array(z.strictObject({ signedTimestamp: z.string() })).max(4),
    }),
  }),
  dsseEnvelope: z.strictObject({
    payload: z.string(),
    payloadType: z.string(),
    signatures: z.tuple([z.strictObject({ sig: z.string(), keyid: z.string() })]),
  }),
});

/** Whether a text begins as every bundle that `sealStatement` writes. */
export function looksLikeBundle(text: string): boolean {
  return /^\s*\{\s*"mediaType"\s*:\s*"application\/vnd\.dev\.sigstore\.bundle/.test(text.slice(0, 1_000));
}

/** Reads the envelope of a bundle: one signature, our types, and exactly the bytes that `bundleText` writes. */
export function parseBundle(bytes: Uint8Array): Reading<ParsedBundle> {
  if (bytes.length > evidenceLimits.bytes)
    return refuse({ code: 'too-large', bytes: bytes.length, limit: evidenceLimits.bytes });
  const read = readBoundedJson(bytes, { depth: 16, values: 1_000 });
  if (!read.ok) return refuse({ code: 'text', part: 'bundle', fault: read.fault });
  const known = bundleSchema.safeParse(read.value);
  if (!known.success) return refuse(outerRefusal(read.value, known.error));
  const bundle = inOrder(known.data);
  const expected = bundleText(bundle);
  if (expected !== read.text) {
    const fault = { kind: 'not-canonical', at: firstDifference(expected, read.text) } as const;
    return refuse({ code: 'text', part: 'bundle', fault });
  }
  const { dsseEnvelope, verificationMaterial } = bundle;
  if (bundle.mediaType !== bundleMediaType) return refuse({ code: 'media-type', found: bundle.mediaType });
  if (dsseEnvelope.payloadType !== payloadType)
    return refuse({ code: 'payload-type', found: dsseEnvelope.payloadType });
  const [{ sig, keyid }] = dsseEnvelope.signatures;
  const payload = strictBase64(dsseEnvelope.payload);
  const signature = strictBase64(sig);
  if (payload === null) return refuse({ code: 'base64', field: 'dsseEnvelope.payload' });
  if (signature?.length !== 64) return refuse({ code: 'base64', field: 'dsseEnvelope.signatures[0].sig' });
  const spki = strictBase64(verificationMaterial.publicKey.hint);
  const publicKey = spki === null ? null : publicKeyOf(spki);
  if (publicKey === null) return refuse({ code: 'key' });
  if (keyid !== fingerprintOf(publicKey)) return refuse({ code: 'key-id' });
  const timestamps: Uint8Array[] = [];
  for (const { signedTimestamp } of verificationMaterial.timestampVerificationData.rfc3161Timestamps) {
    const token = strictBase64(signedTimestamp);
    if (token === null) return refuse({ code: 'base64', field: 'rfc3161Timestamps' });
    timestamps.push(token);
  }
  return { ok: true, value: { payload, publicKey, fingerprint: keyid, signature, timestamps } };
}

/** Reads the payload, once its signature is known to be right. */
export function parseStatement(payload: Uint8Array): Reading<EvidenceStatement> {
  const read = readCanonicalJson(payload, evidenceLimits, statementText);
  if (!read.ok) return refuse({ code: 'text', part: 'statement', fault: read.fault });
  const { value } = read;
  const found = (name: string): string => shown(fieldOf(value, name));
  if (fieldOf(value, '_type') !== statementType)
    return refuse({ code: 'statement-type', found: found('_type') });
  if (!predicateTypes.some((type) => type === fieldOf(value, 'predicateType')))
    return refuse({ code: 'predicate-type', found: found('predicateType') });
  const tooMany = findTooMany(value);
  if (tooMany !== null) return refuse(tooMany);
  const known = evidenceStatement.safeParse(value);
  if (known.success) return { ok: true, value: known.data };
  return refuse(statementFieldRefusal(known.error));
}

/** With the properties in the order in which they are written. */
function inOrder({
  mediaType,
  verificationMaterial,
  dsseEnvelope,
}: z.infer<typeof bundleSchema>): SigstoreBundle {
  const { publicKey, tlogEntries, timestampVerificationData } = verificationMaterial;
  const { payload, payloadType: type, signatures } = dsseEnvelope;
  const [{ sig, keyid }] = signatures;
  return {
    mediaType,
    verificationMaterial: { publicKey, tlogEntries, timestampVerificationData },
    dsseEnvelope: { payload, payloadType: type, signatures: [{ sig, keyid }] },
  };
}

/** Counted before their items are looked at. */
function findTooMany(statement: unknown): EvidenceRefusal | null {
  const predicate = fieldOf(statement, 'predicate');
  const lists = [
    ['subjects', fieldOf(statement, 'subject')],
    ['ledgerEntries', fieldOf(fieldOf(predicate, 'ledger'), 'entries')],
    ...predicateLists.map((name) => [name, fieldOf(predicate, name)] as const),
  ] as const;
  for (const [what, list] of lists) {
    const limit = evidenceLimits[what];
    if (Array.isArray(list) && list.length > limit)
      return { code: 'too-many', what, count: list.length, limit };
  }
  return null;
}

const predicateLists = [
  'reads',
  'missing',
  'rawResponses',
  'receipts',
  'contradictions',
  'pins',
  'schemes',
  'notShown',
] as const;

function refuse(refusal: EvidenceRefusal): { readonly ok: false; readonly refusal: EvidenceRefusal } {
  return { ok: false, refusal };
}

/** Why the JSON is not such a bundle: what a reader would notice first. */
function outerRefusal(value: unknown, error: z.ZodError): EvidenceRefusal {
  const mediaType = fieldOf(value, 'mediaType');
  const envelope = fieldOf(value, 'dsseEnvelope');
  if (typeof mediaType !== 'string') return { code: 'not-a-bundle' };
  if (mediaType !== bundleMediaType) return { code: 'media-type', found: mediaType };
  const type = fieldOf(envelope, 'payloadType');
  if (typeof type === 'string' && type !== payloadType) return { code: 'payload-type', found: type };
  const signatures = fieldOf(envelope, 'signatures');
  if (Array.isArray(signatures) && signatures.length !== 1)
    return { code: 'signatures', count: signatures.length };
  const [issue] = error.issues;
  const names = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return { code: 'bundle-field', field: z.core.toDotPath([...(issue?.path ?? []), ...names]) };
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

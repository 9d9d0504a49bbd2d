import { z } from 'zod';
import type { Json } from '../domain/json.ts';
import { groundLosses, groundNames } from '../grounds/grounds.ts';
import { leafScheme, pathScheme, schemeOrigin } from '../ipc/schemeInput.ts';
import { isJsonObject } from '../merkle/proofShape.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { canonicalJson } from '../snapshot/canonicalJson.ts';
import { auditEvidence } from './auditEvidence.ts';
import { evidenceLimits as most } from './limits.ts';

export const statementType = 'https://in-toto.io/Statement/v1';
/** A UUID of our own: nobody else uses it, and it claims no domain. What is at it is described in docs/evidence.md. */
const predicateUuid = 'urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f';
/** Of bundles that are made now: the payload is canonical JSON (RFC 8785). */
export const predicateType = `${predicateUuid}#read-evidence/v2`;
/** Of older bundles, whose payload is what `JSON.stringify` writes. They stay readable. */
export const oldPredicateType = `${predicateUuid}#read-evidence/v1`;
export const predicateTypes = [predicateType, oldPredicateType] as const;
export const payloadType = 'application/vnd.in-toto+json';
export const bundleMediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

const text = z.string().max(most.text);
const shortText = z.string().max(most.shortText);
const count = z.int().min(0);
const digits = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Lowercase hex of any known length. */
const hash = z.string().regex(/^(?:[0-9a-f]{2}){20,64}$/);
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
const time = z.iso.datetime({ precision: 3 });

/**
 * Text of the service. A string with half of a surrogate pair has no bytes in UTF-8, and programs read its JSON in
 * different ways; it is carried as its UTF-16 units, four hex digits each.
 */
const carriedText = z.union([
  text,
  z.strictObject({
    utf16: z
      .string()
      .max(4 * most.text)
      .regex(/^(?:[0-9a-f]{4})*$/),
  }),
]);

/** What was parsed as JSON is JSON; `parseBundle` has bounded its depth. */
const json = z.custom<Json>((value) => value !== undefined);
const verdictStatus = z.enum(verdictStatuses);

const check = z.strictObject({
  status: z.enum(['pass', 'fail', 'undecided']),
  /** As `verdictRecord` names it. */
  code: shortText,
  why: text,
});
const ground = z.strictObject({
  name: z.enum(groundNames),
  state: z.enum(['none', ...groundLosses]),
  /** Whether the verdict is inconclusive because of it. */
  holdsBack: z.boolean(),
  why: text,
});
const verdict = z.strictObject({
  status: verdictStatus,
  title: shortText,
  checks: z.strictObject({
    wellFormed: check,
    path: check,
    content: check,
    coherent: check,
    snapshot: check,
    root: check,
  }),
  binds: z.array(z.enum(['key', 'value', 'version'])).max(3),
  /** What the verdict does without. Absent in version 1 only. */
  grounds: z.array(ground).max(groundNames.length).exactOptional(),
});

/** A later version of this program may know more pre-images. */
const leafRule = z.strictObject({ ...leafScheme.shape, preimage: z.string().regex(/^[a-z0-9:,-]{1,100}$/) });
const scheme = z.strictObject({
  origin: schemeOrigin,
  samples: count,
  confirmations: count,
  pinnedAt: time,
  path: z.array(pathScheme).max(most.rules),
  leaf: z.array(leafRule).max(most.rules),
});

const read = z.strictObject({
  key: carriedText,
  /** null if no key was requested (recall). */
  requestedKey: carriedText.nullable(),
  /** Absent if the values were left out. */
  value: carriedText.optional(),
  /** Of the value in UTF-8; null if it has no bytes in UTF-8. */
  valueSha256: sha256.nullable(),
  valueBytes: count.nullable(),
  version: z.number().nullable(),
  hash: carriedText.nullable(),
  proof: json,
  requestId: shortText,
  /** When the request was sent. */
  at: time,
  /** Position in `schemes`; null if no hashing rules were pinned. */
  scheme: count.nullable(),
  verdict,
});

const rawResponse = z.strictObject({
  requestId: shortText,
  method: z.enum(['GET', 'POST']),
  path: text
    .regex(/^\//)
    // The app never sends such a path, and nobody should be tempted to use it as a file path.
    .refine((path) => !/(?:^|[/\\])\.\.(?:[/\\?#]|$)/.test(path), 'a path that leads upwards'),
  status: z.int().min(100).max(599),
  at: time,
  elapsedMs: z.number().min(0),
  /** As received, with the API key removed if it occurs there; in base64 where it is not UTF-8. */
  body: z.union([z.strictObject({ text }), z.strictObject({ base64: base64.max(2 * most.text) })]),
});

const receiptAtom = z.strictObject({
  key: carriedText,
  bytes: count,
  sha256: sha256.nullable(),
  before: shortText,
  versionBefore: z.number().nullable(),
  version: z.number().nullable(),
  hash: carriedText.nullable(),
  createdAt: z.number().nullable(),
  missing: z.boolean(),
  readBack: z
    .strictObject({
      version: z.number().nullable(),
      holdsValue: z.boolean(),
      verdict: verdictStatus,
      proof: json,
    })
    .nullable(),
});
const receipt = z.strictObject({
  id: shortText,
  kind: z.enum(['store', 'batch', 'upload']),
  outcome: z.enum(['stored', 'partly', 'unknown', 'nothing']),
  title: carriedText,
  atomCount: count,
  startedAt: time,
  endedAt: time,
  rootBefore: carriedText.nullable(),
  rootAfter: carriedText.nullable(),
  otherWrites: z.strictObject({ before: z.boolean(), after: z.boolean() }),
  errorCode: shortText.nullable(),
  /** Position in `schemes` of the rules for its proofs; null if none were pinned. */
  scheme: count.nullable(),
  /** Of an upload: its file, and how atoms were made of it. Absent otherwise, and in bundles of earlier versions. */
  source: z
    .strictObject({
      bytes: count,
      sha256: sha256.nullable(),
      key: carriedText,
      valueColumns: z.array(carriedText).max(most.columns),
    })
    .exactOptional(),
  /** Of an upload: how many rows ended so. Only those that are stored or the same are in `atoms`. Absent otherwise. */
  rows: z
    .strictObject({ stored: count, same: count, unknown: count, refused: count, notSent: count })
    .exactOptional(),
  atoms: z.array(receiptAtom).max(most.reads),
});

const ledgerEntry = z.strictObject({
  index: count,
  /** The bytes of the leaf, which are UTF-8. */
  leaf: text,
  /** The sibling hashes of its inclusion proof, from the leaf to the root (RFC 6962). */
  inclusion: z.array(base64.length(44)).max(64),
});
const ledger = z.strictObject({
  /** A signed note (C2SP tlog-checkpoint). */
  checkpoint: text,
  entries: z.array(ledgerEntry).max(most.ledgerEntries),
});
const contradiction = z.strictObject({
  code: shortText,
  words: text,
  /** Indexes of the ledger's entries that contradict each other. */
  entries: z.array(count).min(1).max(2),
});
const pin = z.strictObject({
  rootHash: hash,
  treeSize: digits.nullable(),
  /** Who or what the root comes from. */
  source: text,
  note: text,
  pinnedAt: time,
});

const predicate = z.strictObject({
  /** When the evidence was put together. */
  observedAt: time,
  app: z.strictObject({ name: shortText, version: shortText }),
  scope: z.strictObject({
    kind: z.enum(['atom', 'selection', 'run', 'receipt', 'contradiction', 'audit']),
    title: carriedText,
    /** The number of atoms that were requested; null if no keys were requested. */
    requested: count.nullable(),
  }),
  /** The address holds no credentials; null for the embedded demo memory. */
  service: z.strictObject({ name: text, address: text.nullable() }),
  schemes: z.array(scheme).max(most.schemes),
  reads: z.array(read).max(most.reads),
  missing: z.array(z.strictObject({ key: carriedText, requestId: shortText, at: time })).max(most.missing),
  rawResponses: z.array(rawResponse).max(most.rawResponses),
  receipts: z.array(receipt).max(most.receipts),
  ledger: ledger.nullable(),
  contradictions: z.array(contradiction).max(most.contradictions),
  pins: z.array(pin).max(most.pins),
  /** Absent unless the bundle is about an audit. */
  audit: auditEvidence.exactOptional(),
  notShown: z.array(z.strictObject({ code: shortText, words: text })).max(most.notShown),
});

const predicateWithSchemes = predicate.superRefine(({ schemes, reads, receipts }, context) => {
  for (const [list, items] of Object.entries({ reads, receipts }))
    for (const [at, item] of items.entries())
      if (item.scheme !== null && item.scheme >= schemes.length)
        context.addIssue({
          code: 'custom',
          message: `there are only ${schemes.length} schemes`,
          path: [list, at, 'scheme'],
        });
});

/** See `subjectsOf`. */
const subjectName = text.regex(/^(?!\.+$)(?:[\w.!~*'()-]|%[0-9A-F]{2}|:)+$/, 'not a key in percent-encoding');
const subject = z.strictObject({ name: subjectName, digest: z.strictObject({ sha256 }) });

/** What is signed: an in-toto statement with what one signer read, and the verdicts as they were then. */
export const evidenceStatement = z
  .strictObject({
    _type: z.literal(statementType),
    subject: z.array(subject).max(most.subjects),
    predicateType: z.enum(predicateTypes),
    predicate: predicateWithSchemes,
  })
  .superRefine(({ predicateType: type, predicate: { reads } }, context) => {
    for (const [at, { verdict: recorded }] of reads.entries())
      if ((recorded.grounds === undefined) === (type === predicateType))
        context.addIssue({
          code: 'custom',
          message: 'only verdicts of version 1 have no grounds',
          path: ['predicate', 'reads', at, 'verdict', 'grounds'],
        });
  });

export type EvidenceStatement = z.infer<typeof evidenceStatement>;

/**
 * The only text of a statement, which is signed.
 *
 * @throws RangeError if it contains half of a surrogate pair
 */
export function statementText(statement: Json): string {
  const isOld =
    isJsonObject(statement) &&
    Object.hasOwn(statement, 'predicateType') &&
    statement['predicateType'] === oldPredicateType;
  return isOld ? JSON.stringify(statement) : canonicalJson(statement);
}

export type EvidencePredicate = EvidenceStatement['predicate'];
export type EvidenceRead = EvidencePredicate['reads'][number];
export type EvidenceReceipt = EvidencePredicate['receipts'][number];
export type EvidenceVerdict = EvidenceRead['verdict'];
export type EvidenceScheme = EvidencePredicate['schemes'][number];
export type EvidenceLedger = NonNullable<EvidencePredicate['ledger']>;
export type EvidenceScope = EvidencePredicate['scope']['kind'];
/** A string, or its UTF-16 units where it is not valid Unicode. */
export type CarriedText = z.infer<typeof carriedText>;

import { z } from 'zod';
import {
  acceptedLossesSchema,
  stateLossSchema,
  type AcceptedLosses,
  type StateLoss,
} from '#shared/domain/stateLoss.ts';
import { parseJson } from '#shared/domain/json.ts';
import type { VerifyEd25519 } from '#shared/transparency/signedNote.ts';
import type { HeldKeys } from '../keyCalls.ts';
import type { Signer } from '../../connections/identity/ed25519.ts';
import type { HeldLedger } from '../../roots/rootLedger.ts';
import { versionOf } from '../../storage/fileFormat.ts';

/** Pinned roots, by what they must still be. */
export interface HeldPins {
  /** SHA-256 of the list; two while it is being changed, because a crash may leave either. */
  readonly digests: readonly string[];
  readonly count: number;
}

export interface HeldParts {
  /** SHA-256 of the hashing rules, or empty for none; two while they are being changed. */
  readonly rules: readonly string[];
  readonly pins: HeldPins;
  readonly ledger: HeldLedger;
  readonly knownKeys: HeldKeys;
}

/**
 * What was saved of a connection. It never says more than what is on disk: a part that grows is written first, and one that
 * shrinks is written after the record says so. A crash in between is no loss.
 */
export interface RecordedState {
  readonly version: 1;
  /** Counts the records that were written. The known keys note it, so that an earlier record is noticed. */
  readonly generation: number;
  readonly connectionId: string;
  readonly address: string;
  /** What the address is being changed to: a crash may leave either. */
  readonly nextAddress?: string;
  /** null for a part that was not there yet. A part with a loss stays as it was before. */
  readonly held: { readonly [Part in keyof HeldParts]: HeldParts[Part] | null };
  readonly keepsHistory: boolean;
  /** The audit of the command line that has begun and not ended. */
  readonly openAudit?: string;
  /** Whether nothing had been read before it began. */
  readonly openAuditIsFirst?: boolean;
  readonly losses: readonly StateLoss[];
  /** What the user accepted as lost, newest first. */
  readonly accepted: readonly AcceptedLosses[];
}

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const schema: z.ZodType<RecordedState> = z.strictObject({
  version: z.literal(1),
  generation: count,
  connectionId: z.string(),
  address: z.string(),
  nextAddress: z.string().exactOptional(),
  held: z.strictObject({
    rules: z.array(z.union([sha256, z.literal('')])).nullable(),
    pins: z.strictObject({ digests: z.array(sha256), count }).nullable(),
    ledger: z
      .strictObject({
        origin: z.string(),
        size: count,
        head: sha256,
        covered: count,
        lastRoot: z.string().nullable(),
      })
      .nullable(),
    knownKeys: z.strictObject({ writes: count, count }).nullable(),
  }),
  keepsHistory: z.boolean(),
  openAudit: z.string().exactOptional(),
  openAuditIsFirst: z.boolean().exactOptional(),
  losses: z.array(stateLossSchema),
  accepted: acceptedLossesSchema,
});

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** The record as JSON, exactly as it is signed. */
  record: z.string(),
  signature: z.strictObject({ publicKey: z.string(), value: z.string() }).nullable(),
});

/** Keeps the signature from being taken for one of anything else. */
const signedBytes = (record: string): Uint8Array =>
  Buffer.from(`atom-explorer/state-record/v1\n${record}`, 'utf8');

export function recordFileOf(state: RecordedState, signer: Signer | null): z.infer<typeof fileSchema> {
  const record = JSON.stringify(state);
  const signature =
    signer === null
      ? null
      : {
          publicKey: Buffer.from(signer.publicKey).toString('base64'),
          value: Buffer.from(signer.sign(signedBytes(record))).toString('base64'),
        };
  return { version: 1, record, signature };
}

export type ReadRecord =
  | { readonly kind: 'read'; readonly state: RecordedState }
  | { readonly kind: 'damaged' | 'unsigned' | 'newer-format' };

/**
 * Reads the text of a record. A signature that is there has to be valid.
 *
 * @param keys those whose signatures count
 */
export function readRecord(
  text: string,
  keys: {
    readonly publicKeys: readonly Uint8Array[];
    readonly verify: VerifyEd25519;
    readonly isSignatureRequired: boolean;
  },
): ReadRecord {
  const content = parseJson(text);
  if (versionOf(content) > 1) return { kind: 'newer-format' };
  const file = fileSchema.safeParse(content);
  if (!file.success) return { kind: 'damaged' };
  const { record, signature } = file.data;
  if (signature === null) {
    if (keys.isSignatureRequired) return { kind: 'unsigned' };
  } else {
    const publicKey = Buffer.from(signature.publicKey, 'base64');
    if (!keys.publicKeys.some((key) => publicKey.equals(key))) return { kind: 'unsigned' };
    if (!keys.verify(publicKey, signedBytes(record), Buffer.from(signature.value, 'base64')))
      return { kind: 'damaged' };
  }
  const state = schema.safeParse(parseJson(record));
  return state.success ? { kind: 'read', state: state.data } : { kind: 'damaged' };
}

/** The public key that a record names as its signer; none if it is not signed. */
export function signerIn(text: string): readonly Uint8Array[] {
  const file = fileSchema.safeParse(parseJson(text));
  const signature = file.success ? file.data.signature : null;
  return signature === null ? [] : [Buffer.from(signature.publicKey, 'base64')];
}

/** What a record says, whoever signed it; null if it is none. */
export function recordIn(text: string): RecordedState | null {
  const file = fileSchema.safeParse(parseJson(text));
  const state = file.success ? schema.safeParse(parseJson(file.data.record)) : null;
  return state?.success === true ? state.data : null;
}

/** Whether the record is of this address. */
export function isOfAddress({ address, nextAddress }: RecordedState, baseUrl: string): boolean {
  return baseUrl === address || baseUrl === nextAddress;
}

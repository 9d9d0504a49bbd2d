import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../domain/json.ts';
import { toBase64 } from '../merkle/base64.ts';
import { fromHex } from '../merkle/hex.ts';
import { joinBytes } from '../merkle/joinBytes.ts';
import { isLowOrderKey } from '../transparency/lowOrderKey.ts';
import { bundleMediaType, payloadType, statementText, type EvidenceStatement } from './statement.ts';
import { sha256Hex } from './subjects.ts';

/** Signs as one key. */
export interface EvidenceSigner {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** The SPKI DER of an Ed25519 key without the 32 bytes of the key (RFC 8410 section 4). */
const spkiPrefix = fromHex('302a300506032b6570032100') ?? new Uint8Array();

/** SubjectPublicKeyInfo in DER, as openssl writes a public key. */
export function spkiOf(publicKey: Uint8Array): Uint8Array {
  return joinBytes(spkiPrefix, publicKey);
}

/** The 32 bytes of an Ed25519 key; null if the DER is anything else, or a key that nobody can own. */
export function publicKeyOf(spki: Uint8Array): Uint8Array | null {
  if (spki.length !== spkiPrefix.length + 32) return null;
  const publicKey = spki.slice(spkiPrefix.length);
  return spkiPrefix.every((byte, at) => spki[at] === byte) && !isLowOrderKey(publicKey) ? publicKey : null;
}

/** SHA-256 of the SPKI DER in lowercase hex: `openssl pkey -pubin -outform DER | sha256sum`. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return sha256Hex(spkiOf(publicKey));
}

/** What DSSE signs: the pre-authentication encoding of a payload and its type. */
export function preAuthEncoding(type: string, payload: Uint8Array): Uint8Array {
  const typeLength = utf8ToBytes(type).length;
  return joinBytes(utf8ToBytes(`DSSEv1 ${typeLength} ${type} ${payload.length} `), payload);
}

/** A Sigstore bundle as it is written: its properties in this order, and nothing else. */
export interface SigstoreBundle {
  readonly mediaType: string;
  readonly verificationMaterial: {
    /** The SPKI DER of the key in base64: it only proves which key signed, not whose key it is. */
    readonly publicKey: { readonly hint: string };
    readonly tlogEntries: readonly never[];
    readonly timestampVerificationData: {
      readonly rfc3161Timestamps: readonly { readonly signedTimestamp: string }[];
    };
  };
  readonly dsseEnvelope: {
    readonly payload: string;
    readonly payloadType: string;
    readonly signatures: readonly [{ readonly sig: string; readonly keyid: string }];
  };
}

/** The text of the file, which is its only one: without spaces, ending in a line feed. */
export function bundleText(bundle: SigstoreBundle): string {
  return `${JSON.stringify(bundle)}\n`;
}

/** The bytes of a statement, which are signed. */
export function payloadOf(statement: EvidenceStatement): Uint8Array {
  return utf8ToBytes(statementText(statement as unknown as Json));
}

/** What the signature of a statement is over. */
export function messageOf(payload: Uint8Array): Uint8Array {
  return preAuthEncoding(payloadType, payload);
}

/**
 * @param signature over `messageOf(payload)`
 * @param timestamp an RFC 3161 response over exactly this signature; null for none
 * @returns the text of the file, which is called `*.sigstore.json`
 */
export function sealedText(
  payload: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
  timestamp: Uint8Array | null,
): string {
  return bundleText({
    mediaType: bundleMediaType,
    verificationMaterial: {
      publicKey: { hint: toBase64(spkiOf(publicKey)) },
      tlogEntries: [],
      timestampVerificationData: {
        rfc3161Timestamps: timestamp === null ? [] : [{ signedTimestamp: toBase64(timestamp) }],
      },
    },
    dsseEnvelope: {
      payload: toBase64(payload),
      payloadType,
      signatures: [{ sig: toBase64(signature), keyid: fingerprintOf(publicKey) }],
    },
  });
}

/** Signs a statement. @param timestamp see `sealedText` */
export function sealStatement(
  statement: EvidenceStatement,
  signer: EvidenceSigner,
  timestamp: Uint8Array | null = null,
): string {
  const payload = payloadOf(statement);
  return sealedText(payload, signer.publicKey, signer.sign(messageOf(payload)), timestamp);
}

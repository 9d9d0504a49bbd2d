import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from '../merkle/base64.ts';
import { hashMessage } from '../merkle/hashing.ts';
import { equalBytes, fromHex, toHex } from '../merkle/hex.ts';
import { joinBytes } from '../merkle/joinBytes.ts';
import { isLowOrderKey } from './lowOrderKey.ts';

// Signed notes: https://c2sp.org/signed-note, with Ed25519 signatures (type 0x01).

export interface NoteSignature {
  /** Name of the key. */
  readonly name: string;
  /** 8 hex digits, lowercase. Too short to identify a key: it only says which signature to try. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A note as it was parsed. Nothing about it is known to be true before `verifyNote`. */
export interface SignedNote {
  /** Everything that is signed, with the final line break. */
  readonly text: string;
  readonly signatures: readonly [NoteSignature, ...NoteSignature[]];
}

/** A key whose signatures are known. */
export interface NoteKey {
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface NoteSigner extends NoteKey {
  /** The Ed25519 signature of a message, 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** Whether an Ed25519 signature is the one of this public key (32 bytes) over this message. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

const ed25519 = 0x01;
const keyLength = 32;
const signatureLength = 64;
const keyIdLength = 4;
/** The specification demands at least 16. */
const mostSignatures = 100;
/** In UTF-16 units. Checkpoints and pins have a few hundred. */
const mostNoteUnits = 1_000_000;
const signatureLine = /^— (?<name>\S+) (?<data>[A-Za-z0-9+/=]+)$/u;

/**
 * Reads a signed note. Strict, so that each note has one text: no control characters, no incomplete characters, base64 only
 * as it is written. null if it is anything else.
 */
export function parseSignedNote(note: string): SignedNote | null {
  if (note.length > mostNoteUnits || !isNoteText(note)) return null;
  // The text may have empty lines, the signatures may not.
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0 || !note.endsWith('\n') || separator + 2 >= note.length) return null;
  const lines = note.slice(separator + 2, -1).split('\n');
  if (lines.length > mostSignatures) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = parseSignature(line);
    if (signature === null) return null;
    signatures.push(signature);
  }
  const [first, ...others] = signatures;
  return first === undefined ? null : { text: note.slice(0, separator + 1), signatures: [first, ...others] };
}

/** A key name has no white space and no plus sign. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\p{White_Space}+]/u.test(name) && isNoteText(name);
}

/** 8 hex digits. */
export function noteKeyId({ name, publicKey }: NoteKey): string {
  const hash = hashMessage(joinBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ed25519), publicKey), 'sha-256');
  return toHex(hash.subarray(0, keyIdLength));
}

/** `name+keyId+base64(0x01 ‖ public key)`, as other tools write the keys that they trust. */
export function verifierKeyText(key: NoteKey): string {
  return `${key.name}+${noteKeyId(key)}+${toBase64(joinBytes(Uint8Array.of(ed25519), key.publicKey))}`;
}

/** Reads a verifier key; null if it is none, not one of Ed25519 that somebody can own, or states another key ID than its own. */
export function parseVerifierKey(text: string): NoteKey | null {
  const [name = '', keyId = '', ...rest] = text.split('+');
  // base64 may contain plus signs too.
  const data = strictBase64(rest.join('+'));
  if (!isKeyName(name) || data?.length !== 1 + keyLength || data[0] !== ed25519) return null;
  const key = { name, publicKey: data.subarray(1) };
  if (isLowOrderKey(key.publicKey)) return null;
  return noteKeyId(key) === keyId ? key : null;
}

/**
 * The note with one signature for each signer.
 *
 * @param text ends with a line break
 * @throws RangeError if the text or a name cannot be in a note
 */
export function signNote(text: string, ...signers: readonly [NoteSigner, ...NoteSigner[]]): string {
  if (!text.endsWith('\n') || !isNoteText(text))
    throw new RangeError('This text cannot be signed as a note.');
  const lines = signers.map((signer) => {
    if (!isKeyName(signer.name)) throw new RangeError('This is not the name of a key.');
    const id = fromHex(noteKeyId(signer)) ?? new Uint8Array(0);
    return `— ${signer.name} ${toBase64(joinBytes(id, signer.sign(utf8ToBytes(text))))}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/**
 * The keys, of those given, that signed the note. Signatures of other keys are ignored, as the specification demands.
 *
 * @returns `unknown-keys` if none of the keys signed; `bad-signature` if a signature that claims to be of one of them is not
 */
export function verifyNote<Key extends NoteKey>(
  { text, signatures }: SignedNote,
  keys: readonly Key[],
  verify: VerifyEd25519,
):
  | { readonly ok: true; readonly signedBy: readonly [Key, ...Key[]] }
  | { readonly ok: false; readonly reason: 'unknown-keys' | 'bad-signature' } {
  const message = utf8ToBytes(text);
  const signedBy: Key[] = [];
  for (const { name, keyId, signature } of signatures) {
    const named = keys.filter((key) => key.name === name && noteKeyId(key) === keyId);
    if (named.length === 0) continue;
    // Two keys of one name and ID are so unlikely that the specification allows failing then. We try both.
    const signer = named.find(
      ({ publicKey }) => signature.length === signatureLength && verify(publicKey, message, signature),
    );
    if (signer === undefined) return { ok: false, reason: 'bad-signature' };
    if (!signedBy.some(({ publicKey }) => equalBytes(publicKey, signer.publicKey))) signedBy.push(signer);
  }
  const [first, ...others] = signedBy;
  return first === undefined
    ? { ok: false, reason: 'unknown-keys' }
    : { ok: true, signedBy: [first, ...others] };
}

function parseSignature(line: string): NoteSignature | null {
  const { name = '', data = '' } = signatureLine.exec(line)?.groups ?? {};
  const bytes = strictBase64(data);
  if (bytes === null || bytes.length <= keyIdLength || !isKeyName(name)) return null;
  return { name, keyId: toHex(bytes.subarray(0, keyIdLength)), signature: bytes.subarray(keyIdLength) };
}

/** Bytes of base64 (RFC 4648 section 4) with padding; null for every other way to write them. */
export function strictBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return null;
  const read = fromBase64(text);
  return read.ok ? read.bytes : null;
}

/** UTF-8 can encode it, and it has no control characters other than line breaks. */
function isNoteText(text: string): boolean {
  // Control characters are what it looks for.
  // oxlint-disable-next-line no-control-regex
  return !/[\u0000-\u0009\u000b-\u001f]|\p{Surrogate}/u.test(text);
}

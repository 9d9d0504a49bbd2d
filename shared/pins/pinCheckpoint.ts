import type { CheckpointFault, PinCheckpoint, PinSigner, RootPin } from '../domain/pin.ts';
import { equalBytes, fromHex, toHex } from '../merkle/hex.ts';
import { checkpointText, parseCheckpoint } from '../transparency/checkpoint.ts';
import { publicKeyOfText } from '../transparency/publicKeyText.ts';
import {
  noteKeyId,
  parseSignedNote,
  parseVerifierKey,
  signNote,
  verifyNote,
  type NoteKey,
  type NoteSigner,
  type SignedNote,
  type VerifyEd25519,
} from '../transparency/signedNote.ts';

// Pins travel between colleagues as checkpoints: https://c2sp.org/tlog-checkpoint. An extension line carries the note.

const noteLine = 'note: ';
/** The start of the origin of a root ledger, whose heads are checkpoints too, but not roots of a memory. */
const ledgerOrigin = 'atom-explorer/root-ledger/';

/**
 * Reads a checkpoint that someone exported or sent.
 *
 * @param verifierKey the key of its signer, as `name+id+key` or as PEM, from a source other than the checkpoint; null if
 * the user gave none
 * @param trusted keys that the user trusts, with their names for them. One of them is tried if no key is given.
 */
export function readPinCheckpoint(
  text: string,
  verifierKey: string | null,
  verify: VerifyEd25519,
  trusted: readonly NoteKey[] = [],
):
  | { readonly ok: true; readonly checkpoint: PinCheckpoint; readonly key: NoteKey | null }
  | { readonly ok: false; readonly fault: CheckpointFault } {
  // Mail programs and Windows editors change line breaks.
  const lines = text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  const note = parseSignedNote(lines.endsWith('\n') ? lines : `${lines}\n`);
  const read = note === null ? null : parseCheckpoint(note.text);
  if (note === null || read === null) return { ok: false, fault: 'not-a-checkpoint' };
  if (read.origin.startsWith(ledgerOrigin)) return { ok: false, fault: 'ledger-head' };
  if (read.size === 0n) return { ok: false, fault: 'empty-tree' };
  const given = verifierKey === null ? null : publicKeyOfText(verifierKey);
  if (verifierKey !== null && given === null) return { ok: false, fault: 'not-a-verifier-key' };
  // A PEM has no name, and the name under which the user trusts a key is not the one that it signs with.
  const named = verifierKey === null ? null : parseVerifierKey(verifierKey.trim());
  const key =
    named ??
    (given === null
      ? (trusted.map(({ publicKey }) => signingAs(note, publicKey)).find((found) => found !== null) ?? null)
      : signingAs(note, given));
  if (given !== null && key === null) return { ok: false, fault: 'unknown-keys' };
  if (key !== null) {
    const verified = verifyNote(note, [key], verify);
    if (!verified.ok) return { ok: false, fault: verified.reason };
  }
  const verifiedId = key === null ? null : noteKeyId(key);
  const trustedAs =
    key === null ? undefined : trusted.find((one) => equalBytes(one.publicKey, key.publicKey))?.name;
  const [first, ...others] = note.signatures;
  const signerOf = ({ name, keyId }: typeof first): PinSigner => {
    const isVerified = name === key?.name && keyId === verifiedId;
    return { name, keyId, isVerified, ...(isVerified && trustedAs !== undefined && { trustedAs }) };
  };
  const isNote = (line: string): boolean => line.startsWith(noteLine);
  return {
    ok: true,
    key,
    checkpoint: {
      origin: read.origin,
      rootHash: toHex(read.root),
      treeSize: read.size.toString(),
      note: (read.extensions.find(isNote) ?? '').slice(noteLine.length).trim(),
      otherLines: read.extensions.filter((line) => !isNote(line)),
      signers: [signerOf(first), ...others.map(signerOf)],
    },
  };
}

/** The key with the name with which it claims to have signed the note; null if it does not. */
function signingAs({ signatures }: SignedNote, publicKey: Uint8Array): NoteKey | null {
  const found = signatures.find(({ name, keyId }) => noteKeyId({ name, publicKey }) === keyId);
  return found === undefined ? null : { name: found.name, publicKey };
}

/** The signer that a pin names: a verified one, if there is one. */
export function namedSigner({ signers }: PinCheckpoint): PinSigner {
  return signers.find(({ isVerified }) => isVerified) ?? signers[0];
}

/** Why a pin cannot be a checkpoint; null if it can. */
export function whyNoCheckpoint({
  rootHash,
  treeSize,
}: RootPin): 'no-tree-size' | 'not-32-bytes' | 'too-large' | null {
  if (treeSize === null) return 'no-tree-size';
  if (rootHash.length !== 64) return 'not-32-bytes';
  return treeSize.length > 19 ? 'too-large' : null;
}

/** A pin as a checkpoint that `signer` vouches for; null if it cannot be one. */
export function writePinCheckpoint(
  pin: RootPin,
  { origin, signer }: { readonly origin: string; readonly signer: NoteSigner },
): string | null {
  const root = fromHex(pin.rootHash);
  if (pin.treeSize === null || root === null || whyNoCheckpoint(pin) !== null) return null;
  const note = oneLine(pin.note);
  const text = checkpointText({
    origin: oneLine(origin),
    size: BigInt(pin.treeSize),
    root,
    extensions: note === '' ? [] : [`${noteLine}${note}`],
  });
  return signNote(text, signer);
}

/** Text without the characters that a signed note cannot have. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .trim();
}

/** The origin that names the memory at an address: the address without its scheme. */
export function originOfAddress(baseUrl: string): string {
  return oneLine(baseUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')) || 'memory';
}

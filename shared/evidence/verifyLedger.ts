import { utf8ToBytes } from '@noble/hashes/utils.js';
import { parseCheckpoint } from '../transparency/checkpoint.ts';
import { verifyInclusion } from '../transparency/hashTree.ts';
import { parseSignedNote, strictBase64, verifyNote, type VerifyEd25519 } from '../transparency/signedNote.ts';
import { treeHash } from '../transparency/treeHash.ts';
import type { EvidenceLedger } from './statement.ts';

export type LedgerVerification =
  | { readonly kind: 'included'; readonly entries: number; readonly size: string; readonly origin: string }
  /** The checkpoint is not a signed note of a tree head. */
  | { readonly kind: 'not-a-checkpoint' }
  | { readonly kind: 'wrong-signature' }
  /** Signed by another key than the bundle, so it was not checked. */
  | { readonly kind: 'other-key' }
  /** The entry with this index does not lead to the checkpoint. */
  | { readonly kind: 'not-included'; readonly index: number };

/** Checks the signature of the checkpoint, and that every entry is in the tree with this head. */
export function verifyLedger(
  { checkpoint, entries }: EvidenceLedger,
  publicKey: Uint8Array,
  verifySignature: VerifyEd25519,
): LedgerVerification {
  const note = parseSignedNote(checkpoint);
  const head = note === null ? null : parseCheckpoint(note.text);
  if (note === null || head === null) return { kind: 'not-a-checkpoint' };
  const keys = note.signatures.map(({ name }) => ({ name, publicKey }));
  const signed = verifyNote(note, keys, verifySignature);
  if (!signed.ok && signed.reason === 'bad-signature') return { kind: 'wrong-signature' };
  const hash = treeHash();
  for (const { index, leaf, inclusion } of entries) {
    const proof = inclusion.map((text) => strictBase64(text) ?? new Uint8Array());
    const claim = {
      leaf: hash.leaf(utf8ToBytes(leaf)),
      index: BigInt(index),
      size: head.size,
      root: head.root,
      proof,
    };
    if (!verifyInclusion(claim)) return { kind: 'not-included', index };
  }
  if (!signed.ok) return { kind: 'other-key' };
  return { kind: 'included', entries: entries.length, size: `${head.size}`, origin: head.origin };
}

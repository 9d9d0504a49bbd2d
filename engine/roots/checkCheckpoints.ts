import type { LedgerDamage } from '#shared/domain/rootLedger.ts';
import { equalBytes } from '#shared/merkle/hex.ts';
import {
  verifyNote,
  type NoteKey,
  type SignedNote,
  type VerifyEd25519,
} from '#shared/transparency/signedNote.ts';
import type { KeptCheckpoint } from './checkpointFile.ts';

export interface CheckedCheckpoints {
  readonly damage: readonly LedgerDamage[];
  /** The signature is valid and the root is that of the entries. */
  readonly valid: number;
  /** Numbers of those whose key is not one of this installation. */
  readonly unknownKeys: readonly number[];
  /** Entries that the newest valid one covers; 0 if there is none. */
  readonly covered: number;
}

export interface CheckpointsToCheck {
  /** null for one that cannot be read. */
  readonly checkpoints: readonly (KeptCheckpoint | null)[];
  readonly origin: string;
  /** Entries of the ledger. */
  readonly size: number;
  /** Whether a root is the head over the first `size` entries. */
  readonly isHead: (size: number, root: Uint8Array) => boolean;
  readonly publicKeys: readonly Uint8Array[];
  readonly verify: VerifyEd25519;
  /**
   * Otherwise only the signatures from the newest to the first valid one, which covers all entries before it, and of those
   * that do not match the entries, to tell which of the two was changed.
   */
  readonly allSignatures: boolean;
}

/** Compares the checkpoints of a ledger with its entries. */
export function checkCheckpoints(input: CheckpointsToCheck): CheckedCheckpoints {
  const { origin, size, isHead } = input;
  const keys = input.publicKeys.map((publicKey) => ({ name: origin, publicKey }));
  const damage: LedgerDamage[] = [];
  let valid = 0;
  const unknownKeys: number[] = [];
  let covered = 0;
  let matched = 0;
  let largest = 0;
  const newest = input.allSignatures ? 0 : newestToVerify(input, keys);
  for (const [at, kept] of input.checkpoints.entries()) {
    const checkpoint = at + 1;
    if (kept === null) {
      damage.push({ kind: 'checkpoint-unreadable', checkpoint });
      continue;
    }
    const { checkpoint: head, note } = kept;
    const isBeyond = head.size > BigInt(size);
    const count = isBeyond ? size : Number(head.size);
    const matches = !isBeyond && isHead(count, head.root);
    const isInOrder = Number(head.size) >= largest;
    const isOurs = head.origin === origin && head.extensions.length === 0;
    const isSuspect = !matches || !isInOrder || !isOurs;
    const signature = at >= newest || isSuspect ? signatureOf(note, keys, input.verify) : 'valid';
    if (signature === 'unknown-key') unknownKeys.push(checkpoint);
    if (signature === 'invalid') {
      damage.push({ kind: 'checkpoint-changed', checkpoint, size: head.size.toString() });
      continue;
    }
    if (!isOurs) damage.push({ kind: 'checkpoint-of-another-ledger', checkpoint });
    else if (!isInOrder) damage.push({ kind: 'checkpoint-misplaced', checkpoint });
    else if (isBeyond)
      damage.push({ kind: 'end-missing', from: size, to: Number(head.size) - 1, checkpoint });
    else if (!matches)
      damage.push({
        kind: 'rewritten',
        from: matched,
        to: count - 1,
        checkpoint,
        isSigned: signature === 'valid',
      });
    else {
      matched = count;
      if (signature === 'valid') {
        valid += 1;
        if (at >= newest) covered = count;
      }
    }
    if (isInOrder && isOurs) largest = Number(head.size);
  }
  return { damage, valid, unknownKeys, covered };
}

/** The place of the newest checkpoint with a valid signature; 0 if there is none, so that all are verified. */
function newestToVerify({ checkpoints, verify }: CheckpointsToCheck, keys: readonly NoteKey[]): number {
  for (let at = checkpoints.length - 1; at > 0; at -= 1) {
    const note = checkpoints[at]?.note;
    if (note !== undefined && signatureOf(note, keys, verify) === 'valid') return at;
  }
  return 0;
}

/** `unknown-key` only if its name and key ID say so too: then someone else signed it, or a key that is no longer listed. */
function signatureOf(
  note: SignedNote,
  keys: readonly NoteKey[],
  verify: VerifyEd25519,
): 'valid' | 'invalid' | 'unknown-key' {
  const found = verifyNote(note, keys, verify);
  if (found.ok) return 'valid';
  if (found.reason === 'bad-signature') return 'invalid';
  const { name, signature } = note.signatures[0];
  const message = Buffer.from(note.text, 'utf8');
  const isOurs = keys.some((key) => key.name !== name || verify(key.publicKey, message, signature));
  return isOurs ? 'invalid' : 'unknown-key';
}

/** Whether a root is the head of one of several trees over `size` leaves. */
export function isHeadOf(trees: readonly { readonly head: (size: number) => Uint8Array }[]) {
  return (size: number, root: Uint8Array): boolean => trees.some((tree) => equalBytes(tree.head(size), root));
}

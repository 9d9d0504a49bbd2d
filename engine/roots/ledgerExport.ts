import { toHex } from '#shared/merkle/hex.ts';
import { tlogProofText } from '#shared/transparency/tlogProof.ts';
import type { SignedHead } from './checkpoints.ts';
import type { RootLedger } from './rootLedger.ts';

type Exported = Pick<RootLedger, 'origin' | 'texts' | 'checkpoints' | 'consistency'>;

/**
 * A ledger as JSON Lines: every entry exactly as it was hashed, then its checkpoints, a consistency proof from each to the
 * next, and the key of the newest. docs/ledger.md describes it, with a script that checks it.
 *
 * @throws the file system's error
 */
export async function exportedLedger(ledger: Exported, head: SignedHead): Promise<string> {
  const entries = (await ledger.texts()).slice(0, head.size);
  const checkpoints = ledger.checkpoints().filter(({ checkpoint }) => checkpoint.size <= BigInt(head.size));
  const sizes = [...new Set(checkpoints.map(({ checkpoint }) => Number(checkpoint.size)))];
  const proofs = sizes.slice(1).map((to, at) => {
    const { from, proof } = ledger.consistency(sizes[at] ?? 0, to);
    return { kind: 'consistency-proof', from: from.size, to, proof };
  });
  const lines = [
    ...entries,
    ...checkpoints.map(({ text: note }) => JSON.stringify({ kind: 'checkpoint', note })),
    ...proofs.map((proof) => JSON.stringify(proof)),
    JSON.stringify({
      kind: 'head',
      origin: ledger.origin,
      size: head.size,
      root: toHex(head.root),
      verifierKey: head.verifierKey,
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** An entry as a `.tlog-proof`, with the entry itself as extra data. @throws RangeError beyond the head */
export async function exportedProof(
  ledger: Pick<RootLedger, 'entryWithProof'>,
  sequence: number,
  head: SignedHead,
): Promise<string> {
  const { text, proof } = await ledger.entryWithProof(sequence, head.size);
  return tlogProofText({
    extra: Buffer.from(text, 'utf8'),
    index: BigInt(sequence),
    proof,
    checkpoint: head.note,
  });
}

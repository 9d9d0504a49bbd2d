import type { LedgerCheckpoint } from '#shared/domain/rootLedger.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { checkpointText } from '#shared/transparency/checkpoint.ts';
import type { HashTree } from '#shared/transparency/hashTree.ts';
import { noteKeyId, signNote, verifierKeyText } from '#shared/transparency/signedNote.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import { continueAppendLog } from '../storage/appendLog.ts';
import { keptCheckpoint, type KeptCheckpoint } from './checkpointFile.ts';
import type { LoadedLedger } from './ledgerFiles.ts';

/** A head of the ledger with its signature. */
export interface SignedHead {
  /** The signed note. */
  readonly note: string;
  /** Entries that it covers. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** The key that signed it, as other tools take it. */
  readonly verifierKey: string;
}

/** The signed heads of a ledger, in a file that only grows. */
export interface Checkpoints {
  /** Signs the head over all leaves, unless the newest checkpoint is that already. One call at a time. */
  readonly sign: (tree: Pick<HashTree, 'size' | 'head'>, signer: Signer) => Promise<SignedHead>;
  /** Entries that the newest one covers. */
  readonly covered: () => number;
  /** The same of the newest one whose signature is known to be valid. */
  readonly verified: () => number;
  readonly count: () => number;
  readonly all: () => readonly KeptCheckpoint[];
  /** The newest first. */
  readonly newest: (most: number, timeOf: (sequence: number) => number | null) => readonly LedgerCheckpoint[];
  readonly close: () => Promise<void>;
}

/** @throws the file system's error */
export async function createCheckpoints(
  file: string,
  { origin, checkpoints, covered: coveredBefore, wholeBytes }: LoadedLedger,
): Promise<Checkpoints> {
  const kept = [...checkpoints];
  let verified = coveredBefore;
  const log = await continueAppendLog(file, wholeBytes.checkpoints);
  const covered = (): number => Number(kept.at(-1)?.checkpoint.size ?? 0);
  return {
    sign: async (tree, { publicKey, sign }) => {
      const key = { name: origin, publicKey };
      const size = tree.size();
      const root = tree.head(size);
      const head = { size, root, verifierKey: verifierKeyText(key) };
      const last = kept.at(-1);
      const isSame = last?.checkpoint.size === BigInt(size);
      if (isSame && last.note.signatures[0].keyId === noteKeyId(key)) return { ...head, note: last.text };
      const text = checkpointText({ origin, size: BigInt(size), root, extensions: [] });
      const note = signNote(text, { ...key, sign });
      const signed = keptCheckpoint(note);
      if (signed === null) throw new Error('A checkpoint that was just signed cannot be read.');
      await log.append(note);
      kept.push(signed);
      verified = size;
      return { ...head, note };
    },
    covered,
    verified: () => verified,
    count: () => kept.length,
    all: () => kept,
    newest: (most, timeOf) =>
      kept
        .map(({ checkpoint: { size, root } }, at) => ({
          number: at + 1,
          size: Number(size),
          root: toHex(root),
          lastEntryAt: timeOf(Number(size) - 1),
        }))
        .slice(-most)
        .reverse(),
    close: log.close,
  };
}

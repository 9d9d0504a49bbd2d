import path from 'node:path';
import type { LedgerDamage, LedgerEntry } from '#shared/domain/rootLedger.ts';
import type { VerifyEd25519 } from '#shared/transparency/signedNote.ts';
import { checkCheckpoints, isHeadOf } from './checkCheckpoints.ts';
import { readCheckpointFile, type KeptCheckpoint } from './checkpointFile.ts';
import { headerText, ledgerLine } from './ledgerEntry.ts';
import { createLedgerState, type LedgerState } from './ledgerState.ts';
import { readLedgerFile } from './readLedgerFile.ts';

/** The files of a ledger in their folder. */
export function ledgerFiles(folder: string): { readonly entries: string; readonly checkpoints: string } {
  return { entries: path.join(folder, 'entries.jsonl'), checkpoints: path.join(folder, 'checkpoints') };
}

export interface LoadedLedger {
  readonly state: LedgerState;
  readonly origin: string;
  readonly checkpoints: readonly KeptCheckpoint[];
  /** Entries that the newest checkpoint with a valid signature covers. */
  readonly covered: number;
  /** Bytes of complete lines in each file. */
  readonly wholeBytes: { readonly entries: number; readonly checkpoints: number };
}

/**
 * Reads a ledger. Each entry is compared with the hash beside it, and every checkpoint with the tree of the entries.
 * The newest signature is verified; older ones only to tell which of the two was changed. Stops at the first damage.
 *
 * @throws NewerFileError, the file system's error
 */
export async function loadLedger(
  folder: string,
  effects: {
    readonly publicKeys: () => Promise<readonly Uint8Array[]>;
    readonly verify: VerifyEd25519;
    /** Lets other work run. */
    readonly pause: () => Promise<void>;
  },
): Promise<
  { readonly ok: true; readonly ledger: LoadedLedger } | { readonly ok: false; readonly damage: LedgerDamage }
> {
  const files = ledgerFiles(folder);
  const state = createLedgerState();
  let found: LedgerDamage | null = null;
  const damaged = (damage: LedgerDamage): void => {
    found ??= damage;
  };
  const firstDamage = (): LedgerDamage | null => found;
  const read = await readLedgerFile(files.entries, {
    entry: (entry, leaf, _stored, bytes) => {
      if (entry !== null && found === null) state.add(entry, leaf, bytes);
    },
    damaged,
    pause: async () => {
      await effects.pause();
      return found === null;
    },
  });
  if (read.origin !== null && firstDamage() === null) {
    const { checkpoints, wholeBytes } = await readCheckpointFile(files.checkpoints);
    const { damage, covered } = checkCheckpoints({
      checkpoints,
      origin: read.origin,
      size: state.tree.size(),
      isHead: isHeadOf([state.tree]),
      publicKeys: checkpoints.length === 0 ? [] : await effects.publicKeys(),
      verify: effects.verify,
      allSignatures: false,
    });
    const [first] = damage;
    if (first !== undefined) return { ok: false, damage: first };
    return {
      ok: true,
      ledger: {
        state,
        origin: read.origin,
        checkpoints: checkpoints.filter((one) => one !== null),
        covered,
        wholeBytes: { entries: read.wholeBytes, checkpoints: wholeBytes },
      },
    };
  }
  return { ok: false, damage: firstDamage() ?? { kind: 'header-changed' } };
}

/** The content of a file of entries. */
export function ledgerText(origin: string, entries: readonly LedgerEntry[]): string {
  const lines = [headerText({ origin }), ...entries.map((entry) => JSON.stringify(entry))];
  return lines.map((json) => ledgerLine(json).line).join('');
}

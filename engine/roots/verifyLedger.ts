import { mostDamage, type LedgerDamage, type LedgerVerification } from '#shared/domain/rootLedger.ts';
import { equalBytes } from '#shared/merkle/hex.ts';
import { createHashTree, type HashTree } from '#shared/transparency/hashTree.ts';
import type { VerifyEd25519 } from '#shared/transparency/signedNote.ts';
import { checkCheckpoints, isHeadOf } from './checkCheckpoints.ts';
import { readCheckpointFile } from './checkpointFile.ts';
import { ledgerFiles } from './ledgerFiles.ts';
import { ledgerHash } from './ledgerHash.ts';
import { readLedgerFile } from './readLedgerFile.ts';

export interface LedgerToVerify {
  readonly folder: string;
  readonly origin: string;
  /** As the app loaded it. */
  readonly loaded: Pick<HashTree, 'size' | 'leaf'>;
  readonly publicKeys: readonly Uint8Array[];
  readonly verify: VerifyEd25519;
  readonly pause: () => Promise<void>;
  /** Entries that were checked so far. */
  readonly progress: (entries: number) => void;
  readonly now: () => number;
}

/** A window that renders each slice would take longer than the slice. */
const progressEveryMs = 100;

/**
 * Reads a ledger from the disk again and checks all of it: every entry against the hash beside it and against what the app
 * loaded, the order, and the root and signature of every checkpoint. Lists all damage, up to a limit.
 *
 * @throws the file system's error
 */
export async function verifyLedger(input: LedgerToVerify): Promise<LedgerVerification> {
  const { loaded } = input;
  const startedAt = input.now();
  const files = ledgerFiles(input.folder);
  const damage: LedgerDamage[] = [];
  let damageCount = 0;
  const damaged = (found: LedgerDamage): void => {
    damageCount += 1;
    if (damage.length < mostDamage) damage.push(found);
  };
  // Entries may be added meanwhile. Those that the checkpoints cover are in the file by then.
  const size = loaded.size();
  const { checkpoints } = await readCheckpointFile(files.checkpoints);

  /** If a hash beside an entry is another one, the checkpoints tell which of the two was changed. */
  const computed = createHashTree(ledgerHash);
  const stored = createHashTree(ledgerHash);
  let differs = false;
  let isOutOfOrder = false;
  let entries = 0;
  let toldAt = startedAt;
  const read = await readLedgerFile(files.entries, {
    entry: (entry, leaf, beside) => {
      computed.append(leaf);
      if (!equalBytes(leaf, beside)) {
        // From here on, there are two trees.
        if (!differs) for (let at = 0; at < entries; at += 1) stored.append(computed.leaf(at));
        differs = true;
      } else if (entry !== null && entry.sequence < size && !equalBytes(leaf, loaded.leaf(entry.sequence)))
        damaged({ kind: 'changed-since-opening', entry: entry.sequence });
      if (differs) stored.append(beside);
      entries += 1;
    },
    damaged: (found) => {
      if (found.kind === 'entries-missing' || found.kind === 'entry-misplaced') isOutOfOrder = true;
      damaged(found);
    },
    pause: async (soFar) => {
      const now = input.now();
      if (now - toldAt >= progressEveryMs) {
        toldAt = now;
        input.progress(soFar);
      }
      await input.pause();
      return true;
    },
  });
  if (read.origin !== null && read.origin !== input.origin) damaged({ kind: 'header-changed' });
  const checked = checkCheckpoints({
    checkpoints,
    origin: input.origin,
    size: entries,
    isHead: isHeadOf(differs ? [computed, stored] : [computed]),
    publicKeys: input.publicKeys,
    verify: input.verify,
    allSignatures: true,
  });
  for (const found of checked.damage) {
    // With entries missing or moved, no later root can match: that is not another finding.
    const isConsequence = isOutOfOrder && (found.kind === 'rewritten' || found.kind === 'end-missing');
    if (!isConsequence) damaged(found);
  }
  if (entries < size && !checked.damage.some(({ kind }) => kind === 'end-missing') && !isOutOfOrder)
    damaged({ kind: 'entries-missing', from: entries, to: size - 1 });
  return {
    entries,
    damage,
    damageCount,
    checkpoints: {
      total: checkpoints.length,
      valid: checked.valid,
      unknownKeys: checked.unknownKeys.slice(0, mostDamage),
    },
    unsigned: Math.max(0, entries - checked.covered),
    elapsedMs: input.now() - startedAt,
  };
}

import type { LedgerDamage, LedgerEntry, LedgerRootStatus, VerifiedLedger } from '../domain/rootLedger.ts';
import { isLossOfRecord } from '../domain/stateLoss.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';
import { lossReason, recordLossWords } from './stateLossWords.ts';

/** How a root of the ledger stands, as a label. */
export const rootStatusNames: Readonly<Record<LedgerRootStatus['kind'], string>> = {
  new: 'Seen once',
  seen: 'Seen again',
  failed: 'Proof failed',
  accepted: 'Accepted',
  unexplained: 'Unexplained',
  contradiction: 'Contradiction',
};

/** What is wrong with a ledger, as a sentence. */
export function damageWords(damage: LedgerDamage): string {
  switch (damage.kind) {
    case 'header-changed':
      return 'The first line, which names the ledger, was changed.';
    case 'entry-changed':
      return `Entry ${countWords(damage.entry)} was changed: it does not match the hash that is saved beside it.`;
    case 'entry-unreadable':
      return `Entry ${countWords(damage.entry)} matches its hash, but this app cannot read it.`;
    case 'changed-since-opening':
      return `Entry ${countWords(damage.entry)} is not the one that the app read when it opened the ledger. It has been replaced since then.`;
    case 'entries-missing':
      return `${rangeWords(damage)} ${damage.from === damage.to ? 'is' : 'are'} missing.`;
    case 'entry-misplaced':
      return `Entry ${countWords(damage.found)} is in the place of entry ${countWords(damage.expected)}.`;
    case 'end-missing':
      return `${rangeWords(damage)} ${damage.from === damage.to ? 'is' : 'are'} missing at the end: checkpoint ${countWords(damage.checkpoint)} covers ${damage.from === damage.to ? 'it' : 'them'}.`;
    case 'rewritten':
      return damage.isSigned
        ? `At least one of entries ${countWords(damage.from)} to ${countWords(damage.to)} was replaced along with its hash: the entries do not have the head that this installation signed as checkpoint ${countWords(damage.checkpoint)}.`
        : `Entries ${countWords(damage.from)} to ${countWords(damage.to)} do not have the head of checkpoint ${countWords(damage.checkpoint)}. The key of that checkpoint is unknown, so either of them may have been changed.`;
    case 'checkpoint-unreadable':
      return `Checkpoint ${countWords(damage.checkpoint)} was changed: it cannot be read.`;
    case 'checkpoint-changed':
      return `Checkpoint ${countWords(damage.checkpoint)} was changed: its signature does not match.`;
    case 'checkpoint-of-another-ledger':
      return `Checkpoint ${countWords(damage.checkpoint)} belongs to another ledger.`;
    case 'checkpoint-misplaced':
      return `Checkpoint ${countWords(damage.checkpoint)} covers fewer entries than the one before it.`;
    case 'unreadable':
      return 'The database of the ledger could not be read.';
  }
}

/** The result of verifying a ledger: title, and what it means. */
export function verificationWords(found: VerifiedLedger): {
  readonly tone: 'good' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
} {
  const { entries, damageCount, checkpoints, unsigned, loss } = found;
  const checked = `Checked ${countOf(entries, 'entry', 'entries')} and ${countOf(checkpoints.total, 'checkpoint')}.`;
  if (damageCount > 0)
    return {
      tone: 'danger',
      title: `The ledger was altered: ${countOf(damageCount, 'finding')}`,
      text: `${checked} The files on this computer were changed after the app wrote them. When the app next opens this ledger, it sets it aside and starts a new one. Export it first, and compare it with a checkpoint that you gave to someone else.`,
    };
  if (loss !== null)
    return {
      tone: 'warning',
      title: ledgerLossWords(loss),
      text: `${checked} ${lostRootsWords(loss)} Restore a backup of the app’s data, or accept the loss.`,
    };
  const { unknownKeys } = checkpoints;
  if (unknownKeys.length > 0)
    return {
      tone: 'warning',
      title: 'The entries are intact, but a checkpoint has an unknown key',
      text: `${checked} ${unknownKeys.length === 1 ? 'Checkpoint' : 'Checkpoints'} ${unknownKeys.slice(0, 5).map(countWords).join(', ')}${unknownKeys.length > 5 ? ', …' : ''} ${unknownKeys.length === 1 ? 'was' : 'were'} signed with a key that is not listed for this installation. The heads match the entries, but nothing shows who signed them.`,
    };
  if (checkpoints.valid === 0)
    return {
      tone: 'warning',
      title: 'The entries are intact, but no head is signed',
      text: `${checked} Every entry matches its hash and is in its place. Without a signed checkpoint, entries could have been removed from the end, or the whole ledger replaced, without a trace. Sign the head so that such changes can be found from now on.`,
    };
  const rest =
    unsigned === 0
      ? 'The newest checkpoint covers all of them.'
      : `The last ${countOf(unsigned, 'entry', 'entries')} came after the newest checkpoint and could have been removed without a trace.`;
  return {
    tone: 'good',
    title: 'The ledger is intact',
    text: `${checked} Every entry matches its hash and is in its place, and every checkpoint has this installation’s valid signature over exactly these entries. ${rest}`,
  };
}

/** How a ledger falls short of what was recorded of it, as a title. */
export function ledgerLossWords(loss: NonNullable<VerifiedLedger['loss']>): string {
  return isLossOfRecord(loss)
    ? 'Nothing shows whether the ledger is complete'
    : `The ledger is ${lossReason(loss)}`;
}

/** What a loss means for the roots that were recorded. */
export function lostRootsWords(loss: NonNullable<VerifiedLedger['loss']>): string {
  if (isLossOfRecord(loss)) return recordLossWords(loss);
  return loss.why === 'missing'
    ? 'The earlier roots are lost.'
    : 'It is not the ledger that the app recorded, so earlier roots may be lost.';
}

/** What a verified ledger does not prove. */
export const ledgerLimits =
  'The signature is this installation’s own. It does not prove that the service sent what the ledger says, because the service signs nothing. Someone who can use this computer’s keychain could have signed other entries from the start; a checkpoint that someone else keeps rules that out.';

/** What an entry records, in a few words. */
export function entryWords(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'root':
      return entry.endpoint;
    case 'write':
      return `${entry.endpoint}, no root in the response`;
    case 'accepted':
      return 'You accepted this root';
    case 'migrated':
      return 'Migrated from the older format';
    case 'set-aside':
      return 'Ledger set aside';
  }
}

/** What the proof for a root showed. */
export const pathWords = {
  pass: 'Leads to this root',
  fail: 'Does not lead to this root',
  undecided: 'None, or not checked',
} as const;

function rangeWords({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? `Entry ${countWords(from)}` : `Entries ${countWords(from)} to ${countWords(to)}`;
}

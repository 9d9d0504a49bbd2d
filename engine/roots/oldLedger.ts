import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { z } from 'zod';
import type { LedgerDamage, LedgerEntry } from '#shared/domain/rootLedger.ts';
import { parseJson } from '#shared/domain/json.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import { removeFolder } from '../storage/removeFolder.ts';

// Until version 2, a ledger was a chain of hashes in a database: each record contained the hash of the one before it.

const recordSchema = z.object({
  sequence: z.number().int(),
  askedAt: z.number(),
  at: z.number(),
  endpoint: z.string(),
  rootHash: z.string().nullable(),
  treeSize: z.string().regex(/^\d+$/).nullable(),
  path: z.enum(['pass', 'fail', 'undecided']),
  requestId: z.string(),
  /** Hash of the previous record; 64 zeros for the first. */
  previous: z.string(),
  /** SHA-256 of all fields above as a JSON array, in hex. */
  hash: z.string(),
});

type OldRecord = z.infer<typeof recordSchema>;

/** In place of the endpoint in the record of a root that the user accepted. */
const acceptedByUser = 'accepted by the user';

export type OldLedger =
  | { readonly kind: 'read'; readonly entries: readonly LedgerEntry[]; readonly lastHash: string }
  | { readonly kind: 'damaged'; readonly damage: LedgerDamage; readonly movedTo: string };

/**
 * Reads a ledger of the older format. A damaged one is renamed to `FOLDER.damaged-TIME`.
 *
 * @throws the database's error if it is in use or cannot be read for now
 */
export async function readOldLedger(folder: string, now: () => number): Promise<OldLedger> {
  let damage: LedgerDamage = { kind: 'unreadable' };
  const damaged = (found: LedgerDamage): DamagedRecords => {
    damage = found;
    return new DamagedRecords('The hash chain of the root ledger is broken.');
  };
  const load = (database: Database) => readChain(database, damaged);
  const { database, loaded, recoveredFrom } = await openDatabase({ folder, load, now });
  await database.close();
  if (recoveredFrom === null) return { kind: 'read', ...loaded };
  // Opening a damaged database begins a new one in its place.
  await removeFolder(folder);
  return { kind: 'damaged', damage, movedTo: recoveredFrom };
}

/** Keeps a ledger that was migrated, where nothing reads it. */
export async function putOldLedgerAway(folder: string, now: () => number): Promise<void> {
  await rename(folder, `${folder}.migrated-${String(now())}`);
}

async function readChain(
  database: Database,
  damaged: (damage: LedgerDamage) => DamagedRecords,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly lastHash: string }> {
  const entries: LedgerEntry[] = [];
  let lastHash = '0'.repeat(64);
  for await (const text of database.values()) {
    const expected = entries.length;
    const parsed = recordSchema.safeParse(parseJson(text));
    if (!parsed.success) throw damaged({ kind: 'entry-unreadable', entry: expected });
    const record = parsed.data;
    const { sequence } = record;
    if (record.hash !== hashOf(record)) throw damaged({ kind: 'entry-changed', entry: expected });
    if (sequence > expected) throw damaged({ kind: 'entries-missing', from: expected, to: sequence - 1 });
    if (sequence < expected) throw damaged({ kind: 'entry-misplaced', found: sequence, expected });
    if (record.previous !== lastHash) throw damaged({ kind: 'entry-changed', entry: expected });
    entries.push(entryOf(record));
    lastHash = record.hash;
  }
  return { entries, lastHash };
}

function entryOf(record: OldRecord): LedgerEntry {
  const { sequence, at, askedAt, endpoint, requestId, rootHash, treeSize, path } = record;
  if (rootHash === null) return { sequence, at, kind: 'write', askedAt, endpoint, requestId };
  return endpoint === acceptedByUser
    ? { sequence, at, kind: 'accepted', rootHash, treeSize, note: '' }
    : { sequence, at, kind: 'root', askedAt, endpoint, requestId, rootHash, treeSize, path };
}

function hashOf(record: OldRecord): string {
  const { sequence, askedAt, at, endpoint, rootHash, treeSize, path, requestId, previous } = record;
  const fields = [sequence, askedAt, at, endpoint, rootHash, treeSize, path, requestId, previous];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RootInLedger, RootSighting, RootStanding } from '#shared/domain/connection.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import {
  createRootHistory,
  type FoundContradiction,
  type RootHistory,
  type SeenRoot,
} from './rootHistory.ts';
import { createRootSightings, type RootSightings } from './rootSightings.ts';

const recordSchema = z.object({
  sequence: z.number().int(),
  /** When its request left, and when the answer was read; epoch milliseconds. */
  askedAt: z.number(),
  at: z.number(),
  /** Such as `POST /recall`. */
  endpoint: z.string(),
  rootHash: z.string(),
  /** Decimal; null where the answer carried none. */
  treeSize: z.string().regex(/^\d+$/).nullable(),
  /** Whether the proof that named this root and size leads to it; `undecided` where there was no proof. */
  path: z.enum(['pass', 'fail', 'undecided']),
  requestId: z.string(),
  /** Hash of the record before; 64 zeros for the first. */
  previous: z.string(),
  /** SHA-256 of everything above as a JSON array, in hex. */
  hash: z.string(),
});

export type LedgerRecord = z.infer<typeof recordSchema>;

export type RootToRecord = SeenRoot &
  Pick<LedgerRecord, 'askedAt' | 'at' | 'endpoint' | 'path' | 'requestId'>;

/**
 * The root ledger of one connection: an append-only record of every root seen. Each record holds the hash of
 * the one before, so that none can be changed or taken out of the middle unnoticed.
 */
export interface RootLedger {
  /** How a root stands against what was recorded so far. `askedAt`: when its request left, epoch milliseconds. */
  readonly standing: (root: SeenRoot, askedAt: number) => RootStanding;
  /** What was recorded of one root, for a proof that came from elsewhere. */
  readonly find: (rootHash: string) => RootInLedger;
  /** Resolves when the record is on the disk. */
  readonly append: (root: RootToRecord) => Promise<void>;
  readonly largestSize: () => bigint | null;
  /** The newest record, as it stands against all that was recorded before it; null while there is none. */
  readonly lastRoot: () => RootSighting | null;
  /** What was found about roots against those before them, in the order seen. */
  readonly contradictions: () => readonly FoundContradiction[];
  readonly recoveredFrom: string | null;
  readonly close: () => Promise<void>;
}

const beforeTheFirst = '0'.repeat(64);

export async function openRootLedger(folder: string, now: () => number): Promise<RootLedger> {
  const { database, loaded, recoveredFrom } = await openDatabase({ folder, load: loadRecords, now });
  const { history, sightings } = loaded;
  let { last } = loaded;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    standing: history.standing,
    find: (rootHash) => {
      // A root that contradicts others vouches for nothing, however often it came.
      const { kind } = history.standing({ rootHash, treeSize: null }, now());
      return kind === 'contradiction' ? { kind: 'doubtful' } : sightings.find(rootHash);
    },
    append: (root) => {
      // One after the other, and counted only once written: a failed write leaves no gap in the chain.
      const appending = turn.then(async () => {
        const record = nextRecord(last, root);
        await database.put(recordKey(record.sequence), JSON.stringify(record), { sync: true });
        last = record;
        addTo(history, record);
        sightings.add(record);
      });
      turn = appending.catch(() => undefined);
      return appending;
    },
    largestSize: history.largestSize,
    contradictions: history.contradictions,
    lastRoot: () => (last === null ? null : sightingOf(last, history)),
    recoveredFrom,
    close: () => database.close(),
  };
}

async function loadRecords(database: Database): Promise<{
  readonly history: RootHistory;
  readonly sightings: RootSightings;
  readonly last: LedgerRecord | null;
}> {
  const history = createRootHistory();
  const sightings = createRootSightings();
  let last: LedgerRecord | null = null;
  for await (const text of database.values()) {
    const record = parseRecord(text);
    const isNext =
      record !== null &&
      record.sequence === (last === null ? 0 : last.sequence + 1) &&
      record.previous === (last === null ? beforeTheFirst : last.hash) &&
      record.hash === hashOf(record);
    if (!isNext) throw new DamagedRecords('The chain of the root ledger is broken.');
    addTo(history, record);
    sightings.add(record);
    last = record;
  }
  return { history, sightings, last };
}

function addTo(history: RootHistory, record: LedgerRecord): void {
  history.add(seenRootOf(record), record);
}

function seenRootOf({ rootHash, treeSize, path }: LedgerRecord): SeenRoot {
  // The size that a failed proof names is anybody's invention: believed, it could make every later tree look small.
  return { rootHash, treeSize: treeSize === null || path === 'fail' ? null : BigInt(treeSize) };
}

function sightingOf(record: LedgerRecord, history: RootHistory): RootSighting {
  const { rootHash, treeSize } = seenRootOf(record);
  const standing = history.standing({ rootHash, treeSize }, record.askedAt);
  return { rootHash, treeSize: treeSize?.toString() ?? null, standing: standing.kind };
}

function nextRecord(last: LedgerRecord | null, root: RootToRecord): LedgerRecord {
  const unhashed = {
    sequence: last === null ? 0 : last.sequence + 1,
    askedAt: root.askedAt,
    at: root.at,
    endpoint: root.endpoint,
    rootHash: root.rootHash,
    treeSize: root.treeSize === null ? null : root.treeSize.toString(),
    path: root.path,
    requestId: root.requestId,
    previous: last === null ? beforeTheFirst : last.hash,
  };
  return { ...unhashed, hash: hashOf(unhashed) };
}

function hashOf(record: Omit<LedgerRecord, 'hash'>): string {
  const { sequence, askedAt, at, endpoint, rootHash, treeSize, path, requestId, previous } = record;
  const fields = [sequence, askedAt, at, endpoint, rootHash, treeSize, path, requestId, previous];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Padded, so that the order of the texts is the order of the records. */
function recordKey(sequence: number): string {
  return sequence.toString().padStart(16, '0');
}

function parseRecord(text: string): LedgerRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

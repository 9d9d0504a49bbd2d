import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RootInLedger, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import { createInTurn } from '../storage/inTurn.ts';
import {
  createRootHistory,
  type Asking,
  type FoundContradiction,
  type RootHistory,
  type SeenRoot,
  type Sighting,
} from './rootHistory.ts';
import { createRootSightings, type RootSightings } from './rootSightings.ts';

const recordSchema = z.object({
  sequence: z.number().int(),
  /** When its request left, and when the answer was read; epoch milliseconds. */
  askedAt: z.number(),
  at: z.number(),
  /** Such as `POST /recall`. */
  endpoint: z.string(),
  /** null only for a write of ours whose answer named none, or never came. */
  rootHash: z.string().nullable(),
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

/** A write of ours that was sent, whose answer named no root or never came. */
export type WriteToRecord = Pick<LedgerRecord, 'askedAt' | 'at' | 'endpoint' | 'requestId'>;

/** What stands in a record in place of an endpoint where the user took a root for right. */
const acceptedByUser = 'accepted by the user';

/**
 * The root ledger of one connection: an append-only record of every root seen. Each record holds the hash of
 * the one before, so that none can be changed or taken out of the middle unnoticed.
 */
export interface RootLedger {
  /** How a root stands against what was recorded so far. */
  readonly status: (root: SeenRoot, asking: Asking) => RootStatus;
  /** What was recorded of one root, for a proof that came from elsewhere. */
  readonly find: (rootHash: string) => RootInLedger;
  /** Resolves when the record is on the disk. */
  readonly append: (root: RootToRecord) => Promise<void>;
  readonly appendWrite: (write: WriteToRecord) => Promise<void>;
  /** Records that the user takes this root for right. Resolves when it is on the disk. */
  readonly accept: (rootHash: string, at: number) => Promise<void>;
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
  const inTurn = createInTurn();
  /** One after the other, and counted only once written: a failed write leaves no gap in the chain. */
  const append = (entry: EntryToRecord): Promise<void> =>
    inTurn(async () => {
      const record = nextRecord(last.record, entry);
      await database.put(recordKey(record.sequence), JSON.stringify(record), { sync: true });
      last = addTo({ history, sightings }, record, last);
    });
  return {
    status: history.status,
    find: (rootHash) => {
      // A root that something speaks against vouches for nothing, however often it came.
      const at = now();
      const { kind } = history.status({ rootHash, treeSize: null }, { askedAt: at, at });
      return kind === 'contradiction' || kind === 'unexplained'
        ? { kind: 'doubtful' }
        : sightings.find(rootHash);
    },
    append,
    appendWrite: (write) => append({ ...write, rootHash: null, treeSize: null, path: 'undecided' }),
    accept: (rootHash, at) =>
      append({
        rootHash,
        treeSize: history.sizeOf(rootHash),
        askedAt: at,
        at,
        endpoint: acceptedByUser,
        path: 'undecided',
        requestId: '',
      }),
    largestSize: history.largestSize,
    contradictions: history.contradictions,
    lastRoot: () => (last.withRoot === null ? null : sightingOf(last.withRoot, history)),
    recoveredFrom,
    close: () => database.close(),
  };
}

/** The last record, and the last of an answer that named a root. */
interface Last {
  readonly record: LedgerRecord | null;
  readonly withRoot: (LedgerRecord & { readonly rootHash: string }) | null;
}

async function loadRecords(database: Database): Promise<{
  readonly history: RootHistory;
  readonly sightings: RootSightings;
  readonly last: Last;
}> {
  const history = createRootHistory();
  const sightings = createRootSightings();
  let last: Last = { record: null, withRoot: null };
  for await (const text of database.values()) {
    const record = parseRecord(text);
    const isNext =
      record !== null &&
      record.sequence === (last.record === null ? 0 : last.record.sequence + 1) &&
      record.previous === (last.record === null ? beforeTheFirst : last.record.hash) &&
      record.hash === hashOf(record);
    if (!isNext) throw new DamagedRecords('The hash chain of the root ledger is broken.');
    last = addTo({ history, sightings }, record, last);
  }
  return { history, sightings, last };
}

/** Takes a record into the history. Returns what is last then. */
function addTo(
  { history, sightings }: { readonly history: RootHistory; readonly sightings: RootSightings },
  record: LedgerRecord,
  { withRoot }: Last,
): Last {
  const sighting: Sighting = record;
  if (isWrite(record)) history.addWrite(sighting);
  const { rootHash } = record;
  if (rootHash === null) return { record, withRoot };
  const ofRoot = { ...record, rootHash };
  if (record.endpoint === acceptedByUser) history.accept(seenRootOf(ofRoot), record.at);
  else {
    history.add(seenRootOf(ofRoot), sighting);
    sightings.add(ofRoot);
  }
  return { record, withRoot: ofRoot };
}

function isWrite({ endpoint }: LedgerRecord): boolean {
  return endpoint === 'POST /atoms' || endpoint === 'POST /batch-atoms';
}

function seenRootOf({ rootHash, treeSize, path }: LedgerRecord & { readonly rootHash: string }): SeenRoot {
  // The size that a failed proof names is anybody's invention: believed, it could make every later tree look small.
  return { rootHash, treeSize: treeSize === null || path === 'fail' ? null : BigInt(treeSize) };
}

function sightingOf(
  record: LedgerRecord & { readonly rootHash: string },
  history: RootHistory,
): RootSighting {
  const { rootHash, treeSize } = seenRootOf(record);
  const status = history.status({ rootHash, treeSize }, record);
  return { rootHash, treeSize: treeSize?.toString() ?? null, status };
}

type EntryToRecord = WriteToRecord &
  Pick<LedgerRecord, 'path'> & { readonly rootHash: string | null; readonly treeSize: bigint | null };

function nextRecord(last: LedgerRecord | null, root: EntryToRecord): LedgerRecord {
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

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
  /** When the request was sent and the response was read; epoch milliseconds. */
  askedAt: z.number(),
  at: z.number(),
  /** Such as `POST /recall`. */
  endpoint: z.string(),
  /** null only for a store of ours whose response stated no root, or that got no response. */
  rootHash: z.string().nullable(),
  /** Decimal; null if the response stated none. */
  treeSize: z.string().regex(/^\d+$/).nullable(),
  /** Whether the proof for this root and size leads to it; `undecided` if there was no proof. */
  path: z.enum(['pass', 'fail', 'undecided']),
  requestId: z.string(),
  /** Hash of the previous record; 64 zeros for the first. */
  previous: z.string(),
  /** SHA-256 of all fields above as a JSON array, in hex. */
  hash: z.string(),
});

export type LedgerRecord = z.infer<typeof recordSchema>;

export type RootToRecord = SeenRoot &
  Pick<LedgerRecord, 'askedAt' | 'at' | 'endpoint' | 'path' | 'requestId'>;

/** A store of ours that was sent, but whose response stated no root or never came. */
export type WriteToRecord = Pick<LedgerRecord, 'askedAt' | 'at' | 'endpoint' | 'requestId'>;

/** Replaces the endpoint in the record of a root that the user accepted. */
const acceptedByUser = 'accepted by the user';

/**
 * The root ledger of one connection: an append-only log of every root seen. Each record contains the hash of
 * the previous one, so that changing or removing a record in the middle is detected.
 */
export interface RootLedger {
  /** How a root stands against what was recorded so far. */
  readonly status: (root: SeenRoot, asking: Asking) => RootStatus;
  /** What was recorded about one root, for a proof from elsewhere. */
  readonly find: (rootHash: string) => RootInLedger;
  /** Resolves when the record is on disk. */
  readonly append: (root: RootToRecord) => Promise<void>;
  readonly appendWrite: (write: WriteToRecord) => Promise<void>;
  /** Records that the user accepts this root. Resolves when it is on disk. */
  readonly accept: (rootHash: string, at: number) => Promise<void>;
  readonly largestSize: () => bigint | null;
  readonly mayHaveStored: RootHistory['mayHaveStored'];
  readonly sizeOf: RootHistory['sizeOf'];
  /**
   * The newest record, as it stands against all that was recorded before it; null while there is none.
   *
   * @param statusOf compares it with more than the ledger
   */
  readonly lastRoot: (statusOf?: RootHistory['status']) => RootSighting | null;
  /** What was found about roots compared with earlier ones, in the order seen. */
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
  /** One at a time, and counted only after writing, so that a failed write leaves no gap in the chain. */
  const append = (entry: EntryToRecord): Promise<void> =>
    inTurn(async () => {
      const record = nextRecord(last.record, entry);
      await database.put(recordKey(record.sequence), JSON.stringify(record), { sync: true });
      last = addTo({ history, sightings }, record, last);
    });
  return {
    status: history.status,
    find: (rootHash) => {
      // A root with evidence against it vouches for nothing, however often it was seen.
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
    mayHaveStored: history.mayHaveStored,
    sizeOf: history.sizeOf,
    contradictions: history.contradictions,
    lastRoot: (statusOf = history.status) =>
      last.withRoot === null ? null : sightingOf(last.withRoot, statusOf),
    recoveredFrom,
    close: () => database.close(),
  };
}

/** The last record, and the last record of a response that stated a root. */
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

/** Adds a record to the history. Returns the last record. */
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
  // The tree size in a failed proof is not used: it could be made up and make every later tree look small.
  return { rootHash, treeSize: treeSize === null || path === 'fail' ? null : BigInt(treeSize) };
}

function sightingOf(
  record: LedgerRecord & { readonly rootHash: string },
  statusOf: RootHistory['status'],
): RootSighting {
  const { rootHash, treeSize } = seenRootOf(record);
  const status = statusOf({ rootHash, treeSize }, record);
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

/** Padded, so that records sort in order. */
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

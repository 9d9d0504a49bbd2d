import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import type { RootStatus } from '#shared/domain/connection.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import { provePaths } from '#shared/merkle/provePaths.ts';
import type { KeyNews } from '../known/keyNews.ts';
import { decodeBatchRead, UnreadableResponse } from '../client/decodeResponse.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import type { SeenRoot } from '../roots/rootHistory.ts';
import { doubtfulIn, judgeResponse, provenIn, type JudgedResponse } from '../reading/judgeResponse.ts';
import { missingOf, unaskedOf, withRequested } from '../reading/receivedBatch.ts';
import { hashOfValue } from '../reading/valueHash.ts';
import { rootName, statedRoots, type AtomToCheck, type StatedRoot } from '../reading/responseReading.ts';
import { shownEmptyIn } from '../reading/shownEmpty.ts';
import type { BatchFindings, BatchToCheck, TakenBatch } from './batchMessages.ts';
import { recordsOfResponse } from './auditRecords.ts';

/*
 * Checks whole responses of an audit in the thread that has the known keys, with the functions that check every response. So
 * no object for each atom is copied between threads.
 */

export interface WholeBatches {
  readonly take: (token: string, body: Uint8Array, keys: readonly string[]) => Promise<TakenBatch | null>;
  /** @throws if the response is no longer in memory */
  readonly check: (batch: BatchToCheck) => Promise<BatchFindings>;
  /** What the known keys learn from a checked response. Drops the response. @throws if it is no longer in memory */
  readonly learned: (token: string) => readonly KeyNews[];
}

interface Batch extends Decoded {
  readonly keys: readonly string[];
  news: readonly KeyNews[];
}

interface Decoded {
  readonly atoms: readonly ReceivedAtom[];
  /** By their proofs. */
  readonly stated: readonly StatedRoot[];
}

/** Responses that are kept at once: some wait while one is checked. */
const mostBatches = 8;

export interface KnownToBatches {
  readonly remembered: (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyMemory>>;
  readonly isGone: (key: string) => boolean;
}

export function createWholeBatches(known: KnownToBatches): WholeBatches {
  const batches = new Map<string, Batch>();
  const find = (token: string): Batch => {
    const batch = batches.get(token);
    if (batch === undefined) throw new Error('This response is no longer in the thread of the known keys.');
    return batch;
  };
  /** Checks atoms as those of every response. `keys`: those that were requested for them. */
  const judge = async (
    keys: readonly string[],
    { atoms: received, stated }: Decoded,
    { pin, rootStatuses, grounds, exchange, now, lists }: BatchToCheck,
  ): Promise<Judged> => {
    const atoms = withRequested(received, new Set(keys));
    const missing = missingOf(keys, received);
    const remembered = await known.remembered([...received.map(({ key }) => key), ...missing]);
    const [scheme, ...otherSchemes] = pin.path;
    const parses = stated.map(({ parse }) => parse);
    const { recorded, learned } = judgeResponse({
      atoms,
      stated,
      exchange,
      source: 'lookup',
      pin,
      rootStatus: statusIn(rootStatuses),
      grounds,
      paths:
        scheme === undefined || otherSchemes.length > 0
          ? null
          : { scheme, leadToRoot: provePaths(parses, scheme) },
      valueHashes: received.map(({ value }) => hashOfValue(value)),
      remembered,
      deniedKey: null,
      missing,
      otherNews: [],
      now,
    });
    const gone = new Set([...keys, ...received.map(({ key }) => key)].filter(known.isGone));
    const records = recordsOfResponse(keys, { ...recorded, remembered, gone }, lists);
    return { atoms, missing, recorded, learned, records };
  };
  return {
    take: async (token, body, keys) => {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      let decoded: Decoded;
      try {
        decoded = await decode(bytes, keys.length);
      } catch (error) {
        if (error instanceof UnreadableResponse) return null;
        throw error;
      }
      for (const [oldest] of batches) if (batches.size >= mostBatches) batches.delete(oldest);
      batches.set(token, { keys, ...decoded, news: [] });
      const roots = new Map<string, SeenRoot>();
      for (const { seen } of decoded.stated) if (seen !== null) roots.set(rootName(seen), seen);
      return { roots: [...roots.values()] };
    },
    check: async (input) => {
      const batch = find(input.token);
      const { keys } = batch;
      const { atoms, missing, recorded, learned, records } = await judge(keys, batch, input);
      batch.news = learned;
      const { others, places } = input;
      return {
        block: recordBlock(others.length === 0 ? records : inKeyOrder([...records, ...others]), places),
        roots: recorded.roots,
        sightings: recorded.sightings,
        newestRoot: recorded.newestRoot,
        empty: shownEmptyIn(recorded.atoms),
        unasked: unaskedOf(
          keys,
          atoms.map(({ atom }) => atom),
        ).length,
        doubtful: doubtfulIn(recorded.denials),
        proven: provenIn(recorded.atoms),
        verified: verifiedIn(records),
        missing,
        failed:
          missing.length > 0 || recorded.atoms.some(({ verdict }) => verdict.status === 'red')
            ? recorded.atoms.map((reading, at) => ({
                requestedKey: atoms[at]?.requestedKey ?? null,
                reading,
              }))
            : null,
      };
    },
    learned: (token) => {
      const { news } = find(token);
      batches.delete(token);
      return news;
    },
  };
}

interface Judged extends JudgedResponse {
  readonly atoms: readonly AtomToCheck[];
  readonly missing: readonly string[];
  readonly records: readonly AuditRecord[];
}

/** The main process passes only bodies without the API key. @throws UnreadableResponse */
async function decode(bytes: Buffer, asked: number): Promise<Decoded> {
  const atoms = await decodeBatchRead({ bytes }, asked);
  return { atoms, stated: statedRoots(atoms.map(({ proof }) => proof)) };
}

function statusIn(statuses: ReadonlyMap<string, RootStatus | null>): (root: SeenRoot) => RootStatus | null {
  return (root) => {
    const status = statuses.get(rootName(root));
    if (status === undefined) throw new Error('A root of the response has no status.');
    return status;
  };
}

/** The key of a record that was verified; null if there is none. */
export function verifiedIn(records: readonly AuditRecord[]): string | null {
  return records.find(({ outcome }) => outcome === 'green' || outcome === 'keyOnly')?.key ?? null;
}

export function inKeyOrder(records: readonly AuditRecord[]): readonly AuditRecord[] {
  return [...records].sort((one, other) => (one.key < other.key ? -1 : 1));
}

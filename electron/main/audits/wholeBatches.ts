import { createHash } from 'node:crypto';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import type { RootStatus } from '#shared/domain/connection.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import { hashMessage } from '#shared/merkle/hashing.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { provePaths } from '#shared/merkle/provePaths.ts';
import type { KeyNews } from '../catalogue/keyNews.ts';
import { decodeBatchRead, UnreadableResponse, type ReceivedAtom } from '../gateway/decodeResponse.ts';
import type { SeenRoot } from '../ledger/rootHistory.ts';
import { judgeResponse, provenIn } from '../readings/judgeResponse.ts';
import { missingOf, withRequested } from '../readings/receivedBatch.ts';
import { rootName, statedRoots, type StatedRoot } from '../readings/responseReading.ts';
import { shownEmptyIn } from '../readings/shownEmpty.ts';
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

interface Batch {
  readonly keys: readonly string[];
  readonly atoms: readonly ReceivedAtom[];
  readonly stated: readonly StatedRoot[];
  learned: readonly KeyNews[];
}

/** Responses that are kept at once: one is checked while the next one arrives. */
const mostBatches = 4;

export function createWholeBatches(known: {
  readonly remembered: (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyMemory>>;
  readonly isGone: (key: string) => boolean;
}): WholeBatches {
  const batches = new Map<string, Batch>();
  const find = (token: string): Batch => {
    const batch = batches.get(token);
    if (batch === undefined) throw new Error('This response is no longer in the thread of the known keys.');
    return batch;
  };
  return {
    take: async (token, body, keys) => {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      let atoms: readonly ReceivedAtom[];
      try {
        // The main process passes only bodies without the API key.
        atoms = await decodeBatchRead({ bytes, apiKey: null }, keys.length);
      } catch (error) {
        if (error instanceof UnreadableResponse) return null;
        throw error;
      }
      const stated = statedRoots(atoms.map(({ proof }) => proof));
      for (const [oldest] of batches) if (batches.size >= mostBatches) batches.delete(oldest);
      batches.set(token, { keys, atoms, stated, learned: [] });
      const roots = new Map<string, SeenRoot>();
      for (const { seen } of stated) if (seen !== null) roots.set(rootName(seen), seen);
      return { roots: [...roots.values()] };
    },
    check: async ({ token, pin, rootStatuses, exchange, now, lists, places, others }) => {
      const batch = find(token);
      const { keys, stated } = batch;
      const atoms = withRequested(batch.atoms, new Set(keys));
      const missing = missingOf(keys, batch.atoms);
      const remembered = await known.remembered([...atoms.map(({ atom }) => atom.key), ...missing]);
      const [scheme, ...otherSchemes] = pin.path;
      const { recorded, learned } = judgeResponse({
        atoms,
        stated,
        exchange,
        source: 'lookup',
        pin,
        rootStatus: rootStatuses === null ? null : statusIn(rootStatuses),
        paths:
          scheme === undefined || otherSchemes.length > 0
            ? null
            : {
                scheme,
                leadToRoot: provePaths(
                  stated.map(({ parse }) => parse),
                  scheme,
                ),
              },
        valueHashes: batch.atoms.map(({ value }) => hashOf(value)),
        remembered,
        deniedKey: null,
        missing,
        otherNews: [],
        now,
      });
      batch.learned = learned;
      const gone = new Set([...keys, ...atoms.map(({ atom }) => atom.key)].filter(known.isGone));
      const records = recordsOfResponse(keys, { ...recorded, remembered, gone }, lists);
      const asked = new Set(keys);
      return {
        block: recordBlock(others.length === 0 ? records : inKeyOrder([...records, ...others]), places),
        roots: recorded.roots,
        sightings: recorded.sightings,
        newestRoot: recorded.newestRoot,
        empty: shownEmptyIn(recorded.atoms),
        unasked: new Set(recorded.atoms.map(({ key }) => key).filter((key) => !asked.has(key))).size,
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
      const { learned } = find(token);
      batches.delete(token);
      return learned;
    },
  };
}

/** Above this, in UTF-16 units, the hash of Node is faster. */
const shortText = 4_000;

/** SHA-256 of a value as UTF-8, in lowercase hex. */
function hashOf(value: string): string {
  if (value.length > shortText) return createHash('sha256').update(value, 'utf8').digest('hex');
  return toHex(hashMessage(Buffer.from(value, 'utf8'), 'sha-256'));
}

function statusIn(statuses: ReadonlyMap<string, RootStatus>): (root: SeenRoot) => RootStatus {
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

import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import type { RootStatus } from '#shared/domain/connection.ts';
import { provePaths } from '#shared/merkle/provePaths.ts';
import type { KeyNews } from '../known/keyNews.ts';
import { decodeBatchRead, UnreadableResponse } from '../client/decodeResponse.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import type { SeenRoot } from '../roots/rootHistory.ts';
import { doubtfulIn } from '../reading/denials.ts';
import { missingOf, unaskedOf, withRequested } from '../reading/receivedBatch.ts';
import { hashOfValue } from '../reading/valueHash.ts';
import { rootName, statedRoots, type StatedRoot } from '../reading/statedRoots.ts';
import { provenIn, verifyResponse } from '../reading/verify.ts';
import { shownEmptyIn } from '../reading/shownEmpty.ts';
import type { KnownToBatches, WholeBatches } from '../known/batchMessages.ts';
import { recordsOfResponse } from './auditRecords.ts';

/*
 * Checks whole responses of an audit in the thread that has the known keys, with the functions that check every response. So
 * no object for each atom is copied between threads.
 */

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

export function createWholeBatches(known: KnownToBatches): WholeBatches {
  const batches = new Map<string, Batch>();
  const find = (token: string): Batch => {
    const batch = batches.get(token);
    if (batch === undefined) throw new Error('This response is no longer in the thread of the known keys.');
    return batch;
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
    check: async ({ token, pin, rootStatuses, grounds, exchange, now, lists, others, places }) => {
      const batch = find(token);
      const { keys, atoms: received, stated } = batch;
      const atoms = withRequested(received, new Set(keys));
      const missing = missingOf(keys, received);
      const remembered = await known.remembered([...received.map(({ key }) => key), ...missing]);
      const [scheme, ...otherSchemes] = pin.path;
      const parses = stated.map(({ parse }) => parse);
      const verified = verifyResponse({
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
      batch.news = verified.news;
      const gone = new Set([...keys, ...received.map(({ key }) => key)].filter(known.isGone));
      const records = recordsOfResponse(keys, { ...verified, remembered, gone }, lists);
      return {
        block: recordBlock(others.length === 0 ? records : inKeyOrder([...records, ...others]), places),
        roots: verified.roots,
        sightings: verified.sightings,
        newestRoot: verified.newestRoot,
        empty: shownEmptyIn(verified.atoms),
        unasked: unaskedOf(keys, received).length,
        doubtful: doubtfulIn(verified.denials),
        proven: provenIn(verified.atoms),
        verified: verifiedIn(records),
        missing,
        failed:
          missing.length > 0 || verified.atoms.some(({ verdict }) => verdict.status === 'red')
            ? verified.atoms.map((reading, at) => ({
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

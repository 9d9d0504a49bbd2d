import type { Verdict } from '../merkle/verdict.ts';
import type { RootSighting } from './connection.ts';
import type { Json } from './json.ts';
import type { KeyDenial, MemoryFinding } from './keyMemory.ts';
import type { RecallAnomaly } from './recallAnomaly.ts';
import type { ResponseAnomaly } from './responseAnomaly.ts';

/** One HTTP exchange with a service, as shown in the log and the Raw tab. Contains no API key and no headers. */
export interface Exchange {
  readonly requestId: string;
  readonly method: 'GET' | 'POST';
  /** Path as sent, percent-encoded, without the base address. */
  readonly path: string;
  readonly status: number;
  /** When the request was sent, in epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds from the first byte sent to the last byte read, over all retries. */
  readonly elapsedMs: number;
  /** Size of the decoded body in bytes. */
  readonly bodyBytes: number;
  readonly retries: number;
  /** Set if the atom was first requested alone, and the service responded with this status instead. */
  readonly singleReadStatus?: number;
}

/** An atom as read (interface sections 2, 4.2, 4.4, 4.5) with the verdict on its proof. */
export interface AtomReading {
  readonly key: string;
  readonly value: string;
  /** null if the response carried none. */
  readonly version: number | null;
  /** `hash` of the response, null if it carried none (recall shows none). */
  readonly hash: string | null;
  /** Recall only; as received, even outside [0, 1]. */
  readonly score: number | null;
  /** The proof object as received, undecoded; null if there was none. Decode with `parseProof`. */
  readonly proof: Json;
  readonly verdict: Verdict;
  /** How it compares with earlier readings of this key; part of the verdict. */
  readonly memory: MemoryFinding | null;
  /** The atom's part of the response as text, exactly as received but for the API key; empty if nothing was received. */
  readonly raw: string;
  /** Flaws of the response; absent or empty if there are none. */
  readonly anomalies?: readonly ResponseAnomaly[];
  readonly exchange: Exchange;
}

export interface RecallReading {
  /** In the order received. */
  readonly atoms: readonly AtomReading[];
  readonly predictions: readonly string[];
  /** The share of each prediction in the weight of all, in [0, 1]; absent if the service gives no weights. */
  readonly shares?: readonly number[];
  /** How the response violates the API. Shown and flagged, never corrected. */
  readonly anomalies: readonly RecallAnomaly[];
  readonly exchange: Exchange;
}

export interface BatchReading {
  readonly atoms: readonly AtomReading[];
  /** Requested keys that were not returned, in the requested order. */
  readonly missing: readonly string[];
  /** Keys that were omitted from the request because no request can carry them; absent if there were none. */
  readonly unsendable?: readonly string[];
  /** For missing keys that were proven before: what contradicts their absence. */
  readonly denials: readonly KeyDenial[];
  /** Keys that were returned without being requested. */
  readonly unasked: readonly string[];
  /** Every root in the response, with its status in the root ledger. */
  readonly roots: readonly RootSighting[];
  readonly exchange: Exchange;
}

/** Answer to storing one atom (interface section 2). Every field may be absent in the field. */
export interface StoredAtom {
  readonly key: string;
  readonly version: number | null;
  readonly hash: string | null;
  readonly rootHash: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
}

import { visibleLine } from '#shared/text/visibleText.ts';
import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  isFailed,
  mostLoggedRequests,
  type RecordedBody,
  type RequestDetails,
  type RequestLogSummary,
  type RequestPurpose,
  type RequestRow,
  type RequestsQuery,
} from '#shared/domain/requestLog.ts';
import type { HttpObserver, HttpRequest } from '../httpClient.ts';
import { excerptOf, keysOf, textWithoutKeys } from './excerpt.ts';
import { mostBodyBytes, recordAttempt, type RecordedAttempt } from './recordAttempt.ts';

/** The requests that were sent, in memory only. */
export interface RequestLog {
  readonly observe: HttpObserver;
  readonly summary: (id: ConnectionId | null) => RequestLogSummary;
  readonly rows: (query: RequestsQuery, window: RowWindow) => RowsAnswer<RequestRow>;
  /** Row index of a request; -1 if the query does not find it. */
  readonly locate: (query: RequestsQuery, id: number) => number;
  /** null if it was dropped. */
  readonly details: (id: number) => RequestDetails | null;
  /** All requests of a query, the oldest first. */
  readonly all: (query: RequestsQuery) => readonly RequestDetails[];
  /** The last request of a call; null if there is none. */
  readonly ofCall: (requestId: string) => number | null;
  /** Starts or stops recording the bodies of new requests. */
  readonly recordBodies: (isOn: boolean) => void;
  /** Removes the requests of a connection; null: all. */
  readonly clear: (id: ConnectionId | null) => void;
  /** Stops recording bodies, and removes the ones in memory. */
  readonly dropBodies: () => void;
}

export interface RequestLogEffects {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly clock: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  /** At most four times a second. */
  readonly changed: () => void;
}

/** What is kept. When there is no room, the oldest requests of the connection are dropped. */
export interface RequestLogLimits {
  readonly requests: number;
  /** Estimated bytes for each connection. */
  readonly bytes: number;
  /** The one used longest ago is dropped. */
  readonly connections: number;
}

export const requestLogLimits: RequestLogLimits = {
  requests: mostLoggedRequests,
  bytes: 8 * 1024 * 1024,
  connections: 16,
};

/** Characters of a path that are kept, and those that a row has. */
const longestPath = 4_000;
const longestRowPath = 400;
/** An estimate of what an attempt takes up without its texts, in bytes. */
const attemptBytes = 700;
const tellEveryMs = 500;

interface Entry {
  readonly id: number;
  readonly connectionId: ConnectionId | null;
  readonly requestId: string;
  readonly purpose: RequestPurpose;
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly path: string;
  readonly pathLength: number;
  readonly startedAt: number;
  readonly hasKey: boolean;
  readonly sentBytes: number;
  body: RecordedBody | null;
  readonly attempts: RecordedAttempt[];
  bytes: number;
}

interface Ring {
  entries: Entry[];
  bytes: number;
  dropped: number;
}

/** Records the requests of all connections, so many of each that memory stays bounded. */
export function createRequestLog(
  effects: RequestLogEffects,
  limits: RequestLogLimits = requestLogLimits,
): RequestLog {
  /** In the order of use, the latest last. */
  const rings = new Map<ConnectionId | null, Ring>();
  /** A retry sends the same object again. */
  const known = new WeakMap<HttpRequest, Entry>();
  let latest = 0;
  let revision = 0;
  let recordsBodies = false;
  let isTelling = false;
  let found: { readonly name: string; readonly revision: number; readonly entries: readonly Entry[] } | null =
    null;

  const changed = (): void => {
    revision += 1;
    if (isTelling) return;
    isTelling = true;
    effects.setTimer(() => {
      isTelling = false;
      effects.changed();
    }, tellEveryMs);
  };
  const ringOf = (id: ConnectionId | null): Ring => {
    const ring = rings.get(id) ?? { entries: [], bytes: 0, dropped: 0 };
    rings.delete(id);
    rings.set(id, ring);
    for (const other of rings.keys()) {
      if (rings.size <= limits.connections) break;
      rings.delete(other);
    }
    return ring;
  };
  /** Adds bytes to a request, and makes room. */
  const grow = (entry: Entry, bytes: number): void => {
    entry.bytes += bytes;
    const ring = rings.get(entry.connectionId);
    // It may have been dropped or cleared before it ended.
    const first = ring?.entries[0];
    if (ring === undefined || first === undefined || entry.id < first.id) return;
    ring.bytes += bytes;
    let excess = 0;
    while (
      ring.entries.length - excess > 1 &&
      (ring.entries.length - excess > limits.requests || ring.bytes > limits.bytes)
    ) {
      ring.bytes -= ring.entries[excess]?.bytes ?? 0;
      excess += 1;
    }
    if (excess === 0) return;
    ring.entries.splice(0, excess);
    ring.dropped += excess;
  };
  const add = (request: HttpRequest): Entry => {
    const { about, address, apiKey, method, path, body } = request;
    const keys = keysOf(request);
    latest += 1;
    const entry: Entry = {
      id: latest,
      connectionId: about?.connectionId ?? null,
      requestId: about?.requestId ?? '',
      purpose: about?.purpose ?? purposeOf(request),
      method,
      address: address.text,
      path: textWithoutKeys(path.slice(0, longestPath), keys, path.length > longestPath),
      pathLength: path.length,
      startedAt: effects.now(),
      hasKey: apiKey !== null,
      sentBytes: body?.length ?? 0,
      body: recordsBodies && body !== null ? excerptOf(body, keys, mostBodyBytes) : null,
      attempts: [],
      bytes: 0,
    };
    known.set(request, entry);
    ringOf(entry.connectionId).entries.push(entry);
    grow(entry, bytesOf(entry.path) + bytesOf(entry.body?.text));
    return entry;
  };
  const select = (query: RequestsQuery): readonly Entry[] => {
    const name = JSON.stringify(query);
    if (found?.name === name && found.revision === revision) return found.entries;
    const from = query.connectionId === null ? [...rings.values()] : [rings.get(query.connectionId)];
    const fits = matcher(query);
    const entries = from
      .flatMap((ring) => ring?.entries ?? [])
      .filter(fits)
      .sort((a, b) => b.id - a.id);
    found = { name, revision, entries };
    return entries;
  };
  const find = (id: number): Entry | null => {
    for (const { entries } of rings.values()) {
      const entry = entries.find((one) => one.id === id);
      if (entry !== undefined) return entry;
    }
    return null;
  };
  return {
    observe: (request) => {
      const entry = known.get(request) ?? add(request);
      const attempt = recordAttempt(request, { ...effects, recordsBody: recordsBodies });
      entry.attempts.push(attempt);
      grow(entry, attemptBytes);
      changed();
      return {
        started: attempt.started,
        ended: (outcome) => {
          attempt.ended(outcome);
          const { headers, body } = attempt.attempt();
          const texts = headers.reduce((sum, [name, value]) => sum + bytesOf(name) + bytesOf(value), 0);
          grow(entry, texts + bytesOf(body?.text));
          changed();
        },
      };
    },
    summary: (id) => {
      const of = id === null ? [...rings.values()] : [rings.get(id)];
      const entries = of.flatMap((ring) => ring?.entries ?? []);
      return {
        revision,
        total: entries.length,
        failed: entries.filter(hasFailed).length,
        retried: entries.filter(({ attempts }) => attempts.length > 1).length,
        latest: entries.reduce((most, one) => Math.max(most, one.id), 0),
        dropped: of.reduce((sum, ring) => sum + (ring?.dropped ?? 0), 0),
        recordsBodies,
      };
    },
    rows: (query, { from, to }) => {
      const entries = select(query);
      return { revision, total: entries.length, rows: entries.slice(from, to).map(rowOf) };
    },
    locate: (query, id) => select(query).findIndex((entry) => entry.id === id),
    details: (id) => {
      const entry = find(id);
      return entry === null ? null : detailsOf(entry);
    },
    all: (query) => select(query).map(detailsOf).reverse(),
    ofCall: (requestId) => {
      let last: number | null = null;
      for (const { entries } of rings.values())
        for (const entry of entries)
          if (entry.requestId === requestId && entry.id > (last ?? 0)) last = entry.id;
      return last;
    },
    recordBodies: (isOn) => {
      recordsBodies = isOn;
      changed();
    },
    clear: (id) => {
      if (id === null) rings.clear();
      else rings.delete(id);
      changed();
    },
    dropBodies: () => {
      recordsBodies = false;
      for (const ring of rings.values()) {
        for (const entry of ring.entries) {
          const texts = entry.attempts.reduce((sum, { attempt }) => sum + bytesOf(attempt().body?.text), 0);
          const freed = texts + bytesOf(entry.body?.text);
          entry.body = null;
          for (const attempt of entry.attempts) attempt.dropBody();
          entry.bytes -= freed;
          ring.bytes -= freed;
        }
      }
      changed();
    },
  };
}

/** What a request says about its purpose by itself. */
function purposeOf({ method, path, isWrite }: HttpRequest): RequestPurpose {
  if (isWrite) return 'store';
  if (path === '/recall' || path === '/search') return 'recall';
  if (path === '/batch-access' || path.startsWith('/atoms/')) return 'read';
  return method === 'GET' && /^\/atoms(\?|$)/.test(path) ? 'list' : 'other';
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : 2 * text.length;
}

function lastOf({ attempts }: Entry) {
  return attempts.at(-1)?.outcome() ?? { kind: 'pending' as const };
}

function hasFailed(entry: Entry): boolean {
  return isFailed(lastOf(entry));
}

function matcher({ show, method, text, until }: RequestsQuery): (entry: Entry) => boolean {
  const wanted = text.trim().toLowerCase();
  return (entry) =>
    (until === null || entry.id <= until) &&
    (method === 'all' || entry.method === method) &&
    (show === 'all' || (show === 'failed' ? hasFailed(entry) : entry.attempts.length > 1)) &&
    (wanted === '' || pathForms(entry.path).some((form) => form.includes(wanted)));
}

/** As sent, and as the key was typed. */
function pathForms(path: string): readonly string[] {
  const sent = path.toLowerCase();
  if (!sent.includes('%')) return [sent];
  try {
    return [sent, visibleLine(decodeURIComponent(path)).toLowerCase()];
  } catch {
    return [sent];
  }
}

function rowOf(entry: Entry): RequestRow {
  const { id, connectionId, startedAt, method, path, purpose, sentBytes, attempts } = entry;
  const last = attempts.at(-1)?.attempt();
  return {
    id,
    connectionId,
    startedAt,
    method,
    path: path.slice(0, longestRowPath),
    purpose,
    attempts: attempts.length,
    outcome: lastOf(entry),
    elapsedMs:
      last === undefined || last.elapsedMs === null ? null : last.startedAt - startedAt + last.elapsedMs,
    sentBytes,
    receivedBytes: last?.receivedBytes ?? null,
  };
}

function detailsOf(entry: Entry): RequestDetails {
  return {
    ...rowOf(entry),
    path: entry.path,
    requestId: entry.requestId,
    address: entry.address,
    pathLength: entry.pathLength,
    hasKey: entry.hasKey,
    requestHeaders: entry.attempts.at(-1)?.requestHeaders() ?? [],
    body: entry.body,
    tries: entry.attempts.map(({ attempt }) => attempt()),
  };
}

import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChainAnswer, ChainStart } from '#shared/predictions/chain.ts';
import type { PredictionStatus, StatusOf } from '#shared/predictions/predictionStatus.ts';
import { markKeys, keyMarks, type KeyMark } from '../state/keyMarkStore.ts';
import { atomQuery, readBatch, rememberReadings } from './atoms.ts';
import { chunk } from './chunk.ts';
import { callService, ipc } from './ipc.ts';
import { toAppError } from './unwrap.ts';

/** The most keys in one request: few enough for a quick response. */
export const mostKeysRead = 100;

/**
 * Requests the predictions for a key or a query with a recall, because no other endpoint returns predictions. It
 * requests one hit, which shows whether the service took the query as exactly that key.
 *
 * @throws AppFailure
 */
export async function askWhatFollows(
  client: QueryClient,
  connectionId: ConnectionId,
  { text }: ChainStart,
  signal: AbortSignal,
): Promise<ChainAnswer> {
  const { atoms, predictions, shares, exchange } = await callService(signal, (requestId) =>
    ipc.recall({ connectionId, requestId, query: text, limit: 1, askedBy: 'app' }),
  );
  rememberReadings(client, connectionId, atoms);
  const weighted = shares === undefined ? {} : { shares };
  return { predictions, ...weighted, bestHit: atoms[0]?.key ?? null, at: exchange.startedAt };
}

/**
 * Reads predicted atoms by batch recall, which verifies them, and marks the status of each key. Keys that were read
 * already, or are being read, are not requested.
 *
 * @throws AppFailure; earlier readings are kept.
 */
export async function readPredicted(
  client: QueryClient,
  connectionId: ConnectionId,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const batch of chunk(unreadAmong(client, connectionId, keys), mostKeysRead)) {
    markKeys(connectionId, batch, { kind: 'reading' });
    try {
      const reading = await readBatch(client, connectionId, batch, { signal, askedBy: 'app' });
      const { missing, unsendable = [] } = reading;
      markKeys(connectionId, batch, null);
      markKeys(connectionId, unsendable, { kind: 'failed', error: cannotBeSent, at: Date.now() });
      markKeys(connectionId, missing, { kind: 'absent', at: Date.now() });
    } catch (caught) {
      const error = toAppError(caught);
      markKeys(
        connectionId,
        batch,
        error.code === 'cancelled' ? null : { kind: 'failed', error, at: Date.now() },
      );
      throw caught;
    }
  }
}

const cannotBeSent: AppError = {
  code: 'invalid_input',
  field: 'key',
  message: 'The key is empty or contains an unpaired surrogate, so it cannot be sent.',
  requestId: null,
};

/** The distinct keys whose status is not known without a reading. */
export function unreadAmong(
  client: QueryClient,
  connectionId: ConnectionId,
  keys: readonly string[],
): readonly string[] {
  return [...new Set(keys)].filter((key) => {
    const { kind } = statusNow(client, connectionId, key);
    return kind === 'unread' || kind === 'failed';
  });
}

/** The current status of a key. */
export function statusNow(
  client: QueryClient,
  id: ConnectionId,
  key: string,
  mark: KeyMark | undefined = keyMarks.viewOf(id).get(key),
): PredictionStatus {
  if (mark?.kind === 'reading') return mark;
  const state = client.getQueryState(atomQuery(id, key).queryKey);
  const readAt = state?.data === undefined ? 0 : state.dataUpdatedAt;
  // The latest result counts.
  if (mark !== undefined && mark.at >= readAt) return mark;
  if (state?.error !== undefined && state.error !== null && state.errorUpdatedAt > readAt) {
    const error = toAppError(state.error);
    const at = state.errorUpdatedAt;
    if (error.code !== 'cancelled')
      return error.code === 'not_found' ? { kind: 'absent', at } : { kind: 'failed', error, at };
  }
  if (state?.data === undefined) return { kind: 'unread' };
  const { verdict, version } = state.data;
  return { kind: 'read', verdict: verdict.status, version, at: state.dataUpdatedAt };
}

/** The status of predicted keys, kept up to date; a new function whenever any status may have changed. */
export function useStatuses(id: ConnectionId): StatusOf {
  const client = useQueryClient();
  const marks = keyMarks.useView(id);
  const changes = useReadingChanges(client, id);
  return useCallback(
    (key) => statusNow(client, id, key, marks.get(key)),
    // `changes` shows that the cache has new readings.
    // oxlint-disable-next-line react/exhaustive-deps
    [client, id, marks, changes],
  );
}

/** Counts the changes of readings of a connection's atoms; changes that come together count once. */
function useReadingChanges(client: QueryClient, id: ConnectionId): number {
  const [changes, note] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let due: number | undefined;
    const stop = client.getQueryCache().subscribe(({ type, query }) => {
      const [what, ofConnection] = query.queryKey as QueryKey;
      const concerns = what === 'atom' && ofConnection === id && (type === 'updated' || type === 'removed');
      if (!concerns || due !== undefined) return;
      due = requestAnimationFrame(() => {
        due = undefined;
        note();
      });
    });
    return () => {
      stop();
      if (due !== undefined) cancelAnimationFrame(due);
    };
  }, [client, id]);
  return changes;
}

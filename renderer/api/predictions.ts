import { useQueryClient, type QueryClient } from '@tanstack/react-query';
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

/** The keys that one request reads: few enough for a service to answer soon. */
export const mostKeysRead = 100;

/**
 * Asks what the service expects after a key or a query: by a recall, for nothing else answers with predictions. One
 * hit is asked for, to see whether the service took the question for that very key.
 *
 * @throws AppFailure
 */
export async function askWhatFollows(
  client: QueryClient,
  connectionId: ConnectionId,
  { text }: ChainStart,
  signal: AbortSignal,
): Promise<ChainAnswer> {
  const { atoms, predictions, exchange } = await callService(signal, (requestId) =>
    ipc.recall({ connectionId, requestId, query: text, limit: 1, askedBy: 'app' }),
  );
  rememberReadings(client, connectionId, atoms);
  return { predictions, bestHit: atoms[0]?.key ?? null, at: exchange.startedAt };
}

/**
 * Reads predicted atoms by batch recall, which verifies them, and marks how each key stands. Keys of which a reading is
 * there, or under way, are left alone.
 *
 * @throws AppFailure; what was read before it stays read.
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
  message: 'The key is empty or contains half of a surrogate pair, so it cannot be sent.',
  requestId: null,
};

/** Those of the keys whose status a reading would tell, each once. */
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

/** How a key stands at this moment. */
export function statusNow(client: QueryClient, id: ConnectionId, key: string): PredictionStatus {
  return status(client, id, key, keyMarks.viewOf(id).get(key));
}

function status(
  client: QueryClient,
  id: ConnectionId,
  key: string,
  mark: KeyMark | undefined,
): PredictionStatus {
  if (mark?.kind === 'reading') return mark;
  const state = client.getQueryState(atomQuery(id, key).queryKey);
  const readAt = state?.data === undefined ? 0 : state.dataUpdatedAt;
  // Whatever was learned last counts.
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

/** How predicted keys stand, kept up to date; another function whenever any of them may stand otherwise. */
export function useStatuses(id: ConnectionId): StatusOf {
  const client = useQueryClient();
  const marks = keyMarks.useView(id);
  const changes = useReadingChanges(client, id);
  return useCallback(
    (key) => status(client, id, key, marks.get(key)),
    // A change says that the cache answers otherwise now.
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
      const [what, ofConnection] = query.queryKey as readonly unknown[];
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

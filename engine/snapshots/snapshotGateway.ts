import type { AppError } from '#shared/domain/appError.ts';
import type { Exchange } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SnapshotRead } from './snapshotCalls.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import type { CallOptions, Gateway, GatewayResponse } from '../client/gateway.ts';
import type { Snapshots } from './snapshots.ts';

/**
 * Sends the calls for a snapshot to its file, and all others to `services`. A snapshot answers reads; it cannot recall,
 * and it never changes.
 */
export function withSnapshots(
  services: Gateway,
  snapshots: Pick<Snapshots, 'thread'>,
  now: () => number,
): Gateway {
  const fromFile = async (
    id: ConnectionId,
    keys: readonly string[],
    { requestId }: CallOptions,
  ): Promise<GatewayResponse<readonly ReceivedAtom[]>> => {
    const startedAt = now();
    const thread = await snapshots.thread(id);
    if (!thread.ok) return refused({ ...thread.error, requestId });
    const atoms = await thread.value.read(keys);
    const exchange: Exchange = {
      requestId,
      method: 'GET',
      path: snapshotPath,
      status: 200,
      startedAt,
      elapsedMs: now() - startedAt,
      bodyBytes: atoms.reduce((bytes, { raw }) => bytes + Buffer.byteLength(raw), 0),
      retries: 0,
    };
    return { ok: true, value: atoms.map(receivedAtom), exchange };
  };
  return {
    detect: services.detect,
    read: async (target, key, options) => {
      if (target.snapshot === undefined) return services.read(target, key, options);
      const answer = await fromFile(target.snapshot, [key], options);
      if (!answer.ok) return answer;
      const [atom] = answer.value;
      if (atom !== undefined) return { ...answer, value: atom };
      const message = 'The snapshot contains no atom with this key.';
      return refused({ code: 'not_found', key, message, requestId: options.requestId });
    },
    readMany: (target, keys, options) =>
      target.snapshot === undefined
        ? services.readMany(target, keys, options)
        : fromFile(target.snapshot, [...new Set(keys)], options),
    readManyBytes: async (target, keys, options) => {
      if (target.snapshot === undefined) return services.readManyBytes(target, keys, options);
      const answer = await fromFile(target.snapshot, [...new Set(keys)], options);
      return answer.ok ? { ...answer, value: { kind: 'atoms', atoms: answer.value } } : answer;
    },
    recall: async (target, query, limit, options) =>
      target.snapshot === undefined
        ? services.recall(target, query, limit, options)
        : unable(options, 'A snapshot is a file, so it cannot be searched with Recall.'),
    store: async (target, atom, options) =>
      target.snapshot === undefined ? services.store(target, atom, options) : unable(options, fixed),
    storeBatch: async (target, atoms, options) =>
      target.snapshot === undefined ? services.storeBatch(target, atoms, options) : unable(options, fixed),
    list: async (target, page, options) =>
      target.snapshot === undefined ? services.list(target, page, options) : { ok: true, value: null },
  };
}

/** Stands where an exchange has the path of a request. */
const snapshotPath = '(snapshot file)';
const fixed = 'A snapshot is a file that never changes, so nothing can be stored in it.';

function receivedAtom({ key, value, leafHash, proof, raw }: SnapshotRead): ReceivedAtom {
  return {
    key,
    value: value ?? '',
    version: null,
    hash: leafHash,
    score: null,
    proof,
    raw,
    anomalies: value === null ? [{ kind: 'value-not-included' }] : [],
  };
}

function unable({ requestId }: CallOptions, message: string): GatewayResponse<never> {
  return refused({ code: 'invalid_input', field: 'connection', message, requestId });
}

function refused(error: AppError): GatewayResponse<never> {
  return { ok: false, error, mayHaveBeenDone: false };
}

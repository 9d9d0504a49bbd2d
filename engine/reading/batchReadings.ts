import type { AppError } from '#shared/domain/appError.ts';
import { isSendableKey } from '#shared/domain/atomPath.ts';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { KeySource } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Dialect } from '#shared/domain/serviceFacts.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { Catalogues } from '../known/catalogues.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionTarget } from '../connections/connectionTarget.ts';
import { decodeBatchRead, UnreadableResponse } from '../client/decodeResponse.ts';
import { decodeOpenBatch } from '../client/dialects/openServerBodies.ts';
import type { Gateway, GatewayFailure, GatewayResponse } from '../client/gateway.ts';
import type { Intake, ResponseToRecord } from './intake.ts';
import {
  missingOf,
  unaskedOf,
  withRequested,
  type ReceivedBatch,
  type ReceivedWhole,
  type SentBatch,
} from './receivedBatch.ts';
import type { CompletedCall, ReadOptions } from './readingCalls.ts';
import type { CheckedWhole, WholeResponse } from './wholeIntake.ts';

/** Batch recall in two halves, so that a request can be sent while the response before is checked. */
export interface BatchReadings {
  /** The first half: sends the request. */
  readonly requestMany: (
    id: ConnectionId,
    keys: readonly string[],
    options: ReadOptions,
  ) => Promise<Result<ReceivedBatch>>;
  /** The second half. Responses of one connection are checked in the order of the calls. */
  readonly checkMany: (
    id: ConnectionId,
    received: ReceivedBatch,
    options?: { readonly source?: KeySource | undefined; readonly checked?: ResponseToRecord['checked'] },
  ) => Promise<BatchReading>;
  /** As `requestMany`, for a response that nobody needs atom by atom. It may come undecoded, and is then for `checkWhole`. */
  readonly requestWhole: (
    id: ConnectionId,
    keys: readonly string[],
    options: ReadOptions,
  ) => Promise<Result<ReceivedBatch | ReceivedWhole>>;
  /**
   * As `checkMany`, in the thread of the known keys. Resolves when the next response may be checked, which can be before this one
   * is recorded.
   *
   * @returns null if that is not possible: nothing is recorded, and `decodeWhole` makes it a response for `checkMany`
   */
  readonly checkWhole: (
    id: ConnectionId,
    received: ReceivedWhole,
    audit: Pick<WholeResponse, 'lists' | 'others' | 'places' | 'checked'>,
  ) => Promise<CheckedWhole | null>;
  /** Some keys that were proven here before, none of `except`: a response that has them shows the root of the service. */
  readonly witnesses: Intake['witnesses'];
  /** null if the response cannot be read. */
  readonly decodeWhole: (received: ReceivedWhole) => Promise<ReceivedBatch | null>;
  /**
   * Decodes and checks a response of `requestMany` with another body, and records nothing.
   *
   * @throws UnreadableResponse
   */
  readonly examineMany: (
    id: ConnectionId,
    received: Pick<SentBatch, 'keys' | 'exchange'>,
    body: Buffer,
  ) => Promise<readonly AtomReading[]>;
}

export function createBatchReadings(effects: {
  readonly gateway: Pick<Gateway, 'readMany' | 'readManyBytes'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly catalogues: Pick<Catalogues, 'of'>;
  readonly intake: Pick<Intake, 'atoms' | 'examine' | 'whole' | 'checksWhole' | 'witnesses'>;
  /** Whether someone needs the readings of every response of a connection. Absent: nobody does. */
  readonly needsReadings?: (id: ConnectionId) => boolean;
  /** Sends one call, if its target allows it, and announces the outcome. */
  readonly call: <Sent extends { readonly ok: true }>(
    id: ConnectionId,
    options: ReadOptions,
    kind: 'read',
    send: (target: ConnectionTarget) => Promise<Sent | GatewayFailure>,
  ) => Promise<Sent | GatewayFailure>;
  readonly tell: (id: ConnectionId, answered: CompletedCall, options: ReadOptions) => void;
  readonly log: (message: string, error: unknown) => void;
}): BatchReadings {
  const { gateway, catalogues, intake, call, tell, log } = effects;
  const dialectOf = (id: ConnectionId): Dialect | undefined => {
    const profile = effects.connections.profile(id);
    return profile.ok ? profile.value.service?.dialect : undefined;
  };
  let lastToken = 0;

  /** Sends the keys that can be sent, each once. */
  const request = async <T>(
    id: ConnectionId,
    askedKeys: readonly string[],
    options: ReadOptions,
    send: (target: ConnectionTarget, keys: readonly string[]) => Promise<GatewayResponse<T>>,
  ): Promise<Result<SentBatch & { readonly value: T }>> => {
    const keys = [...new Set(askedKeys.filter(isSendableKey))];
    const sent = new Set(keys);
    const unsendable = [...new Set(askedKeys)].filter((key) => !sent.has(key));
    if (keys.length === 0 && unsendable.length > 0)
      return fail({ ...noneSendable, requestId: options.requestId });
    const answer = await call(id, options, 'read', (target) => send(target, keys));
    if (!answer.ok) return fail(answer.error);
    const { exchange, body, value } = answer;
    return succeed({ keys, unsendable, value, exchange, ...(body !== undefined && { body }), options });
  };
  const requestMany: BatchReadings['requestMany'] = async (id, askedKeys, options) => {
    const answer = await request(id, askedKeys, options, (target, keys) =>
      gateway.readMany(target, keys, options),
    );
    if (!answer.ok) return answer;
    const { value: atoms, ...sent } = answer.value;
    return succeed({ ...sent, atoms });
  };
  /** The thread decodes it while the request of the next one is under way. */
  const take = async (id: ConnectionId, token: string, bytes: Buffer, keys: readonly string[]) => {
    try {
      return await (await catalogues.of(id)).keys.takeBatch(token, bytes, keys);
    } catch (error) {
      log('A response could not be passed to the thread of the known keys.', error);
      return null;
    }
  };

  return {
    requestMany,
    requestWhole: async (id, askedKeys, options) => {
      if (!intake.checksWhole(id) || effects.needsReadings?.(id) === true)
        return requestMany(id, askedKeys, options);
      const answer = await request(id, askedKeys, options, (target, keys) =>
        gateway.readManyBytes(target, keys, options),
      );
      if (!answer.ok) return answer;
      const { value, ...sent } = answer.value;
      if (value.kind === 'atoms') return succeed({ ...sent, atoms: value.atoms });
      lastToken += 1;
      const token = String(lastToken);
      return succeed({ ...sent, token, body: value.bytes, taken: take(id, token, value.bytes, sent.keys) });
    },
    checkMany: async (id, received, { source = 'lookup', checked } = {}) => {
      const { keys, unsendable, exchange, body, options } = received;
      const asked = new Set(keys);
      const missing = missingOf(keys, received.atoms);
      const { atoms, denials, sightings } = await intake.atoms(id, withRequested(received.atoms, asked), {
        exchange,
        body,
        source,
        missing,
        ...(checked !== undefined && { checked }),
      });
      const reading: BatchReading = {
        atoms,
        missing,
        denials,
        unasked: unaskedOf(keys, received.atoms),
        roots: sightings,
        exchange,
        ...(unsendable.length > 0 && { unsendable }),
      };
      tell(id, { kind: 'readMany', reading }, options);
      return reading;
    },
    witnesses: intake.witnesses,
    checkWhole: (id, { token, taken, exchange, body }, audit) =>
      intake.whole(id, { token, taken, exchange, body, ...audit }),
    decodeWhole: async ({ token: _token, taken: _taken, ...sent }) => {
      try {
        return {
          ...sent,
          atoms: await decodeBatchRead({ bytes: sent.body }, sent.keys.length),
        };
      } catch (error) {
        if (error instanceof UnreadableResponse) return null;
        throw error;
      }
    },
    examineMany: async (id, { keys, exchange }, body) => {
      const received = { bytes: body };
      const atoms =
        dialectOf(id) === 'open-server'
          ? (await decodeOpenBatch(received, keys.length)).map(({ atom }) => atom)
          : await decodeBatchRead(received, keys.length);
      return intake.examine(id, withRequested(atoms, new Set(keys)), exchange);
    },
  };
}

const noneSendable: AppError = {
  code: 'invalid_input',
  field: 'key',
  message: 'The key is empty or contains an unpaired surrogate, so it cannot be sent.',
  requestId: null,
};

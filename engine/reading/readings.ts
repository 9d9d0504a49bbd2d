import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading, BatchReading, Exchange, RecallReading, StoredAtom } from '#shared/domain/atom.ts';
import type { KeySource } from '#shared/domain/catalogue.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { AtomList } from '#shared/domain/serviceFacts.ts';
import { recallAnomalies } from '#shared/recall/recallAnomalies.ts';
import type { Catalogues } from '../known/catalogues.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionTarget } from '../connections/connectionTarget.ts';
import type { ReceivedBatchStore } from '../client/decodeResponse.ts';
import type { ListPage } from '../client/documentedList.ts';
import type { CallOptions, Gateway, GatewayFailure, GatewayResponse } from '../client/gateway.ts';
import type { BatchPaths } from './verification/batchPaths.ts';
import type { ConnectionGrounds } from './verification/connectionGrounds.ts';
import type { SchemeLearning } from './verification/schemeLearning.ts';
import { destinationOf, writeRefusal, type CallKind, type DestinationOptions } from './destination.ts';
import type { CheckedAnswer } from './checkedAnswer.ts';
import { createIntake } from './intake.ts';
import { createBatchReadings, type BatchReadings } from './batchReadings.ts';
import { missingOf, withRequested } from './receivedBatch.ts';
import type { CompletedCall, ReadOptions } from './readingCalls.ts';
import type { Pins } from '../roots/pins/pins.ts';

/** Called after every call that returned atoms was recorded; it neither fails nor delays the caller. */
export type ReadingObserver = (
  id: ConnectionId,
  call: CompletedCall,
  askedBy: 'user' | 'app',
  /** Epoch milliseconds. */
  at: number,
) => void;

/** Calls to a connection's service whose responses are checked, recorded, and announced. */
export interface Readings extends BatchReadings {
  readonly read: (
    id: ConnectionId,
    key: string,
    options: ReadOptions,
    source?: KeySource,
  ) => Promise<Result<AtomReading>>;
  /** `source`: how keys that were not known yet were found. */
  readonly readMany: (
    id: ConnectionId,
    keys: readonly string[],
    options: ReadOptions,
    source?: KeySource,
  ) => Promise<Result<BatchReading>>;
  readonly recall: (
    id: ConnectionId,
    query: string,
    limit: number,
    options: ReadOptions,
  ) => Promise<Result<RecallReading>>;
  /** A page of the service's own list of atoms; null if it has none. Nothing in it is proven. */
  readonly list: (id: ConnectionId, page: ListPage, options: ReadOptions) => Promise<Result<AtomList | null>>;
  /**
   * Why one atom or a batch must not be stored over the connection: it is locked, does not exist, or is production
   * and the user has not confirmed. null if storing is allowed.
   */
  readonly lock: (id: ConnectionId, size: 'store' | 'batch', options: DestinationOptions) => AppError | null;
  /** The current address of the connection; null if it does not exist. */
  readonly addressOf: (id: ConnectionId) => string | null;
  /** One store, without reading before or after. Otherwise like `sendBatch`. */
  readonly send: (
    id: ConnectionId,
    atom: { readonly key: string; readonly value: string },
    options: DestinationOptions,
  ) => Promise<GatewayResponse<StoredAtom>>;
  /**
   * One atomic batch, without reading before or after. Stored atoms are remembered even if the connection was
   * locked meanwhile. Refused with `read_only` if the target is locked.
   */
  readonly sendBatch: (
    id: ConnectionId,
    atoms: readonly { readonly key: string; readonly value: string }[],
    options: SendBatchOptions,
  ) => Promise<GatewayResponse<ReceivedBatchStore>>;
}

export interface SendBatchOptions extends DestinationOptions {
  /** Takes over waiting until the stored atoms are remembered, because the next send need not wait for it. */
  readonly remembering?: (done: Promise<void>) => void;
}

export interface ReadingsEffects {
  readonly gateway: Gateway;
  readonly connections: Pick<Connections, 'target' | 'profile' | 'saveScheme'>;
  readonly catalogues: Pick<Catalogues, 'of'> & Partial<Pick<Catalogues, 'ledgerOf'>>;
  /** Absent: nothing is pinned. */
  readonly pins?: Pick<Pins, 'of'>;
  /** Whether what is saved of a connection is all there. Absent: nobody records that. */
  readonly grounds?: ConnectionGrounds;
  readonly batchPaths: Pick<BatchPaths, 'prove'>;
  /** Absent without other threads: then all learning happens in this one. */
  readonly learning?: SchemeLearning;
  readonly announce: {
    readonly activity: (activity: Activity) => void;
    readonly connectionsChanged: () => void;
  };
  readonly observers: readonly ReadingObserver[];
  /** Whether an observer needs every reading of a connection, also of audits. Absent: none does. */
  readonly needsReadings?: (id: ConnectionId) => boolean;
  /** Keeps the answers in memory for evidence. Absent where nobody asks for any. */
  readonly keepAnswer?: (id: ConnectionId, answer: CheckedAnswer) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

export function createReadings(effects: ReadingsEffects): Readings {
  const { gateway, now } = effects;
  const announce = (
    id: ConnectionId,
    startedAt: number,
    errorCode: string | null,
    root: Activity['root'],
  ): void => {
    effects.announce.activity({ connectionId: id, at: now(), elapsedMs: now() - startedAt, errorCode, root });
  };
  const intake = createIntake({
    ...effects,
    announce,
    connectionsChanged: effects.announce.connectionsChanged,
  });

  /** Sends one call, if its target allows it, and announces the outcome. */
  const call = async <Sent extends { readonly ok: true }>(
    id: ConnectionId,
    options: ReadOptions,
    kind: CallKind,
    send: (target: ConnectionTarget) => Promise<Sent | GatewayFailure>,
  ): Promise<Sent | GatewayFailure> => {
    const startedAt = now();
    const target = await destinationOf(effects.connections, id, options, kind);
    const answer = target.ok
      ? await send(target.value)
      : { ok: false as const, error: withRequest(target.error, options), mayHaveBeenDone: false };
    if (!answer.ok) announce(id, startedAt, answer.error.code, null);
    return answer;
  };
  /**
   * Sends a store, and notes it until its outcome is known, because a response in the meantime may have its
   * root.
   */
  const write = async <T>(
    id: ConnectionId,
    options: SendBatchOptions,
    size: 'store' | 'batch',
    endpoint: string,
    send: (target: ConnectionTarget) => Promise<GatewayResponse<T>>,
    takeIn: (value: T, exchange: Exchange) => Promise<void>,
  ): Promise<GatewayResponse<T>> => {
    const locked = lock(id, size, options);
    if (locked !== null) return { ok: false, error: locked, mayHaveBeenDone: false };
    const askedAt = now();
    const ended = intake.writing(id);
    const answer = await call(id, options, size, send).catch((error: unknown) => {
      ended();
      throw error;
    });
    const noted = answer.ok
      ? takeIn(answer.value, answer.exchange)
      : answer.mayHaveBeenDone
        ? intake.unanswered(id, { askedAt, at: now(), endpoint, requestId: options.requestId })
        : Promise.resolve();
    const remembering = noted.finally(ended);
    if (options.remembering === undefined || !answer.ok) await remembering;
    else options.remembering(remembering);
    return answer;
  };
  const lock: Readings['lock'] = (id, size, options) => {
    const profile = effects.connections.profile(id);
    const refused = profile.ok ? writeRefusal(profile.value, size, options) : profile.error;
    return refused === null ? null : { ...refused, requestId: options.requestId };
  };

  const tell = (id: ConnectionId, answered: CompletedCall, { askedBy = 'user' }: ReadOptions): void => {
    for (const observe of effects.observers) observe(id, answered, askedBy, now());
  };

  /**
   * Reads an atom with the batch endpoint that the service would not return alone: because it cannot read
   * this key in a path, or because it denies a key that was proven. A proven key is added to the request to
   * get the current root.
   */
  const readByBatch = async (
    id: ConnectionId,
    key: string,
    alone: AppError,
    options: ReadOptions,
    source: KeySource,
  ): Promise<Result<AtomReading>> => {
    const witnesses = alone.code === 'not_found' ? await intake.witnesses(id, [key]) : [];
    const keys = [key, ...witnesses];
    const answer = await call(id, options, 'read', (target) => gateway.readMany(target, keys, options));
    if (!answer.ok) {
      if (answer.error.code === 'cancelled' || alone.code !== 'not_found') return fail(alone);
      return fail({ ...alone, denial: await intake.notFound(id, key) });
    }
    const status = statusOf(alone);
    const exchange = status === null ? answer.exchange : { ...answer.exchange, singleReadStatus: status };
    const missing = missingOf([key], answer.value);
    const { atoms, denials } = await intake.atoms(id, withRequested(answer.value, new Set(keys)), {
      exchange,
      body: answer.body,
      source,
      missing,
      ...(alone.code === 'not_found' && { deniedKey: key }),
    });
    const atom = atoms.find((one) => one.key === key);
    if (atom !== undefined) return succeed(atom);
    const denial = denials[0]?.denial ?? { kind: 'unproven' };
    return fail({ code: 'not_found', key, message: noSuchAtom, requestId: options.requestId, denial });
  };
  const readAlone = async (
    id: ConnectionId,
    key: string,
    options: ReadOptions,
    source: KeySource,
  ): Promise<Result<AtomReading>> => {
    const answer = await call(id, options, 'read', (target) => gateway.read(target, key, options));
    if (answer.ok) {
      const { exchange, body, value } = answer;
      const { atoms } = await intake.atoms(id, [{ atom: value, requestedKey: key }], {
        exchange,
        body,
        source,
      });
      const [atom] = atoms;
      if (atom === undefined) throw new Error('Checking one atom returned no result.');
      return succeed(atom);
    }
    const { error } = answer;
    if (isUnreadableAlone(error)) return readByBatch(id, key, error, options, source);
    if (error.code !== 'not_found') return fail(error);
    if (await intake.wasProven(id, key)) return readByBatch(id, key, error, options, source);
    return fail({ ...error, denial: await intake.notFound(id, key) });
  };

  const batches = createBatchReadings({ ...effects, call, intake, tell });

  return {
    read: async (id, key, options, source = 'lookup') => {
      const reading = await readAlone(id, key, options, source);
      if (reading.ok) tell(id, { kind: 'read', reading: reading.value }, options);
      return reading;
    },
    readMany: async (id, keys, options, source) => {
      const received = await batches.requestMany(id, keys, options);
      return received.ok ? succeed(await batches.checkMany(id, received.value, { source })) : received;
    },
    ...batches,
    recall: async (id, query, limit, options) => {
      const answer = await call(id, options, 'read', (target) =>
        gateway.recall(target, query, limit, options),
      );
      if (!answer.ok) return fail(answer.error);
      const { exchange, body, value } = answer;
      const at = now();
      const { atoms } = await intake.atoms(
        id,
        value.atoms.map((atom) => ({ atom, requestedKey: null })),
        {
          exchange,
          body,
          source: 'recall',
          otherNews: value.predictions.map((key) => ({ kind: 'named', key, source: 'prediction', at })),
        },
      );
      const { predictions, shares } = value;
      const anomalies = recallAnomalies(value.atoms, limit, value);
      const weighted = shares === undefined ? {} : { shares };
      const reading: RecallReading = { atoms, predictions, ...weighted, anomalies, exchange };
      tell(id, { kind: 'recall', query, limit, reading }, options);
      return succeed(reading);
    },
    list: async (id, page, options) => {
      const answer = await call(id, options, 'read', (target) => gateway.list(target, page, options));
      if (!answer.ok) return fail(answer.error);
      return succeed(answer.value);
    },
    lock,
    addressOf: (id) => {
      const profile = effects.connections.profile(id);
      return profile.ok ? profile.value.baseUrl : null;
    },
    send: (id, atom, options) =>
      write(
        id,
        options,
        'store',
        'POST /atoms',
        (target) => gateway.store(target, atom, options),
        ({ key, rootHash }, exchange) => intake.stored(id, { rootHash, keys: [key] }, exchange),
      ),
    sendBatch: (id, atoms, options) =>
      write(
        id,
        options,
        'batch',
        'POST /batch-atoms',
        (target) => gateway.storeBatch(target, atoms, options),
        ({ rootHash }, exchange) =>
          intake.stored(id, { rootHash, keys: atoms.map(({ key }) => key) }, exchange),
      ),
  };
}

const noSuchAtom = 'The service did not return this atom.';

/** The service cannot read this key in a path. The batch endpoint has keys in the body, where they fit. */
function isUnreadableAlone(error: AppError): boolean {
  const status = statusOf(error);
  return status === 400 || status === 414;
}

/** The status of the response; null if it is unknown. */
function statusOf(error: AppError): number | null {
  if (error.code === 'not_found') return 404;
  return error.code === 'unexpected_status' ? error.status : null;
}

function withRequest(error: AppError, { requestId }: CallOptions): AppError {
  return { ...error, requestId };
}

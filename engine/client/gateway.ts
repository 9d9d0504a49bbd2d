import type { AppError } from '#shared/domain/appError.ts';
import type { Exchange, StoredAtom } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { atomPath } from '#shared/domain/atomPath.ts';
import type { Json } from '#shared/domain/json.ts';
import type { RequestPurpose } from '#shared/domain/requestLog.ts';
import type { Result } from '#shared/domain/result.ts';
import type { AtomList, Dialect, ServiceFacts } from '#shared/domain/serviceFacts.ts';
import { detectDialect } from './dialects/detectDialect.ts';
import type { BaseAddress } from './baseAddress.ts';
import type { ReceivedBody } from './bodyReader.ts';
import {
  decodeAtom,
  decodeBatchRead,
  decodeBatchStored,
  decodeRecall,
  decodeStored,
  UnreadableResponse,
  type ReceivedBatchStore,
  type ReceivedRecall,
} from './decodeResponse.ts';
import type { ReceivedAtom } from './receivedAtom.ts';
import { errorOfResponse } from './errorResponse.ts';
import type {
  ConnectionSettings,
  HttpResponse,
  HttpClient,
  HttpNoResponse,
  HttpRequest,
  RequestAbout,
} from './httpClient.ts';
import { listRequest, meansNoList, type ListPage } from './documentedList.ts';
import { errorOfFailure } from './httpFailure.ts';
import { refused, unsendable, unsendableAtom } from './refusedInput.ts';
import { retryDelay } from './retryDelay.ts';

/** Where a call goes and with which key. The key stays in the main process. */
export interface Target {
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** Set if the call is answered from the snapshot file of this connection, and nothing is sent anywhere. */
  readonly snapshot?: ConnectionId;
  /**
   * The saved connection, if it is one, and the dialect of its service; null while that is not known. Absent: the
   * documented API.
   */
  readonly service?: { readonly id: ConnectionId | null; readonly dialect: Dialect | null };
  /** The saved connection with its limits and authorities, if it is one. */
  readonly profile?: ConnectionSettings;
}

export interface CallOptions {
  readonly requestId: string;
  readonly signal: AbortSignal | null;
  /**
   * Sends exactly one request, even if it fails in a way that a retry may fix; for callers that count
   * requests.
   */
  readonly once?: boolean;
  /** For the request log. Absent: what the request itself says, such as a read. */
  readonly purpose?: RequestPurpose;
  /** The connection is opened, but nothing is sent before this resolves; if it resolves to false, nothing at all. */
  readonly mayBeSent?: Promise<boolean>;
}

export interface GatewayFailure {
  readonly ok: false;
  readonly error: AppError;
  /** False if it is certain that the service did nothing. Important for stores. */
  readonly mayHaveBeenDone: boolean;
}

export type GatewayResponse<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly exchange: Exchange;
      /** Of a read: as received, but for the API key. */
      readonly body?: Buffer;
    }
  | GatewayFailure;

export type ListResponse = GatewayFailure | { readonly ok: true; readonly value: AtomList | null };

/** The five calls of the API (section 4), and what some services offer besides. None of them throws. */
export interface Gateway {
  /** Finds out the dialect of a service with one request; null if the response does not decide. */
  readonly detect: (target: Target, options: CallOptions) => Promise<Result<ServiceFacts | null>>;
  readonly read: (
    target: Target,
    key: string,
    options: CallOptions,
  ) => Promise<GatewayResponse<ReceivedAtom>>;
  readonly recall: (
    target: Target,
    query: string,
    limit: number,
    options: CallOptions,
  ) => Promise<GatewayResponse<ReceivedRecall>>;
  readonly readMany: (
    target: Target,
    keys: readonly string[],
    options: CallOptions,
  ) => Promise<GatewayResponse<readonly ReceivedAtom[]>>;
  /** The same without decoding the response; decoded if it repeated the API key, which no other thread gets. */
  readonly readManyBytes: (
    target: Target,
    keys: readonly string[],
    options: CallOptions,
  ) => Promise<GatewayResponse<ReceivedMany>>;
  readonly store: (
    target: Target,
    atom: { readonly key: string; readonly value: string },
    options: CallOptions,
  ) => Promise<GatewayResponse<StoredAtom>>;
  readonly storeBatch: (
    target: Target,
    atoms: readonly { readonly key: string; readonly value: string }[],
    options: CallOptions,
  ) => Promise<GatewayResponse<ReceivedBatchStore>>;
  /** A page of the service's own list of atoms; null if it has none. The documented API defines none: see `ListPage`. */
  readonly list: (target: Target, page: ListPage, options: CallOptions) => Promise<ListResponse>;
}

export type ReceivedMany =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'atoms'; readonly atoms: readonly ReceivedAtom[] };

/** A request that got a response, whatever its status. */
export interface ObservedExchange extends Pick<Call<unknown>, 'method' | 'path' | 'body'> {
  readonly target: Target;
  readonly response: HttpResponse;
}

/** Must return at once, and never throw. */
export type ObserveExchange = (exchange: ObservedExchange) => void;

export interface GatewayEffects {
  readonly http: Pick<HttpClient, 'send'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  /** Called after each response. */
  readonly observe?: ObserveExchange;
}

/** One request, and how its response is read. */
export interface Call<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Json | null;
  readonly isWrite: boolean;
  /** The requested key, where 404 means that this atom does not exist. */
  readonly key: string | null;
  /** @throws UnreadableResponse */
  readonly decode: (body: ReceivedBody) => Promise<T>;
}

export function createGateway(effects: GatewayEffects): Gateway {
  return {
    detect: (target, options) => detectDialect(effects, target, options),
    read: async (target, key, options) => {
      const path = atomPath(key);
      if (!path.ok) return refused(path.error, options);
      return perform(effects, target, options, {
        method: 'GET',
        path: path.value,
        body: null,
        isWrite: false,
        key,
        decode: decodeAtom,
      });
    },
    recall: async (target, query, limit, options) =>
      unsendable([['query', query]], options) ??
      perform(effects, target, options, {
        method: 'POST',
        path: '/recall',
        body: { query, limit },
        isWrite: false,
        key: null,
        decode: (received) => decodeRecall(received, limit),
      }),
    readMany: (target, keys, options) =>
      performReadMany(effects, target, keys, options, (received) => decodeBatchRead(received, keys.length)),
    readManyBytes: (target, keys, options) =>
      performReadMany(effects, target, keys, options, async (received) =>
        received.asReceived === undefined
          ? { kind: 'bytes', bytes: received.bytes }
          : { kind: 'atoms', atoms: await decodeBatchRead(received, keys.length) },
      ),
    store: async (target, { key, value }, options) =>
      unsendable(
        [
          ['key', key],
          ['value', value],
        ],
        options,
      ) ??
      perform(effects, target, options, {
        method: 'POST',
        path: '/atoms',
        body: { key, value },
        isWrite: true,
        key: null,
        decode: (received) => decodeStored(received, key),
      }),
    storeBatch: async (target, atoms, options) =>
      unsendableAtom(atoms, options) ??
      perform(effects, target, options, {
        method: 'POST',
        path: '/batch-atoms',
        body: { atoms: atoms.map(({ key, value }) => ({ key, value })) },
        isWrite: true,
        key: null,
        decode: (received) =>
          decodeBatchStored(
            received,
            atoms.map(({ key }) => key),
          ),
      }),
    list: (target, page, options) => listOfDocumented(effects, target, page, options),
  };
}

async function listOfDocumented(
  effects: GatewayEffects,
  target: Target,
  page: ListPage,
  options: CallOptions,
): Promise<ListResponse> {
  const answer = await perform(effects, target, options, listRequest(page));
  return answer.ok || !meansNoList(answer.error, page) ? answer : { ok: true, value: null };
}

async function performReadMany<T>(
  effects: GatewayEffects,
  target: Target,
  keys: readonly string[],
  options: CallOptions,
  decode: Call<T>['decode'],
): Promise<GatewayResponse<T>> {
  return (
    unsendable(
      keys.map((key, i) => [`keys[${String(i)}]`, key]),
      options,
    ) ??
    perform(effects, target, options, {
      method: 'POST',
      path: '/batch-access',
      body: { keys: [...keys] },
      isWrite: false,
      key: null,
      decode,
    })
  );
}

/** One call with its retries, after failures that may be temporary. A write is repeated only if nothing of it was sent. */
export async function perform<T>(
  effects: GatewayEffects,
  target: Target,
  options: CallOptions,
  call: Call<T>,
): Promise<GatewayResponse<T>> {
  const request: HttpRequest = {
    address: target.address,
    method: call.method,
    path: call.path,
    apiKey: target.apiKey,
    body: call.body === null ? null : Buffer.from(JSON.stringify(call.body), 'utf8'),
    isWrite: call.isWrite,
    isOnce: options.once === true,
    signal: options.signal,
    ...(options.mayBeSent !== undefined && { mayBeSent: options.mayBeSent }),
    about: aboutOf(target, options),
    ...(target.profile !== undefined && { settings: target.profile }),
  };
  const startedAt = effects.now();
  let waitedMs = 0;
  for (let retries = 0; ; retries++) {
    const outcome = await effects.http.send(request);
    if (outcome.kind === 'answer') effects.observe?.({ ...call, target, response: outcome });
    waitedMs += outcome.waitedMs ?? 0;
    const delay = options.once === true ? null : retryDelay(outcome, retries, call.isWrite, effects);
    if (delay !== null) {
      await effects.sleep(delay, options.signal);
      continue;
    }
    return conclude(outcome, target, options, call, {
      requestId: options.requestId,
      method: call.method,
      path: call.path,
      startedAt,
      elapsedMs: effects.now() - startedAt - waitedMs,
      retries,
    });
  }
}

/** For the request log. */
function aboutOf(target: Pick<Target, 'service'>, { requestId, purpose }: CallOptions): RequestAbout {
  return { connectionId: target.service?.id ?? null, requestId, ...(purpose !== undefined && { purpose }) };
}

/**
 * Statuses which mean that nothing was stored (interface section 7, and 400 by the meaning of HTTP). After
 * any other status, such as 408, 409, a redirect, or a server error, the service may have stored what was
 * sent.
 */
const clearRefusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429]);

async function conclude<T>(
  outcome: HttpResponse | HttpNoResponse,
  target: Target,
  { requestId }: CallOptions,
  call: Call<T>,
  exchange: Omit<Exchange, 'status' | 'bodyBytes'>,
): Promise<GatewayResponse<T>> {
  const address = target.address.text;
  if (outcome.kind === 'failed') {
    return {
      ok: false,
      error: errorOfFailure(outcome.failure, address, requestId),
      mayHaveBeenDone: outcome.mayHaveArrived,
    };
  }
  if (outcome.status < 200 || outcome.status >= 300) {
    const error = errorOfResponse(outcome, {
      address,
      requestId,
      key: call.key,
      isWrite: call.isWrite,
      now: exchange.startedAt + exchange.elapsedMs,
    });
    return { ok: false, error, mayHaveBeenDone: !clearRefusals.has(outcome.status) };
  }
  try {
    const { body, asReceived } = outcome;
    const value = await call.decode({ bytes: body, ...(asReceived !== undefined && { asReceived }) });
    return {
      ok: true,
      value,
      exchange: { ...exchange, status: outcome.status, bodyBytes: body.byteLength },
      ...(!call.isWrite && { body }),
    };
  } catch (error) {
    if (!(error instanceof UnreadableResponse)) throw error;
    return {
      ok: false,
      error: {
        code: 'bad_response',
        field: error.field,
        message: error.message,
        requestId,
      },
      mayHaveBeenDone: true,
    };
  }
}

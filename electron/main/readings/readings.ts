import type { AppError } from '#shared/domain/appError.ts';
import { isSendableKey } from '#shared/domain/atomPath.ts';
import type { AtomReading, BatchReading, Exchange, RecallReading, StoredAtom } from '#shared/domain/atom.ts';
import type { KeySource } from '#shared/domain/catalogue.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { narrowPin } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { recallOddities } from '#shared/recall/recallOddities.ts';
import type { Catalogue, Catalogues } from '../catalogue/catalogues.ts';
import type { ShownEmpty } from '../catalogue/emptyLeaves.ts';
import type { KeyNews } from '../catalogue/knownKeys.ts';
import type { RootToRecord } from '../catalogue/rootLedger.ts';
import type { Connections, ConnectionTarget } from '../connections/connections.ts';
import type { ReceivedBatchStore } from '../gateway/decodeAnswer.ts';
import type { CallOptions, Gateway, GatewayAnswer } from '../gateway/gateway.ts';
import { createTurns } from '../storage/inTurn.ts';
import type { BatchPaths } from '../verification/batchPaths.ts';
import { createConfirmations } from '../verification/confirmations.ts';
import type { SchemeLearning } from '../verification/schemeLearning.ts';
import { shownEmptyIn } from './shownEmpty.ts';
import { destinationOf, lockedReadOnly, type DestinationOptions } from './destination.ts';
import { asReceived, readAnswer, type AnswerReading, type AtomToCheck } from './answerReading.ts';

export interface ReadOptions extends DestinationOptions {
  /** `app` where the app asks of its own accord (prefetch, discovery, what scrolls into sight); `user` where it is not said. */
  readonly askedBy?: 'user' | 'app';
}

/** A call that was answered, with what its answer showed. A read that found nothing has no reading. */
export type AnsweredCall =
  | { readonly kind: 'read'; readonly key: string; readonly reading: AtomReading | null }
  | { readonly kind: 'readMany'; readonly keys: readonly string[]; readonly reading: BatchReading }
  | {
      readonly kind: 'recall';
      readonly query: string;
      readonly limit: number;
      readonly reading: RecallReading;
    };

/** Told of every answered call, after it was taken in; it neither fails nor holds up the caller. */
export type ReadingObserver = (
  id: ConnectionId,
  call: AnsweredCall,
  askedBy: 'user' | 'app',
  /** Epoch milliseconds. */
  at: number,
) => void;

/** Calls to a connection's service whose answers are checked, remembered and announced. */
export interface Readings {
  readonly read: (
    id: ConnectionId,
    key: string,
    options: ReadOptions,
    source?: KeySource,
  ) => Promise<Result<AtomReading>>;
  /** `source`: how keys that were not known yet are said to have become known. */
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
  /** Why nothing may be stored over the connection: it is locked, or not there. null where it may. */
  readonly lock: (id: ConnectionId, options: CallOptions) => AppError | null;
  /** Where the connection leads now; null where it is not there. */
  readonly addressOf: (id: ConnectionId) => string | null;
  /** One store, as it is: nothing is read before or after. Otherwise as `sendBatch`. */
  readonly send: (
    id: ConnectionId,
    atom: { readonly key: string; readonly value: string },
    options: DestinationOptions,
  ) => Promise<GatewayAnswer<StoredAtom>>;
  /**
   * One atomic batch, as it is: nothing is read before or after. What was stored is remembered, even where the
   * connection was locked meanwhile. Refused with `read_only` where the target that it would go to is locked.
   */
  readonly sendBatch: (
    id: ConnectionId,
    atoms: readonly { readonly key: string; readonly value: string }[],
    options: SendBatchOptions,
  ) => Promise<GatewayAnswer<ReceivedBatchStore>>;
}

export interface SendBatchOptions extends DestinationOptions {
  /** Takes over the wait until what was stored is remembered: what is sent next need not wait for it. */
  readonly remembering?: (done: Promise<void>) => void;
}

export interface ReadingsEffects {
  readonly gateway: Gateway;
  readonly connections: Pick<Connections, 'target' | 'profile' | 'saveScheme'>;
  readonly catalogues: Pick<Catalogues, 'of'>;
  readonly batchPaths: Pick<BatchPaths, 'prove'>;
  /** Absent where there are no other threads: then all is learnt in this one. */
  readonly learning?: SchemeLearning;
  readonly announce: {
    readonly activity: (activity: Activity) => void;
    readonly connectionsChanged: () => void;
  };
  readonly observers: readonly ReadingObserver[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

export function createReadings(effects: ReadingsEffects): Readings {
  const { gateway, now } = effects;
  /** Answers of one connection are taken in one after the other: each is held to what the one before it pinned. */
  const { inTurn } = createTurns();
  const confirmations = createConfirmations();
  const learn: SchemeLearning['learn'] =
    effects.learning?.learn ?? ((pin, samples, at) => Promise.resolve(narrowPin(pin, samples, at)));

  /** Sends one call, if the target that it would go to allows it, and announces how it went. */
  const call = async <T>(
    id: ConnectionId,
    options: ReadOptions,
    kind: 'read' | 'write',
    send: (target: ConnectionTarget) => Promise<GatewayAnswer<T>>,
  ): Promise<GatewayAnswer<T>> => {
    const startedAt = now();
    const target = await destinationOf(effects.connections, id, options, kind);
    const answer = target.ok
      ? await send(target.value)
      : { ok: false as const, error: withRequest(target.error, options), mayHaveBeenDone: false };
    if (!answer.ok) announce(id, startedAt, answer.error.code, null);
    return answer;
  };
  const announce = (
    id: ConnectionId,
    startedAt: number,
    errorCode: string | null,
    root: Activity['root'],
  ): void => {
    effects.announce.activity({ connectionId: id, at: now(), elapsedMs: now() - startedAt, errorCode, root });
  };

  /** Checks the atoms of an answer and remembers what they show. */
  const takeIn = (
    id: ConnectionId,
    atoms: readonly AtomToCheck[],
    from: {
      readonly exchange: Exchange;
      readonly source: KeySource;
      readonly otherNews?: readonly KeyNews[];
    },
  ): Promise<AnswerReading> =>
    inTurn(id, async () => {
      const profile = effects.connections.profile(id);
      const memory = profile.ok ? await openMemory(id) : null;
      const before = profile.ok ? profile.value.scheme : null;
      const samples = atoms.map(({ atom }) => asReceived(atom));
      const pin = await learn(before, samples, now());
      const standing = memory?.ledger.standing ?? null;
      const proofs = atoms.map(({ atom }) => atom.proof);
      const reading = readAnswer({
        atoms,
        ...from,
        pin,
        standing,
        paths: await effects.batchPaths.prove(proofs, pin),
        earlierVersions: await verifiedEarlier(memory, atoms, from.exchange),
        now: now(),
      });
      announce(id, from.exchange.startedAt, null, reading.newestRoot);
      const counted = confirmations.count(id, pin, reading.atoms, pin !== before);
      if (profile.ok && counted !== null && counted !== before) await savePin(id, counted, before);
      // Before the keys, whose change is announced: what is counted then includes it.
      await rememberEmpty(memory, shownEmptyIn(reading.atoms));
      await remember(memory, reading.roots, [...reading.news, ...(from.otherNews ?? [])]);
      return reading;
    });
  /** null where it cannot be opened: what was read is still shown, only not compared with the past. */
  const openMemory = async (id: ConnectionId): Promise<Catalogue | null> => {
    try {
      return await effects.catalogues.of(id);
    } catch (error) {
      effects.log('The catalogue could not be opened.', error);
      return null;
    }
  };
  /** A full disk must not make a failure of what was read, or of what was written before it was read back. */
  const savePin = async (id: ConnectionId, pin: SchemePin, from: SchemePin | null): Promise<void> => {
    try {
      await effects.connections.saveScheme(id, pin, from);
      effects.announce.connectionsChanged();
    } catch (error) {
      effects.log('What the proofs are held to could not be kept.', error);
    }
  };
  const verifiedEarlier = async (
    memory: Catalogue | null,
    atoms: readonly AtomToCheck[],
    { startedAt }: Exchange,
  ): Promise<ReadonlyMap<string, number>> => {
    if (memory === null) return new Map();
    try {
      const keys = atoms.map(({ atom }) => atom.key);
      return await memory.keys.verifiedVersions(keys, startedAt);
    } catch (error) {
      effects.log('The catalogue could not be asked.', error);
      return new Map();
    }
  };
  /** A full disk must not hide a verdict: what cannot be remembered is logged, and the reading goes on. */
  const remember = async (
    memory: Catalogue | null,
    roots: readonly RootToRecord[],
    news: readonly KeyNews[],
  ): Promise<void> => {
    if (memory === null) return;
    try {
      for (const root of roots) await memory.ledger.append(root);
      await memory.keys.learn(news);
    } catch (error) {
      effects.log('What was read could not be remembered.', error);
    }
  };
  const rememberEmpty = async (memory: Catalogue | null, shown: readonly ShownEmpty[]): Promise<void> => {
    if (memory === null || shown.length === 0) return;
    try {
      await memory.empty.learn(shown);
    } catch (error) {
      effects.log('Which leaves are empty could not be saved.', error);
    }
  };
  const takeInStored = (
    id: ConnectionId,
    { rootHash, keys }: { readonly rootHash: string | null; readonly keys: readonly string[] },
    exchange: Exchange,
  ): Promise<void> =>
    inTurn(id, async () => {
      const memory = effects.connections.profile(id).ok ? await openMemory(id) : null;
      const root = rootHash === null ? null : { rootHash, treeSize: null };
      const standing = root === null ? null : (memory?.ledger.standing(root, exchange.startedAt) ?? null);
      announce(
        id,
        exchange.startedAt,
        null,
        root === null || standing === null ? null : { ...root, standing: standing.kind },
      );
      const { startedAt: askedAt, requestId } = exchange;
      const endpoint = `${exchange.method} ${exchange.path}`;
      const at = now();
      await remember(
        memory,
        root === null ? [] : [{ ...root, askedAt, at, endpoint, path: 'undecided', requestId }],
        keys.map((key) => ({ kind: 'named', key, source: 'write', at })),
      );
    });
  const lock: Readings['lock'] = (id, { requestId }) => {
    const profile = effects.connections.profile(id);
    if (!profile.ok) return { ...profile.error, requestId };
    return profile.value.readOnly ? { ...lockedReadOnly, requestId } : null;
  };
  const learnGone = (id: ConnectionId, key: string): Promise<void> =>
    inTurn(id, async () => {
      // The answer may be about a connection that was removed meanwhile: opened now, its folder would come back.
      const memory = effects.connections.profile(id).ok ? await openMemory(id) : null;
      await remember(memory, [], [{ kind: 'gone', key, at: now() }]);
    });

  const tell = (id: ConnectionId, answered: AnsweredCall, { askedBy = 'user' }: ReadOptions): void => {
    for (const observe of effects.observers) observe(id, answered, askedBy, now());
  };

  return {
    read: async (id, key, options, source = 'lookup') => {
      const answer = await call(id, options, 'read', (target) => gateway.read(target, key, options));
      if (!answer.ok) {
        if (answer.error.code === 'not_found') {
          await learnGone(id, key);
          tell(id, { kind: 'read', key, reading: null }, options);
        }
        return fail(answer.error);
      }
      const { exchange } = answer;
      const { atoms } = await takeIn(id, [{ atom: answer.value, requestedKey: key }], { exchange, source });
      const [atom] = atoms;
      if (atom === undefined) throw new Error('One atom went in and none came out.');
      tell(id, { kind: 'read', key, reading: atom }, options);
      return succeed(atom);
    },
    readMany: async (id, askedKeys, options, source = 'lookup') => {
      const asked = new Set(askedKeys.filter(isSendableKey));
      const unsendable = [...new Set(askedKeys)].filter((key) => !asked.has(key));
      if (asked.size === 0 && unsendable.length > 0) return fail(withRequest(noneSendable, options));
      const answer = await call(id, options, 'read', (target) =>
        gateway.readMany(target, [...asked], options),
      );
      if (!answer.ok) return fail(answer.error);
      const { exchange, value: received } = answer;
      const receivedKeys = new Set(received.map(({ key }) => key));
      const missing = [...asked].filter((key) => !receivedKeys.has(key));
      const at = now();
      const { atoms } = await takeIn(
        id,
        // What was not asked for has no key to be compared with; it is listed as such.
        received.map((atom) => ({ atom, requestedKey: asked.has(atom.key) ? atom.key : null })),
        { exchange, source, otherNews: missing.map((key) => ({ kind: 'gone', key, at })) },
      );
      const unasked = [...receivedKeys].filter((key) => !asked.has(key));
      const reading: BatchReading = {
        atoms,
        missing,
        unasked,
        exchange,
        ...(unsendable.length > 0 && { unsendable }),
      };
      tell(id, { kind: 'readMany', keys: [...asked], reading }, options);
      return succeed(reading);
    },
    recall: async (id, query, limit, options) => {
      const answer = await call(id, options, 'read', (target) =>
        gateway.recall(target, query, limit, options),
      );
      if (!answer.ok) return fail(answer.error);
      const { exchange, value } = answer;
      const at = now();
      const { atoms } = await takeIn(
        id,
        value.atoms.map((atom) => ({ atom, requestedKey: null })),
        {
          exchange,
          source: 'recall',
          otherNews: value.predictions.map((key) => ({ kind: 'named', key, source: 'prediction', at })),
        },
      );
      const { predictions } = value;
      const oddities = recallOddities(value.atoms, limit, value);
      const reading: RecallReading = { atoms, predictions, oddities, exchange };
      tell(id, { kind: 'recall', query, limit, reading }, options);
      return succeed(reading);
    },
    lock,
    addressOf: (id) => {
      const profile = effects.connections.profile(id);
      return profile.ok ? profile.value.baseUrl : null;
    },
    send: async (id, atom, options) => {
      const locked = lock(id, options);
      if (locked !== null) return { ok: false, error: locked, mayHaveBeenDone: false };
      const answer = await call(id, options, 'write', (target) => gateway.store(target, atom, options));
      if (answer.ok) {
        const { key, rootHash } = answer.value;
        await takeInStored(id, { rootHash, keys: [key] }, answer.exchange);
      }
      return answer;
    },
    sendBatch: async (id, atoms, options) => {
      const locked = lock(id, options);
      if (locked !== null) return { ok: false, error: locked, mayHaveBeenDone: false };
      const answer = await call(id, options, 'write', (target) => gateway.storeBatch(target, atoms, options));
      if (answer.ok) {
        const { rootHash } = answer.value;
        const done = takeInStored(id, { rootHash, keys: atoms.map(({ key }) => key) }, answer.exchange);
        if (options.remembering === undefined) await done;
        else options.remembering(done);
      }
      return answer;
    },
  };
}

const noneSendable: AppError = {
  code: 'invalid_input',
  field: 'key',
  message:
    'The key is empty or holds half of a character pair (a lone surrogate), so no request can carry it.',
  requestId: null,
};

function withRequest(error: AppError, { requestId }: CallOptions): AppError {
  return { ...error, requestId };
}

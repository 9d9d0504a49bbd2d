import { noStoredDetails } from '../client/decodeResponse.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type {
  AtomToStore,
  BatchReceipt,
  PreviousKept,
  StoreReceipt,
  WriteConfirmation,
  WrittenInBatch,
} from '#shared/domain/store.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import type { CallOptions, GatewayResponse } from '../client/gateway.ts';
import { readInBatches } from '../reading/runs/readInBatches.ts';
import type { Readings } from '../reading/readings.ts';
import type { ReadOptions } from '../reading/readingCalls.ts';
import {
  beforeOf,
  commonRoot,
  holdsValue,
  isServiceResponse,
  meetsPrecondition,
  isReadBackAsStored,
  isSettledAsStored,
  nowOf,
  otherWritesOf,
  rootsOf,
  type AttemptedAtom,
  type Before,
} from './attempt.ts';
import { createKeyTurns } from './keyTurns.ts';
import { refusedReceipt, settledReceipt, unsettledReceipt } from './receiptOf.ts';
import { keepPrevious } from './keepPrevious.ts';
import type { PreviousValues } from './previousValues.ts';
import type { Receipts } from './receipts.ts';
import type { SizeKnowledges } from './sizeKnowledge.ts';

/**
 * Stores with care: the preconditions of a store are read again right before it, what was stored is read
 * back, and every attempt that was sent leaves a receipt. The app's own refusals (locked, production without
 * a confirmation, apparent credential) come before anything is sent.
 */
export interface Writes {
  readonly store: (
    id: ConnectionId,
    atom: AtomToStore & WriteConsent,
    options: CallOptions,
  ) => Promise<Result<StoreReceipt>>;
  /** As one atomic batch, without repeated keys. */
  readonly storeMany: (
    id: ConnectionId,
    batch: WriteConsent & {
      readonly title: string;
      readonly atoms: readonly AtomToStore[];
    },
    options: CallOptions,
  ) => Promise<Result<BatchReceipt>>;
}

interface WriteConsent {
  /** Whether a value may look like a credential. */
  readonly allowSensitive: boolean;
  /** Needed if the service is production. */
  readonly confirmation?: WriteConfirmation | undefined;
}

export interface WritesEffects {
  readonly readings: Pick<Readings, 'read' | 'readMany' | 'lock' | 'addressOf' | 'send' | 'sendBatch'>;
  readonly receipts: Pick<Receipts, 'add' | 'begin' | 'drop'>;
  readonly sizes: Pick<SizeKnowledges, 'accepted' | 'refused'>;
  readonly previousValues: Pick<PreviousValues, 'keep' | 'drop'>;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Where an atom has no value, its key is the content. */
function contentOf({ key, value }: { readonly key: string; readonly value: string }): string {
  return value === '' ? key : value;
}

/** Characters searched for credentials without a pause; more would block the main process. */
const lookedThroughAtOnce = 500_000;

export function createWrites(effects: WritesEffects): Writes {
  const { readings, receipts, sizes, previousValues, now } = effects;
  const inTurn = createKeyTurns();
  const placesOf = (id: ConnectionId, keys: readonly string[]): readonly string[] =>
    keys.map((key) => `${id} ${key}`);

  /** Checks the values, with pauses for other work. */
  const findSensitive = async (values: readonly string[]) => {
    let units = 0;
    for (const [index, value] of values.entries()) {
      if (units > lookedThroughAtOnce) {
        await effects.pause();
        units = 0;
      }
      const finding = findSensitiveContent(value);
      if (finding !== null) return { index, finding };
      units += value.length;
    }
    return null;
  };
  /** Why this must not be sent; null if it may. */
  const refusal = async (
    id: ConnectionId,
    size: 'store' | 'batch',
    values: readonly string[],
    { allowSensitive, confirmation }: WriteConsent,
    options: CallOptions,
  ): Promise<AppError | null> => {
    const locked = readings.lock(id, size, { ...options, confirmed: confirmation });
    if (locked !== null || allowSensitive) return locked;
    const found = await findSensitive(values);
    if (found === null) return null;
    const { reason, pattern } = found.finding;
    return {
      code: 'sensitive_content',
      message: 'Atom Explorer stopped this before anything was sent.',
      reason,
      pattern,
      field: values.length === 1 ? 'value' : `atoms[${String(found.index)}].value`,
      failedIndex: values.length === 1 ? null : found.index,
      requestId: options.requestId,
    };
  };
  /** What the outcome of a store shows about sizes. A batch of several may be too large for either reason. */
  const learnSizes = async (
    id: ConnectionId,
    atoms: readonly { readonly value: string }[],
    answer: GatewayResponse<unknown>,
  ): Promise<void> => {
    const largestValue = Math.max(...atoms.map(({ value }) => Buffer.byteLength(value, 'utf8')));
    if (answer.ok) await sizes.accepted(id, { largestValue, atoms: atoms.length });
    else if (answer.error.code !== 'payload_too_large') return;
    else if (atoms.length === 1) await sizes.refused(id, { value: largestValue });
  };
  /**
   * Sends between two receipts: one which says that nothing is known yet, in case the app ends, and one with
   * the refusal, if it was refused. A request that did not reach the service leaves none. What the atoms were before is
   * kept first.
   */
  const sendKept = async <T>(
    unsettled: WriteReceipt,
    atoms: readonly Pick<AttemptedAtom, 'key' | 'value' | 'before'>[],
    send: () => Promise<GatewayResponse<T>>,
  ): Promise<{ readonly answer: GatewayResponse<T>; readonly previous: PreviousKept }> => {
    const { connectionId, id } = unsettled;
    const previous = await keepPrevious(previousValues, unsettled, atoms);
    await receipts.begin(unsettled);
    const answer = await send();
    await learnSizes(connectionId, atoms, answer);
    if (answer.ok || answer.mayHaveBeenDone) return { answer, previous };
    await previousValues.drop(connectionId, id);
    if (isServiceResponse(answer.error.code)) {
      const refused = refusedReceipt(unsettled, { endedAt: now(), error: answer.error });
      await receipts.add(refused, { erases: answer.error.code === 'sensitive_content' });
    } else await receipts.drop(connectionId, id);
    return { answer, previous };
  };

  /**
   * Each key with its reading, or the reason why it could not be read. From one snapshot if one response has
   * room.
   */
  const readAll = async (
    id: ConnectionId,
    keys: readonly string[],
    address: string | null,
    options: ReadOptions,
    source: 'lookup' | 'write',
  ): Promise<ReadonlyMap<string, Result<AtomReading>>> => {
    const found = new Map<string, Result<AtomReading>>();
    let lastError: AppError | null = null;
    const ended = await readInBatches({
      keys,
      firstSize: keys.length,
      before: async (some) => some.map(() => null),
      ask: async (some) => {
        const answer = await readings.readMany(id, some, { ...options, onlyAt: address }, source);
        if (!answer.ok) lastError = answer.error;
        return answer;
      },
      take: ({ reading }) => {
        for (const atom of reading?.atoms ?? []) {
          if (!found.has(atom.key)) found.set(atom.key, succeed(atom));
        }
        for (const key of reading?.missing ?? []) {
          found.set(
            key,
            fail({ code: 'not_found', key, message: 'This atom does not exist.', requestId: null }),
          );
        }
      },
    });
    const error = (ended.ok ? lastError : ended.error) ?? notAnswered;
    for (const key of keys) if (!found.has(key)) found.set(key, fail(error));
    return found;
  };

  const store: Writes['store'] = async (id, atom, options) => {
    const { key, value, precondition, confirmation: confirmed } = atom;
    const address = readings.addressOf(id);
    // A reading of one service says nothing about another, and data meant for one is not sent to another.
    const there = { ...options, onlyAt: address };
    const asApp: ReadOptions = { ...there, askedBy: 'app' };
    const before = beforeOf(key, await readings.read(id, key, asApp));
    const blocked = whyBlocked([{ precondition, before }]);
    if (blocked !== null) return fail(blocked);
    if (!meetsPrecondition(precondition, before)) return succeed({ outcome: 'conflict', now: nowOf(before) });

    const sent = [{ key, value, before }];
    const unsettled = unsettledReceipt(
      {
        id: effects.newId(),
        connectionId: id,
        kind: 'store',
        title: key,
        startedAt: now(),
        rootBefore: before.kind === 'there' ? commonRoot([before.reading]) : null,
        sentTo: address,
      },
      sent,
    );
    const { answer, previous } = await sendKept(unsettled, sent, () =>
      readings.send(id, { key, value }, { ...there, confirmed }),
    );
    if (!answer.ok && !answer.mayHaveBeenDone) return fail(answer.error);

    // Not aborted with the caller's signal: after a store, the service's state is worth knowing even if the
    // user canceled.
    const afterwards: ReadOptions = { ...asApp, signal: null };
    const readBack = await readings.read(id, key, afterwards, 'write');
    const answered = answer.ok ? answer.value : null;
    const attempted: AttemptedAtom = { key, value, before, answered, readBack };
    const isLogged = await receipts.add(
      settledReceipt(unsettled, [attempted], {
        endedAt: now(),
        outcome: answer.ok ? 'stored' : 'unknown',
        rootAfter: answered?.rootHash ?? null,
        errorCode: answer.ok ? null : answer.error.code,
      }),
    );
    const common = {
      receiptId: unsettled.id,
      isLogged,
      previous,
      before: nowOf(before),
      beforeError: before.kind === 'unread' ? before.error : null,
      readBack,
    };
    if (!answer.ok) {
      return succeed({
        ...common,
        outcome: 'unknown',
        error: answer.error,
        readBackMatches: holdsValue(attempted),
      });
    }
    return succeed({
      ...common,
      outcome: 'stored',
      answer: answer.value,
      exchange: answer.exchange,
      readBackMatches: isReadBackAsStored(attempted),
      otherWrites: otherWritesOf(attempted),
    });
  };

  const storeMany: Writes['storeMany'] = async (id, { title, atoms, confirmation: confirmed }, options) => {
    const address = readings.addressOf(id);
    const asApp: ReadOptions = { ...options, askedBy: 'app' };
    const keys = atoms.map(({ key }) => key);
    const foundBefore = await readAll(id, keys, address, asApp, 'lookup');
    const toSend = atoms.map((atom) => ({
      ...atom,
      before: beforeOf(atom.key, foundOf(foundBefore, atom.key)),
    }));
    const blocked = whyBlocked(toSend);
    if (blocked !== null) return fail(blocked);
    const conflicts = toSend.filter(({ precondition, before }) => !meetsPrecondition(precondition, before));
    if (conflicts.length > 0) {
      return succeed({
        outcome: 'conflict',
        conflicts: conflicts.map(({ key, before }) => ({ key, now: nowOf(before) })),
      });
    }

    const rootBefore = commonRoot(toSend.flatMap(({ before }) => nowOf(before) ?? []));
    const unsettled = unsettledReceipt(
      {
        id: effects.newId(),
        connectionId: id,
        kind: 'batch',
        title,
        startedAt: now(),
        rootBefore,
        sentTo: address,
      },
      toSend,
    );
    const { answer, previous } = await sendKept(unsettled, toSend, () =>
      readings.sendBatch(id, atoms, { ...options, onlyAt: address, confirmed }),
    );
    if (!answer.ok && !answer.mayHaveBeenDone) return fail(answer.error);

    const answered = new Map((answer.ok ? (answer.value.atoms ?? []) : []).map((one) => [one.key, one]));
    const readBack = await readAll(id, keys, address, { ...asApp, signal: null }, 'write');
    const attempted = toSend.map(({ key, value, before }): AttemptedAtom => ({
      key,
      value,
      before,
      // Without details, the response still reports that everything is stored.
      answered: answered.get(key) ?? (answer.ok ? noStoredDetails(key) : null),
      readBack: foundOf(readBack, key),
    }));
    const outcome = answer.ok || isSettledAsStored(attempted) ? 'stored' : 'unknown';
    const rootAfter = answer.ok ? answer.value.rootHash : null;
    const error = answer.ok ? null : answer.error;
    const errorCode = error?.code ?? null;
    const isLogged = await receipts.add(
      settledReceipt(unsettled, attempted, { endedAt: now(), outcome, rootAfter, errorCode }),
    );
    return succeed({
      outcome,
      receiptId: unsettled.id,
      isLogged,
      previous,
      error,
      rootBefore,
      rootAfter,
      atoms: attempted.map(writtenInBatch),
      readBackRoots: rootsOf(attempted.flatMap(({ readBack: read }) => (read.ok ? [read.value] : []))),
    });
  };

  return {
    store: async (id, atom, options) => {
      const refused = await refusal(id, 'store', [contentOf(atom)], atom, options);
      if (refused !== null) return fail(refused);
      return inTurn(placesOf(id, [atom.key]), () => store(id, atom, options));
    },
    storeMany: async (id, batch, options) => {
      const values = batch.atoms.map(contentOf);
      const refused = await refusal(id, 'batch', values, batch, options);
      if (refused !== null) return fail(refused);
      const keys = batch.atoms.map(({ key }) => key);
      return inTurn(placesOf(id, keys), () => storeMany(id, batch, options));
    },
  };
}

const notAnswered: AppError = {
  code: 'bad_response',
  field: null,
  message: 'The response did not mention this key.',
  requestId: null,
};

/** Why a store must not continue: a precondition could not be read, or the user canceled meanwhile. */
function whyBlocked(
  atoms: readonly Pick<AtomToStore & { readonly before: Before }, 'precondition' | 'before'>[],
) {
  for (const { precondition, before } of atoms) {
    if (before.kind !== 'unread') continue;
    if (precondition.kind !== 'anything' || before.error.code === 'cancelled') return before.error;
  }
  return null;
}

function foundOf(found: ReadonlyMap<string, Result<AtomReading>>, key: string): Result<AtomReading> {
  return found.get(key) ?? fail(notAnswered);
}

function writtenInBatch(atom: AttemptedAtom): WrittenInBatch {
  const { key, before, answered, readBack } = atom;
  return {
    key,
    version: answered?.version ?? null,
    before: before.kind,
    versionBefore: nowOf(before)?.version ?? null,
    missing: !readBack.ok && readBack.error.code === 'not_found',
    readBack: readBack.ok
      ? {
          version: readBack.value.version,
          holdsValue: holdsValue(atom) === true,
          verdict: readBack.value.verdict.status,
        }
      : null,
    otherWrites: otherWritesOf(atom),
  };
}

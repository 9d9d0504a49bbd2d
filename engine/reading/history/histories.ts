import { removeFolder } from '../../storage/removeFolder.ts';
import path from 'node:path';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import {
  largestKeptValue,
  type AtomHistory,
  type HistorySize,
  type KeptValue,
} from '#shared/domain/history.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { Connections } from '../../connections/connections.ts';
import type { ReadingObserver } from '../readings.ts';
import type { CompletedCall } from '../readingCalls.ts';
import type { DataKeys } from '../../storage/dataKeys.ts';
import { exists } from '../../storage/missing.ts';
import {
  openHistoryDatabase,
  type HistoryDatabase,
  type LatestValue,
  type SightingToKeep,
} from './historyDatabase.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { createRecordCipher, type RecordCipher } from '../../storage/recordCipher.ts';

/**
 * The values that atoms were read with, for connections whose user turned history on; encrypted on this
 * computer.
 */
export interface Histories {
  /** Saves what is read over connections that keep a history. */
  readonly observe: ReadingObserver;
  /** Whether the values of a connection are kept. */
  readonly keeps: (id: ConnectionId) => boolean;
  readonly versions: (id: ConnectionId, key: string) => Promise<Result<AtomHistory>>;
  readonly value: (id: ConnectionId, key: string, versionId: string) => Promise<Result<KeptValue>>;
  /** The values that some atoms were last read with, or why there are none. */
  readonly latest: (id: ConnectionId, keys: readonly string[]) => Promise<Result<LatestValues>>;
  readonly size: (id: ConnectionId) => Promise<Result<HistorySize>>;
  /** Turns saving on or off. Saved values stay. */
  readonly setKept: (id: ConnectionId, isKept: boolean) => Promise<Result<Connection>>;
  /** Deletes the history of an atom. */
  readonly clearAtom: (id: ConnectionId, key: string) => Promise<Result<null>>;
  /** Deletes the history of a connection, with its data key. If history stays on, it starts over. */
  readonly clear: (id: ConnectionId) => Promise<Result<null>>;
  /** For a connection that is being removed: deletes everything, if the keychain allows. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface HistoriesEffects {
  /** Contains one folder for each connection that has a history. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  readonly connections: () => Pick<Connections, 'profile' | 'setKeepsHistory'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /**
   * Limit for values that wait to be saved, in UTF-16 units together. While the keychain does not respond,
   * more are dropped.
   */
  readonly mostWaiting: number;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

interface OpenHistory {
  readonly cipher: RecordCipher;
  readonly database: HistoryDatabase;
}

/** Why a history cannot be used now. */
type Closed =
  | { readonly kind: 'none' }
  | { readonly kind: 'key-missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };
type Opening = { readonly kind: 'open'; readonly history: OpenHistory } | Closed;

/** `values`: in the order of the keys; null for an atom without one. */
export type LatestValues =
  | { readonly kind: 'none' | 'key-missing' }
  | { readonly kind: 'values'; readonly values: readonly (LatestValue | null)[] };

/** Far more than waits while the keychain responds. */
export const mostWaitingUnits = 128 * 1024 * 1024;

/** A history that could not be opened is not retried on a reading for this many milliseconds. */
const tryAgainAfter = 60_000;

/** How much is sealed without a pause; more would block the main process. */
const atOnce = 50;

export function createHistories(effects: HistoriesEffects): Histories {
  const { dataKeys } = effects;
  const opened = new Map<ConnectionId, OpenHistory>();
  /** When opening failed for a history, so that not every reading accesses the keychain. */
  const failedAt = new Map<ConnectionId, number>();
  let waiting = 0;

  /** One at a time, so that each call sees everything read before it. */
  const { inTurn } = createTurns();
  const folderOf = (id: ConnectionId): string => path.join(effects.folder, id);
  const keeps = (id: ConnectionId): boolean => {
    const profile = effects.connections().profile(id);
    return profile.ok && profile.value.keepsHistory;
  };

  const open = async (id: ConnectionId): Promise<Opening> => {
    const opening = await tryOpen(id);
    if (opening.kind === 'open') failedAt.delete(id);
    else failedAt.set(id, effects.now());
    return opening;
  };
  const tryOpen = async (id: ConnectionId): Promise<Opening> => {
    const known = opened.get(id);
    if (known !== undefined) return { kind: 'open', history: known };
    if (!keeps(id) && !(await exists(folderOf(id)))) return { kind: 'none' };
    const found = await dataKeys.find(id);
    if (found.kind === 'unreadable') return found;
    if (found.kind === 'missing') return { kind: 'key-missing' };
    const cipher = createRecordCipher('history', found.dataKey);
    const database = await openHistoryDatabase({
      // Below the connection's own folder, so that damaged files that are set aside are deleted with the
      // rest.
      folder: path.join(folderOf(id), 'records'),
      connectionId: id,
      cipher,
      now: effects.now,
      newId: effects.newId,
    });
    if (database === null) return { kind: 'key-missing' };
    const history = { cipher, database };
    opened.set(id, history);
    return { kind: 'open', history };
  };
  const close = async (id: ConnectionId): Promise<void> => {
    const history = opened.get(id);
    opened.delete(id);
    await history?.database.close();
  };
  const deleteFolder = async (id: ConnectionId): Promise<void> => {
    await close(id);
    await removeFolder(folderOf(id));
  };

  /** Queries the open history, or says why there is none. */
  const ask = <T>(
    id: ConnectionId,
    answers: { readonly none: T; readonly keyMissing: T },
    work: (database: HistoryDatabase) => Promise<T>,
  ): Promise<Result<T>> =>
    inTurn(id, async () => {
      const profile = effects.connections().profile(id);
      if (!profile.ok) return profile;
      const opening = await open(id);
      switch (opening.kind) {
        case 'open':
          return succeed(await work(opening.history.database));
        case 'none':
          return succeed(answers.none);
        case 'key-missing':
          return succeed(answers.keyMissing);
        case 'unreadable':
          return fail(unreadable(`The key that unlocks the history could not be read: ${opening.reason}.`));
      }
    });

  const keep = async (id: ConnectionId, readings: readonly AtomReading[], at: number): Promise<void> => {
    if (!keeps(id)) return;
    const failed = failedAt.get(id);
    if (failed !== undefined && effects.now() - failed < tryAgainAfter) return;
    const opening = await open(id);
    // Without its key nothing can be saved. The History tab shows that.
    if (opening.kind !== 'open') return;
    const { cipher, database } = opening.history;
    for (let start = 0; start < readings.length; start += atOnce) {
      if (start > 0) await effects.pause();
      const part = readings.slice(start, start + atOnce);
      await database.add(part.map((reading) => sightingOf(reading, cipher, at)));
    }
  };

  return {
    keeps,
    observe: (id, call, _askedBy, at) => {
      const readings = readingsOf(call);
      if (readings.length === 0 || !keeps(id)) return;
      const units = readings.reduce((sum, { value }) => sum + value.length, 0);
      if (waiting > 0 && waiting + units > effects.mostWaiting) {
        effects.log('A response was not saved in the history because the queue is full.', null);
        return;
      }
      waiting += units;
      inTurn(id, () => keep(id, readings, at))
        .catch((error: unknown) => {
          effects.log('Could not save a response in the history.', error);
        })
        .finally(() => {
          waiting -= units;
        });
    },
    versions: (id, key) =>
      ask<AtomHistory>(id, { none: nothingKept, keyMissing: { kind: 'key-missing' } }, (database) =>
        database.versions(key),
      ),
    value: (id, key, versionId) =>
      ask<KeptValue>(id, { none: { kind: 'removed' }, keyMissing: { kind: 'removed' } }, (database) =>
        database.value(key, versionId),
      ),
    latest: (id, keys) =>
      ask<LatestValues>(
        id,
        { none: { kind: 'none' }, keyMissing: { kind: 'key-missing' } },
        async (database) => ({
          kind: 'values',
          values: await database.latest(keys),
        }),
      ),
    size: (id) => {
      const none = { atoms: 0, versions: 0 };
      return ask<HistorySize>(id, { none, keyMissing: none }, (database) => database.size());
    },
    setKept: (id, isKept) =>
      inTurn(id, async () => {
        const profile = effects.connections().profile(id);
        if (!profile.ok) return profile;
        if (isKept) {
          const found = await dataKeys.find(id);
          // A new key never replaces one that may still open something; the user decides on that.
          const isNew = found.kind === 'missing' && !(await exists(folderOf(id)));
          const key = isNew ? await dataKeys.make(id) : found;
          if (key.kind === 'unreadable' || (key.kind === 'missing' && isNew)) {
            const reason = key.kind === 'unreadable' ? key.reason : 'the keychain did not save it';
            return fail(unreadable(`History stays off because its key could not be saved: ${reason}.`));
          }
        }
        const changed = await effects.connections().setKeepsHistory(id, isKept);
        failedAt.delete(id);
        // The folder marks that there is a key to remove later.
        if (isKept) await open(id);
        return changed;
      }),
    clearAtom: (id, key) =>
      ask<null>(id, { none: null, keyMissing: null }, async (database) => {
        await database.forget(key);
        return null;
      }),
    clear: (id) =>
      inTurn(id, async () => {
        const profile = effects.connections().profile(id);
        if (!profile.ok) return profile;
        await deleteFolder(id);
        if (profile.value.keepsHistory) {
          const made = await dataKeys.make(id);
          if (made.kind === 'key') {
            // As after `setKept`: without a folder nothing would show that there is a key to remove later.
            await open(id);
            return succeed(null);
          }
          const reason = made.kind === 'unreadable' ? made.reason : 'the keychain did not save it';
          return fail(unreadable(`The history was deleted, but a new one cannot be started: ${reason}.`));
        }
        const stillThere = await dataKeys.remove(id);
        if (stillThere === null) return succeed(null);
        return fail(
          unreadable(
            `The history was deleted, but its key could not be removed from the keychain: ${stillThere}.`,
          ),
        );
      }),
    forget: (id) =>
      inTurn(id, async () => {
        failedAt.delete(id);
        // The keychain is not accessed for connections that never had a history.
        if (!opened.has(id) && !(await exists(folderOf(id)))) return;
        await deleteFolder(id);
        const stillThere = await dataKeys.remove(id);
        if (stillThere !== null)
          effects.log('The data key of a deleted history is still in the keychain.', stillThere);
      }),
    close: async () => {
      await Promise.all([...opened.keys()].map((id) => inTurn(id, () => close(id))));
    },
  };
}

const nothingKept: AtomHistory = {
  kind: 'readable',
  versions: [],
  dropped: 0,
  setAsideAt: null,
  recoveredFrom: null,
};

function readingsOf(call: CompletedCall): readonly AtomReading[] {
  switch (call.kind) {
    case 'read':
      return [call.reading];
    case 'readMany':
    case 'recall':
      return call.reading.atoms;
  }
}

function sightingOf(reading: AtomReading, cipher: RecordCipher, at: number): SightingToKeep {
  const { key, value, version, hash, verdict } = reading;
  const bytes = Buffer.byteLength(value, 'utf8');
  return {
    key,
    version,
    hash,
    verdict: verdict.status,
    at,
    bytes,
    fingerprint: cipher.hiddenName('value', value),
    value: bytes > largestKeptValue ? null : value,
  };
}

function unreadable(message: string) {
  return { code: 'keychain_unavailable', message, requestId: null } as const;
}

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createTurns } from '#shared/async/inTurn.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  mostAcceptances,
  theRecord,
  type AcceptedLosses,
  type StateLoss,
  type StatePart,
} from '#shared/domain/stateLoss.ts';
import type { HeldKeys } from '../keyCalls.ts';
import type { KnownKeys } from '../knownKeys.ts';
import type { Profile } from '../../connections/profileStore.ts';
import type { LedgerKeys, RootLedger } from '../../roots/rootLedger.ts';
import { NewerFileError } from '../../storage/fileFormat.ts';
import { saveJsonFile } from '../../storage/jsonFile.ts';
import { exists, unlessMissing } from '../../storage/missing.ts';
import type { PinsNow, PinsWatch } from '../../roots/pins/pinsWatch.ts';
import { compareKeys, compareLedger, comparePins, compareRules, type Shortfall } from './compareState.ts';
import { rulesDigest } from '../../connections/digests.ts';
import {
  damagedPart,
  freshState,
  isLost,
  lostState,
  noRecord,
  unlessLost,
  wholeLoss,
  type WholeLoss,
} from './lostParts.ts';
import { readRecord, recordFileOf, recordIn, type ReadRecord, type RecordedState } from './recordedState.ts';
import { hasSavedParts, recordsFolder } from './savedConnections.ts';
import { readOwnText } from '../../storage/ownFile.ts';

/**
 * What was saved of each connection, in a file beside it: so a part that is missing, damaged, or an earlier copy is noticed
 * when it is opened. Such a loss stays until the user accepts it, and so does what the record says of that part.
 */
export interface StateRecords extends PinsWatch {
  /** Called with each part when it is opened, before anything uses it. */
  readonly ledgerOpened: (id: ConnectionId, ledger: RootLedger) => Promise<void>;
  readonly keysOpened: (id: ConnectionId, keys: KnownKeys) => Promise<void>;
  /** Before a profile is added or changed. Each connection has a record before it has a profile. */
  readonly profileWillBe: (next: Profile, before: Profile | null) => Promise<void>;
  /** Does work that removes known keys. */
  readonly keysShrink: <T>(id: ConnectionId, work: () => Promise<T>) => Promise<T>;
  /** A part has grown. */
  readonly changed: (id: ConnectionId) => void;
  /** Saves what changed. */
  readonly save: (id: ConnectionId) => Promise<void>;
  /** Of the parts that are open, and those that were found before. */
  readonly losses: (id: ConnectionId) => Promise<readonly StateLoss[]>;
  /** What the user accepted before, newest first. */
  readonly accepted: (id: ConnectionId) => Promise<readonly AcceptedLosses[]>;
  /** The user accepts all losses: what is there now counts. @returns what was accepted @throws the file system's error */
  readonly accept: (id: ConnectionId) => Promise<readonly StateLoss[]>;
  /** Nothing that was saved of it counts until the user accepts that, or it is no longer so when the folder is next opened. */
  readonly doubt: (id: ConnectionId, loss: WholeLoss) => Promise<void>;
  /** Makes the record of a connection that is about to be added, in a folder that lost what it knew of it. */
  readonly startLost: (id: ConnectionId, address: string, loss: WholeLoss) => Promise<void>;
  /** As it is on disk; null if there is none. */
  readonly recorded: (id: ConnectionId) => Promise<StoredRecord | null>;
  /** Only this audit may be continued after an interruption. */
  readonly auditBegan: (id: ConnectionId, auditId: string, isFirst: boolean) => Promise<void>;
  readonly auditEnded: (id: ConnectionId) => Promise<void>;
  /** null if no audit may be continued. */
  readonly openAudit: (id: ConnectionId) => Promise<OpenAudit | null>;
  readonly forget: (id: ConnectionId) => Promise<void>;
}

/** The audit of the command line that has begun and not ended. */
export interface OpenAudit {
  readonly id: string;
  /** Whether nothing had been read before it began. */
  readonly isFirst: boolean;
}

/** A record on disk. */
export interface StoredRecord {
  readonly read: ReadRecord;
  /** What it says, whoever signed it; null if it cannot be read. */
  readonly says: RecordedState | null;
}

interface Live {
  state: RecordedState;
  /** Set if the record itself is lost: then it is not written, so that the loss stays. */
  lost: WholeLoss['why'] | null;
  ledger: RootLedger | null;
  keys: KnownKeys | null;
  pins: (() => PinsNow) | null;
  /** What the part is being changed to. */
  nextPins: PinsNow | null;
  nextRules: string | null;
  nextAddress: string | null;
  /** Work under way that removes known keys. */
  shrinking: number;
  /** As it was read. */
  readonly generation: number;
  /** Without the generation, as it is on disk. */
  saved: string;
  savedAt: number;
}

/** While parts grow, the record follows at most this often. It may say less than there is. */
const saveEveryMs = 2_000;

export function createStateRecords(effects: {
  /** Everything is saved in it. */
  readonly folder: string;
  readonly profileOf: (id: ConnectionId) => Profile | null;
  readonly keys: Pick<LedgerKeys, 'held' | 'publicKeys' | 'verify'>;
  /** Whether a record without a signature counts for nothing: the user gave a key that signs every record. */
  readonly isSignatureRequired: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): StateRecords {
  const { keys, now } = effects;
  const lives = new Map<ConnectionId, Promise<Live>>();
  const { inTurn } = createTurns();
  const fileOf = (id: ConnectionId): string => path.join(effects.folder, recordsFolder, `${id}.json`);
  const rulesOf = (id: ConnectionId): string => rulesDigest(effects.profileOf(id)?.scheme ?? null);

  const recorded: StateRecords['recorded'] = async (id) => {
    const text = await unlessMissing(readOwnText(fileOf(id)), null);
    if (text === null) return null;
    const read = readRecord(text, { ...effects, ...keys, publicKeys: await keys.publicKeys() });
    return { read, says: recordIn(text) };
  };
  const read = async (id: ConnectionId): Promise<Live> => {
    const profile = effects.profileOf(id);
    const found = (await recorded(id))?.read ?? null;
    const loss = wholeLoss(id, profile, found);
    const state =
      found?.kind === 'read' && found.state.connectionId === id ? found.state : freshState(id, profile);
    const live: Live = {
      state: loss === null ? state : lostState(state, loss, now()),
      lost: loss?.why ?? null,
      ledger: null,
      keys: null,
      pins: null,
      nextPins: null,
      nextRules: null,
      nextAddress: null,
      shrinking: 0,
      generation: state.generation,
      saved: '',
      savedAt: 0,
    };
    if (loss !== null) effects.log(`The record of the state is ${loss.why}.`, fileOf(id));
    const { rules } = live.state.held;
    note(live, 'rules', rules === null ? null : compareRules(rules, rulesOf(id)));
    return live;
  };
  const liveOf = (id: ConnectionId): Promise<Live> => {
    const known = lives.get(id);
    if (known !== undefined) return known;
    const loading = read(id);
    lives.set(id, loading);
    loading.catch(() => lives.delete(id));
    return loading;
  };
  const loseAll = (live: Live, loss: WholeLoss): void => {
    live.lost = loss.why;
    live.state = lostState(live.state, loss, now());
    live.ledger?.setDoubted(true);
  };
  const note = (live: Live, part: StatePart, shortfall: Shortfall): void => {
    if (live.lost !== null) return;
    const { losses, held } = live.state;
    const before = losses.find((loss) => loss.part === part);
    // Only what has a digest can be seen to be back. That later known keys are as many shows nothing.
    const isBack = shortfall === null && held[part] !== null && part !== 'knownKeys';
    if (before !== undefined ? !isBack : shortfall === null) return;
    const others = losses.filter((loss) => loss !== before);
    live.state = {
      ...live.state,
      losses: shortfall === null ? others : [...others, { part, ...shortfall, at: now() }],
    };
  };

  /** null if they cannot be asked now: then the record says what it said. */
  const keysNowOf = async ({ keys: known }: Live): Promise<HeldKeys | null> => {
    try {
      return (await known?.held()) ?? null;
    } catch (error) {
      effects.log('The known keys could not be counted.', error);
      return null;
    }
  };
  /** What the record has to say now. */
  const current = (id: ConnectionId, live: Live, keysNow: HeldKeys | null): RecordedState => {
    const { state: before, ledger, pins, nextPins, nextRules } = live;
    const { nextAddress: _, ...state } = before;
    const profile = effects.profileOf(id);
    const rules = rulesOf(id);
    const pinsNow = pins?.() ?? null;
    const address = profile?.baseUrl ?? state.address;
    if (live.nextAddress === address) live.nextAddress = null;
    if (nextRules === rules) live.nextRules = null;
    if (nextPins?.digest === pinsNow?.digest) live.nextPins = null;
    const found: RecordedState['held'] = {
      rules: nextRules === null || nextRules === rules ? [rules] : [rules, nextRules],
      pins:
        pinsNow === null
          ? state.held.pins
          : nextPins === null || nextPins.digest === pinsNow.digest
            ? { digests: [pinsNow.digest], count: pinsNow.count }
            : {
                digests: [pinsNow.digest, nextPins.digest],
                count: Math.min(pinsNow.count, nextPins.count),
              },
      ledger: ledger?.held() ?? state.held.ledger,
      knownKeys:
        keysNow === null ? state.held.knownKeys : live.shrinking > 0 ? { ...keysNow, count: 0 } : keysNow,
    };
    return {
      ...state,
      address,
      ...(live.nextAddress !== null && { nextAddress: live.nextAddress }),
      keepsHistory: profile?.keepsHistory ?? state.keepsHistory,
      held: unlessLost(state, found),
    };
  };
  const write = async (id: ConnectionId, live: Live): Promise<void> => {
    // What is left of a connection that was removed must not come back.
    if (live.lost !== null || effects.profileOf(id) === null) return;
    const keysNow = await keysNowOf(live);
    // From here on at once: a part that is opened meanwhile may note a loss.
    const state = current(id, live, keysNow);
    live.savedAt = now();
    const signer = keys.held();
    const text = JSON.stringify([{ ...state, generation: 0 }, signer?.fingerprint ?? null]);
    if (text === live.saved) return;
    // Until the known keys are open, this record may be an earlier copy, and must not pass for a later one.
    const next = { ...state, generation: state.generation + (keysNow === null ? 0 : 1) };
    await saveJsonFile(fileOf(id), recordFileOf(next, signer));
    live.state = { ...live.state, generation: next.generation, held: unlessLost(live.state, next.held) };
    live.saved = text;
    // After the record, so that a crash in between leaves a record that is newer than what is noted.
    await live.keys?.noteRecord(next.generation);
  };
  const save = (id: ConnectionId): Promise<void> => inTurn(id, async () => write(id, await liveOf(id)));
  /** A record that cannot be written says less than there is, which is no loss. */
  const trySave = async (id: ConnectionId): Promise<void> => {
    try {
      await save(id);
    } catch (error) {
      effects.log('The record of the state could not be saved.', error);
    }
  };
  /** Leaves a record that is there, such as of a connection whose profile is lost. */
  const create = (id: ConnectionId, fresh: RecordedState): Promise<void> =>
    inTurn(id, async () => {
      lives.delete(id);
      if (await exists(fileOf(id))) return;
      const isLeft = fresh.losses.length === 0 && (await hasSavedParts(effects.folder, id));
      const state = isLeft ? lostState(fresh, noRecord, now()) : fresh;
      await saveJsonFile(fileOf(id), recordFileOf(state, keys.held()));
    });
  const opened = async (
    id: ConnectionId,
    part: StatePart,
    look: (live: Live) => Shortfall,
  ): Promise<void> => {
    const live = await liveOf(id);
    note(live, part, look(live));
    if (live.lost === null) await trySave(id);
  };

  return {
    ledgerOpened: (id, ledger) =>
      opened(id, 'ledger', (live) => {
        live.ledger = ledger;
        const { ledger: held } = live.state.held;
        const shortfall =
          ledger.recoveredFrom === null
            ? held === null
              ? null
              : compareLedger(held, ledger)
            : damagedPart(ledger.recoveredFrom);
        ledger.setDoubted(shortfall !== null || live.lost !== null);
        return shortfall;
      }).then(async () => {
        ledger.setDoubted(isLost((await liveOf(id)).state, 'ledger'));
      }),
    keysOpened: (id, opening) =>
      opened(id, 'knownKeys', (live) => {
        live.keys = opening;
        // An earlier record vouches for nothing that is as early.
        const isEarlier = opening.recordNoted > live.generation;
        if (live.lost === null && isEarlier && !isLost(live.state, 'knownKeys'))
          loseAll(live, { why: 'older', detail: theRecord });
        const { knownKeys: held } = live.state.held;
        if (opening.recoveredFrom !== null) return damagedPart(opening.recoveredFrom);
        return held === null ? null : compareKeys(held, opening.openedWith);
      }),
    pinsOpened: (id, pinsNow, setAside) =>
      opened(id, 'pins', (live) => {
        live.pins = pinsNow;
        const { pins: held } = live.state.held;
        if (setAside !== null) return damagedPart(setAside);
        return held === null ? null : comparePins(held, pinsNow());
      }),
    pinsWillBe: (id, next) =>
      inTurn(id, async () => {
        const live = await liveOf(id);
        live.nextPins = next;
        await write(id, live);
      }),
    profileWillBe: async (next, before) => {
      const { id, scheme, baseUrl } = next;
      if (before === null) return create(id, freshState(id, next));
      if (scheme === before.scheme && baseUrl === before.baseUrl) return;
      await inTurn(id, async () => {
        const live = await liveOf(id);
        if (scheme !== before.scheme) {
          // The user says which rules hold from now on.
          if (scheme?.origin === 'chosen' && live.lost === null)
            live.state = { ...live.state, losses: live.state.losses.filter(({ part }) => part !== 'rules') };
          live.nextRules = rulesDigest(scheme);
        }
        if (baseUrl !== before.baseUrl) live.nextAddress = baseUrl;
        await write(id, live);
      });
    },
    keysShrink: async (id, work) => {
      const live = await liveOf(id);
      live.shrinking += 1;
      try {
        await inTurn(id, () => write(id, live));
        return await work();
      } finally {
        live.shrinking -= 1;
      }
    },
    changed: (id) => {
      void (async () => {
        const live = await lives.get(id)?.catch(() => null);
        if (live !== null && live !== undefined && now() - live.savedAt >= saveEveryMs) await trySave(id);
      })();
    },
    save: trySave,
    losses: async (id) => (await liveOf(id)).state.losses,
    accepted: async (id) => (await liveOf(id)).state.accepted,
    accept: (id) =>
      inTurn(id, async () => {
        const live = await liveOf(id);
        const { losses } = live.state;
        if (losses.length === 0) return [];
        if (live.lost === 'newer-format') throw new NewerFileError(fileOf(id));
        const before = { state: live.state, lost: live.lost };
        live.lost = null;
        live.state = {
          ...freshState(id, effects.profileOf(id)),
          // Newer than any that the known keys may have noted.
          generation: Math.max(live.state.generation, live.keys?.recordNoted ?? 0) + 1,
          accepted: [{ at: now(), losses }, ...live.state.accepted].slice(0, mostAcceptances),
        };
        try {
          await write(id, live);
        } catch (error) {
          Object.assign(live, before);
          throw error;
        }
        live.ledger?.setDoubted(false);
        return losses;
      }),
    doubt: async (id, loss) => {
      loseAll(await liveOf(id), loss);
    },
    startLost: (id, address, loss) =>
      create(id, lostState({ ...freshState(id, null), address }, loss, now())),
    recorded,
    auditBegan: async (id, auditId, isFirst) => {
      const live = await liveOf(id);
      live.state = { ...live.state, openAudit: auditId, openAuditIsFirst: isFirst };
      await trySave(id);
    },
    auditEnded: async (id) => {
      const live = await liveOf(id);
      const { openAudit: _, openAuditIsFirst: _isFirst, ...state } = live.state;
      live.state = state;
      await trySave(id);
    },
    openAudit: async (id) => {
      const { lost, state } = await liveOf(id);
      if (lost !== null || state.openAudit === undefined) return null;
      return { id: state.openAudit, isFirst: state.openAuditIsFirst === true };
    },
    forget: (id) =>
      inTurn(id, async () => {
        lives.delete(id);
        await rm(fileOf(id), { force: true });
      }),
  };
}

import type { KeyNews, KnownKeys } from '../known/knownKeys.ts';
import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { KeySource } from '#shared/domain/catalogue.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import type { Denial, KeyMemory } from '#shared/domain/keyMemory.ts';
import { denialOf } from '#shared/memory/compareWithMemory.ts';
import { mayChange, narrowPin } from '#shared/merkle/pin.ts';
import { given, noneByChoice, unavailable, type Ground, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { readingGrounds } from '#shared/merkle/verify.ts';
import type { Catalogue, Catalogues } from '../known/catalogues.ts';
import type { RootLedger, WriteToRecord } from '../roots/rootLedger.ts';
import type { Connections } from '../connections/connections.ts';
import { valueToCheck } from '../client/receivedAtom.ts';
import type { Pins } from '../roots/pins/pins.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import type { BatchPaths } from './verification/batchPaths.ts';
import { countsMore, createConfirmations } from './verification/confirmations.ts';
import type { ConnectionGrounds } from './verification/connectionGrounds.ts';
import type { SchemeLearning } from './verification/schemeLearning.ts';
import type { CheckedAnswer } from './checkedAnswer.ts';
import { heldRoots } from './heldRoots.ts';
import { notReturned } from './denials.ts';
import { shownEmptyIn } from './shownEmpty.ts';
import { asReceived, provenIn, verifyResponse, type AtomToCheck, type VerifiedResponse } from './verify.ts';
import { withLosses } from './withLosses.ts';
import { createWholeIntake, type CheckedWhole, type WholeResponse } from './wholeIntake.ts';
import { hashOfValue } from './valueHash.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A response that is being recorded. */
export interface ResponseToRecord {
  readonly exchange: Exchange;
  /** As received, but for the API key; absent if it is not available. */
  readonly body?: Buffer | undefined;
  readonly source: KeySource;
  /** Requested keys that were not returned. */
  readonly missing?: readonly string[];
  /** A key for which the service just returned 404 in a single read. */
  readonly deniedKey?: string;
  readonly otherNews?: readonly KeyNews[];
  /** Awaited when the response is checked, and before anything of it is remembered. */
  readonly checked?: (response: CheckedResponse) => Promise<void>;
}

/** A response that is about to be remembered, with what was known before. */
export interface CheckedResponse extends VerifiedResponse {
  /** The memories of its keys, of those that have one. */
  readonly remembered: ReadonlyMap<string, KeyMemory>;
  /** Its keys that the last request for them did not return. */
  readonly gone: ReadonlySet<string>;
}

/**
 * The only place where responses meet what is remembered: each response is checked, compared with the memory
 * and the ledger, and only then recorded. Responses of one connection are recorded one at a time.
 */
export interface Intake {
  readonly atoms: (
    id: ConnectionId,
    atoms: readonly AtomToCheck[],
    answer: ResponseToRecord,
  ) => Promise<VerifiedResponse>;
  /** Whether `whole` may check responses of the connection: nothing of its hashing rules is still learned from them. */
  readonly checksWhole: (id: ConnectionId) => boolean;
  /**
   * The same as `atoms` for a response of an audit, in the thread of the known keys.
   *
   * @returns null if that is not possible, and then nothing is recorded
   */
  readonly whole: (id: ConnectionId, response: WholeResponse) => Promise<CheckedWhole | null>;
  /** Checks a response against the rules, the roots and the pins of the connection, and records nothing. */
  readonly examine: (
    id: ConnectionId,
    atoms: readonly AtomToCheck[],
    exchange: Exchange,
  ) => Promise<readonly AtomReading[]>;
  readonly stored: (
    id: ConnectionId,
    stored: { readonly rootHash: string | null; readonly keys: readonly string[] },
    exchange: Exchange,
  ) => Promise<void>;
  /** A store without a response, which may have been carried out. */
  readonly unanswered: (id: ConnectionId, write: WriteToRecord) => Promise<void>;
  /** A key that was read alone and denied, without a root. */
  readonly notFound: (id: ConnectionId, key: string) => Promise<Denial>;
  /** Whether a key was proven here before: then a 404 response alone does not settle the matter. */
  readonly wasProven: (id: ConnectionId, key: string) => Promise<boolean>;
  /** Some keys that were proven here before, none of `except`: who requests them as well gets the service's current root. */
  readonly witnesses: (id: ConnectionId, except: readonly string[]) => Promise<readonly string[]>;
  /** Notes a store that was sent; returns a function to call after it was recorded. */
  readonly writing: (id: ConnectionId) => () => void;
}

export interface IntakeEffects {
  readonly connections: Pick<Connections, 'profile' | 'saveScheme'>;
  readonly catalogues: Pick<Catalogues, 'of'> & Partial<Pick<Catalogues, 'ledgerOf'>>;
  /** Absent: nothing is pinned. */
  readonly pins?: Pick<Pins, 'of'>;
  /** Whether what is saved of a connection is all there. Absent: nobody records that. */
  readonly grounds?: ConnectionGrounds;
  readonly batchPaths: Pick<BatchPaths, 'prove'>;
  /** Absent without other threads: then all learning happens in this one. */
  readonly learning?: SchemeLearning;
  readonly announce: (
    id: ConnectionId,
    startedAt: number,
    errorCode: string | null,
    root: Activity['root'],
  ) => void;
  readonly connectionsChanged: () => void;
  /** Keeps the answer in memory for evidence. Absent where nobody asks for any. */
  readonly keepAnswer?: (id: ConnectionId, answer: CheckedAnswer) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

export function createIntake(effects: IntakeEffects): Intake {
  const { now, announce } = effects;
  const turns = createTurns();
  /** Everything is recorded when a turn begins, except for whole responses, which need not wait for that. */
  const inTurn = <T>(id: ConnectionId, work: () => Promise<T>): Promise<T> =>
    turns.inTurn(id, async () => {
      await wholes.recorded(id);
      return work();
    });
  const confirmations = createConfirmations();
  const learn: SchemeLearning['learn'] =
    effects.learning?.learn ?? ((pin, samples, at) => Promise.resolve(narrowPin(pin, samples, at)));
  const witnesses = new Map<ConnectionId, string>();
  const openWrites = new Map<ConnectionId, Set<{ readonly askedAt: number }>>();

  const profileExists = (id: ConnectionId): boolean => effects.connections.profile(id).ok;
  /** null if it cannot be opened. It may be readable although the known keys are not. */
  const openLedger = async (id: ConnectionId): Promise<RootLedger | null> => {
    if (!profileExists(id)) return null;
    try {
      return (await effects.catalogues.ledgerOf?.(id)) ?? null;
    } catch (error) {
      effects.log('Could not open the root ledger.', error);
      return null;
    }
  };
  /** null if it cannot be opened: readings are still shown, but not compared with the past. */
  const openMemory = async (id: ConnectionId): Promise<Catalogue | null> => {
    // The response may be about a connection that was removed meanwhile. Opening it now would create its
    // folder again.
    if (!profileExists(id)) return null;
    try {
      return await effects.catalogues.of(id);
    } catch (error) {
      effects.log('Could not open the known keys.', error);
      return null;
    }
  };
  /** A full disk must not turn a successful read, or a store before it, into a failure. */
  const savePin = async (id: ConnectionId, pin: SchemePin, from: SchemePin | null): Promise<void> => {
    try {
      await effects.connections.saveScheme(id, pin, from);
      effects.connectionsChanged();
    } catch (error) {
      effects.log('Could not save the hashing rules of the service.', error);
    }
  };
  /** `ground`: whether the known keys could be asked. */
  const lookUp = async <T>(
    memory: Catalogue | null,
    work: (keys: KnownKeys) => Promise<T>,
    nothing: T,
  ): Promise<{ readonly found: T; readonly ground: Ground }> => {
    if (memory === null) return { found: nothing, ground: unavailable('unreadable') };
    try {
      return { found: await work(memory.keys), ground: given };
    } catch (error) {
      effects.log('Could not look up the known keys.', error);
      return { found: nothing, ground: unavailable('unreadable') };
    }
  };
  const remembered = (memory: Catalogue | null, asked: readonly string[]) =>
    lookUp<ReadonlyMap<string, KeyMemory>>(memory, (keys) => keys.remembered(asked), new Map());
  /** A full disk must not hide a verdict: what cannot be saved is logged, and the reading continues. */
  const remember = async (memory: Catalogue | null, work: (memory: Catalogue) => Promise<unknown>) => {
    if (memory === null) return;
    try {
      await work(memory);
    } catch (error) {
      effects.log('Could not update the known keys.', error);
    }
  };
  /** The hashing rules of a connection, if responses neither change nor confirm them anymore; null otherwise. */
  const settledPin = (id: ConnectionId): SchemePin | null => {
    const profile = effects.connections.profile(id);
    const pin = profile.ok ? profile.value.scheme : null;
    return pin === null || mayChange(pin) || countsMore(pin) ? null : pin;
  };
  const held = async (id: ConnectionId, memory: Catalogue | null, askedAt: number) => {
    const asking = { askedAt, at: now(), openWrites: [...(openWrites.get(id) ?? [])] };
    return heldRoots(id, memory?.ledger ?? (await openLedger(id)), asking, effects);
  };
  const groundsOf = async (id: ConnectionId, asked: GroundsOf<'reading'>) =>
    readingGrounds(withLosses(asked, profileExists(id) ? ((await effects.grounds?.(id)) ?? null) : null));
  const wholes = createWholeIntake({
    ...effects,
    inTurn: turns.inTurn,
    openMemory,
    settledPin,
    heldRoots: held,
    groundsOf,
    remember,
    noteProven: (id, key) => witnesses.set(id, key),
  });

  return {
    atoms: (id, atoms, { exchange, body, source, missing = [], deniedKey, otherNews = [], checked }) =>
      inTurn(id, async () => {
        const profile = effects.connections.profile(id);
        const memory = await openMemory(id);
        const before = profile.ok ? profile.value.scheme : null;
        const pin = await learn(
          before,
          atoms.map(({ atom }) => asReceived(atom)),
          now(),
        );
        const proofs = atoms.map(({ atom }) => atom.proof);
        const keysOfResponse = [...atoms.map(({ atom }) => atom.key), ...missing];
        // In different threads, so that none waits for another.
        const [known, gone, roots, paths, hashes] = await Promise.all([
          remembered(memory, keysOfResponse),
          checked === undefined ? null : lookUp(memory, (keys) => keys.gone(keysOfResponse), []),
          held(id, memory, exchange.startedAt),
          effects.batchPaths.prove(proofs, pin),
          valueHashes(atoms.map(({ atom }) => valueToCheck(atom))),
        ]);
        const recorded = verifyResponse({
          atoms,
          exchange,
          source,
          pin,
          rootStatus: roots.statusOf,
          grounds: await groundsOf(id, { ...roots.grounds, rules: given, knownKeys: known.ground }),
          paths,
          valueHashes: hashes,
          remembered: known.found,
          deniedKey: deniedKey ?? null,
          missing,
          otherNews,
          now: now(),
        });
        effects.keepAnswer?.(id, {
          exchange,
          body: body ?? null,
          pin,
          reads: recorded.atoms.map((one, at) => ({
            requestedKey: atoms[at]?.requestedKey ?? null,
            reading: one,
          })),
          missing,
        });
        announce(id, exchange.startedAt, null, recorded.newestRoot);
        const counted = confirmations.count(id, pin, recorded.atoms, pin !== before);
        if (profile.ok && counted !== null && counted !== before) await savePin(id, counted, before);
        await checked?.({ ...recorded, remembered: known.found, gone: new Set(gone?.found) });
        await remember(memory, async ({ ledger, keys, empty }) => {
          // Before the keys, so that the announced change includes it.
          const shown = shownEmptyIn(recorded.atoms);
          if (shown.length > 0) await empty.learn(shown);
          for (const root of recorded.roots) await ledger.append(root);
          await keys.learn(recorded.news);
        });
        const proven = provenIn(recorded.atoms);
        if (proven !== null) witnesses.set(id, proven);
        return recorded;
      }),
    checksWhole: (id) => settledPin(id) !== null,
    whole: wholes.check,
    examine: (id, atoms, exchange) =>
      inTurn(id, async () => {
        const profile = effects.connections.profile(id);
        const pin = profile.ok ? profile.value.scheme : null;
        const proofs = atoms.map(({ atom }) => atom.proof);
        const roots = await held(id, await openMemory(id), exchange.startedAt);
        const { atoms: readings } = verifyResponse({
          atoms,
          exchange,
          source: 'lookup',
          pin,
          rootStatus: roots.statusOf,
          // Values are not compared with earlier ones.
          grounds: await groundsOf(id, { ...roots.grounds, rules: given, knownKeys: noneByChoice }),
          paths: await effects.batchPaths.prove(proofs, pin),
          valueHashes: await valueHashes(atoms.map(({ atom }) => valueToCheck(atom))),
          remembered: new Map(),
          deniedKey: null,
          missing: [],
          otherNews: [],
          now: now(),
        });
        return readings;
      }),
    stored: (id, { rootHash, keys }, exchange) =>
      inTurn(id, async () => {
        const memory = await openMemory(id);
        const { startedAt: askedAt, requestId } = exchange;
        const root = rootHash === null ? null : { rootHash, treeSize: null };
        const { statusOf } = await held(id, memory, askedAt);
        const rootStatus = root === null ? null : statusOf(root);
        announce(
          id,
          askedAt,
          null,
          root === null || rootStatus === null ? null : { ...root, status: rootStatus },
        );
        const endpoint = `${exchange.method} ${exchange.path}`;
        const at = now();
        await remember(memory, async (catalogue) => {
          const write = { askedAt, at, endpoint, requestId };
          if (root === null) await catalogue.ledger.appendWrite(write);
          else await catalogue.ledger.append({ ...root, ...write, path: 'undecided' });
          await catalogue.keys.learnNames(keys, 'write', at);
        });
      }),
    unanswered: (id, write) =>
      inTurn(id, async () => {
        await remember(await openMemory(id), ({ ledger }) => ledger.appendWrite(write));
      }),
    notFound: (id, key) =>
      inTurn(id, async () => {
        const memory = await openMemory(id);
        const { found: known } = await remembered(memory, [key]);
        const at = now();
        const denial = denialOf(known.get(key) ?? null, null, at);
        await remember(memory, ({ keys }) => keys.learn([notReturned({ key, denial }, at)]));
        return denial;
      }),
    wasProven: (id, key) =>
      inTurn(id, async () => {
        const { found: known } = await remembered(await openMemory(id), [key]);
        return (known.get(key)?.proven ?? null) !== null;
      }),
    witnesses: (id, except) =>
      inTurn(id, async () => {
        const latest = witnesses.get(id);
        const { found: others } = await lookUp<readonly string[]>(
          await openMemory(id),
          (keys) => keys.proven(except, mostWitnesses),
          [],
        );
        const all = latest === undefined || except.includes(latest) ? others : [latest, ...others];
        return [...new Set(all)].slice(0, mostWitnesses);
      }),
    writing: (id) => {
      const open = openWrites.get(id) ?? new Set();
      openWrites.set(id, open);
      const write = { askedAt: now() };
      open.add(write);
      return () => open.delete(write);
    },
  };
}

/** A witness may have been deleted, or be denied too. */
const mostWitnesses = 3;

/** UTF-16 units hashed without a pause; more would block the main process. */
const unitsAtOnce = 4_000_000;

/** SHA-256 of each value as UTF-8, in lowercase hex. Pauses in between to let other work run. */
async function valueHashes(values: readonly string[]): Promise<readonly string[]> {
  const hashes: string[] = [];
  let units = 0;
  for (const value of values) {
    if (units > unitsAtOnce) {
      await nextTurn();
      units = 0;
    }
    hashes.push(hashOfValue(value));
    units += value.length;
  }
  return hashes;
}

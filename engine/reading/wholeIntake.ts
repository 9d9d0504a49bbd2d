import type { KnownPlaces } from '#shared/audit/recordBlock.ts';
import type { Activity, ConnectionId, RootStatus } from '#shared/domain/connection.ts';
import { given, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { ReadingGrounds } from '#shared/merkle/verify.ts';
import type { BatchFindings, BatchToCheck, TakenBatch } from '../known/batchMessages.ts';
import type { Catalogue } from '../known/catalogues.ts';
import type { CheckedAnswer } from './checkedAnswer.ts';
import type { HeldRoots } from './heldRoots.ts';
import { rootName } from './statedRoots.ts';

/** A response of an audit that the thread of the known keys has taken. */
export interface WholeResponse extends Pick<BatchToCheck, 'token' | 'exchange' | 'lists' | 'others'> {
  /** As received. It does not contain the API key. */
  readonly body: Buffer;
  /** null if it cannot be read. */
  readonly taken: Promise<TakenBatch | null>;
  /** Called when everything before is recorded. */
  readonly places: () => KnownPlaces;
  /** Awaited when the response is checked, and before anything of it is remembered. */
  readonly checked: (findings: BatchFindings) => Promise<void>;
}

/** A response that was checked, and is being recorded. */
export interface CheckedWhole {
  readonly findings: BatchFindings;
  /** Resolves when it is on disk and remembered. */
  readonly recorded: Promise<void>;
}

/** A response that is being recorded while later ones may be checked. */
interface Recording {
  /** What `checked` does is done. */
  readonly saved: Promise<void>;
  readonly done: Promise<void>;
  /** By `rootName`. */
  readonly roots: ReadonlySet<string>;
}

/** Responses that are recorded while another one is checked: the disk may be slow at times. */
const mostRecorded = 3;

/**
 * Whole responses of audits, checked one after the other. A response that shows nothing new is recorded while the next one is
 * checked, if that one has the same root: then nothing that it is compared with can change in between. Nothing else overlaps.
 */
export function createWholeIntake(effects: {
  readonly announce: (
    id: ConnectionId,
    startedAt: number,
    errorCode: string | null,
    root: Activity['root'],
  ) => void;
  readonly keepAnswer?: (id: ConnectionId, answer: CheckedAnswer) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
  readonly inTurn: <T>(id: ConnectionId, work: () => Promise<T>) => Promise<T>;
  readonly openMemory: (id: ConnectionId) => Promise<Catalogue | null>;
  readonly settledPin: (id: ConnectionId) => SchemePin | null;
  readonly groundsOf: (id: ConnectionId, asked: GroundsOf<'reading'>) => Promise<ReadingGrounds>;
  readonly heldRoots: (id: ConnectionId, memory: Catalogue | null, askedAt: number) => Promise<HeldRoots>;
  readonly remember: (
    memory: Catalogue | null,
    work: (memory: Catalogue) => Promise<unknown>,
  ) => Promise<void>;
  readonly noteProven: (id: ConnectionId, key: string) => void;
}): {
  readonly check: (id: ConnectionId, response: WholeResponse) => Promise<CheckedWhole | null>;
  /** Resolves when everything that was checked is recorded. */
  readonly recorded: (id: ConnectionId) => Promise<void>;
} {
  /** Of each connection, in order. */
  const recordings = new Map<ConnectionId, readonly Recording[]>();
  const recordingsOf = (id: ConnectionId): readonly Recording[] => recordings.get(id) ?? [];
  /** Whoever has the response learns whether it succeeds. */
  const ended = async (recording: Recording | undefined): Promise<void> => {
    await recording?.done.catch(() => undefined);
  };
  const recorded = (id: ConnectionId): Promise<void> => ended(recordingsOf(id).at(-1));
  return {
    recorded,
    check: (id, { token, exchange, lists, others, body, taken, places, checked }) =>
      effects.inTurn(id, async () => {
        const memory = await effects.openMemory(id);
        const pin = effects.settledPin(id);
        const response = await taken;
        const names = new Set(response?.roots.map(rootName));
        if (!recordingsOf(id).every(({ roots }) => isSame(roots, names))) await recorded(id);
        await ended(recordingsOf(id).at(-mostRecorded));
        if (memory === null || pin === null || response === null) return null;
        const held = await effects.heldRoots(id, memory, exchange.startedAt);
        const grounds = await effects.groundsOf(id, { ...held.grounds, rules: given, knownKeys: given });
        const statuses = new Map(response.roots.map((root) => [rootName(root), held.statusOf(root)]));
        let found: BatchFindings;
        try {
          found = await memory.keys.checkBatch({
            token,
            pin,
            rootStatuses: statuses,
            grounds,
            exchange,
            now: effects.now(),
            lists,
            places: places(),
            others,
          });
        } catch (error) {
          effects.log('A response could not be checked in the thread of the known keys.', error);
          return null;
        }
        const { failed, missing } = found;
        if (failed !== null) effects.keepAnswer?.(id, { exchange, body, pin, reads: failed, missing });
        effects.announce(id, exchange.startedAt, null, found.newestRoot);
        const before = recordingsOf(id).at(-1);
        const save = async (): Promise<void> => {
          await before?.saved;
          await checked(found);
        };
        const saved = save();
        const finish = async (): Promise<void> => {
          await saved;
          await ended(before);
          await effects.remember(memory, async ({ ledger, keys, empty }) => {
            if (found.empty.length > 0) await empty.learn(found.empty);
            for (const root of found.roots) await ledger.append(root);
            await keys.learnBatch(token);
          });
          if (found.proven !== null) effects.noteProven(id, found.proven);
        };
        const done = finish();
        const recording: Recording = { saved, done, roots: names };
        recordings.set(id, [...recordingsOf(id), recording]);
        const forget = (): void => {
          const rest = recordingsOf(id).filter((one) => one !== recording);
          if (rest.length === 0) recordings.delete(id);
          else recordings.set(id, rest);
        };
        done.then(forget, forget);
        if (!isRoutine(found, statuses)) await recorded(id);
        return { findings: found, recorded: done };
      }),
  };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/**
 * Whether what follows is judged the same before this response is recorded: it has no failure, no root that is new, and no atom
 * of another key, which a later response may contradict.
 */
function isRoutine(
  { block, empty, failed, unasked }: BatchFindings,
  statuses: ReadonlyMap<string, RootStatus | null>,
): boolean {
  const isKnown = [...statuses.values()].every(
    (status) => status?.kind === 'seen' || status?.kind === 'pinned',
  );
  const isClean = failed === null && unasked === 0 && empty.length === 0;
  return isKnown && isClean && block.newRoots.length === 0;
}

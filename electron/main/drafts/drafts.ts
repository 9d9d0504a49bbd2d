import { rename } from 'node:fs/promises';
import { removeFolder } from '../storage/removeFolder.ts';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft, DraftListing } from '#shared/domain/draft.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { Connections } from '../connections/connections.ts';
import { exists } from '../history/exists.ts';
import type { DataKeys } from '../storage/dataKeys.ts';
import { createTurns } from '../storage/inTurn.ts';
import { createRecordCipher } from '../storage/recordCipher.ts';
import { openDraftFolder, type DraftFolder } from './draftFolder.ts';

/** What of a draft the window gives. */
export type DraftToKeep = Omit<Draft, 'connectionId' | 'changedAt'>;

/**
 * Texts that were typed and not stored, for each connection: sealed on the disk with a key that only the keychain holds.
 * Where it refuses, they are held in memory, and `notKept` says why.
 */
export interface Drafts {
  readonly list: (id: ConnectionId) => Promise<Result<DraftListing>>;
  /** In place of one with the same id; on the disk when it resolves, unless `notKept` says otherwise. */
  readonly keep: (id: ConnectionId, draft: DraftToKeep) => Promise<Result<Draft>>;
  readonly remove: (id: ConnectionId, draftId: string) => Promise<Result<null>>;
  /** For a connection that is being removed: deletes its drafts and, as far as the keychain lets it, their key. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  /** Resolves when what was asked for is done. */
  readonly close: () => Promise<void>;
}

export interface DraftsEffects {
  /** Holds one folder for each connection that has drafts. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  readonly connections: () => Pick<Connections, 'profile'>;
  readonly changed: (id: ConnectionId) => void;
  /** Of all drafts of a connection together, in UTF-16 units: the ones changed longest ago go; the last one stays. */
  readonly mostUnits: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

/** Of a connection; the ones changed longest ago go. */
export const mostDrafts = 50;
/** What memory holds without a thought. */
export const mostDraftUnits = 100_000_000;

/** A keychain that refused is asked again at the next draft after this many milliseconds. */
const askAgainAfter = 60_000;

/** The drafts of one connection, as far as they are in memory. */
interface OpenDrafts {
  readonly drafts: Map<string, Draft>;
  folder: DraftFolder | null;
  notKept: string | null;
  /** When the keychain refused last; null where it did not. */
  refusedAt: number | null;
}

export function createDrafts(effects: DraftsEffects): Drafts {
  const { dataKeys, now } = effects;
  const opened = new Map<ConnectionId, OpenDrafts>();
  const turns = createTurns();
  const { inTurn } = turns;

  const folderOf = (id: ConnectionId): string => path.join(effects.folder, id);
  // Below a folder of the connection's own, so that what is set aside goes with the rest.
  const recordsOf = (id: ConnectionId): string => path.join(folderOf(id), 'records');

  /** Opens the folder, with a new key where there is none and one is `wanted`. Says in `notKept` why it cannot. */
  const openFolder = async (id: ConnectionId, open: OpenDrafts, wanted: boolean): Promise<void> => {
    if (open.folder !== null) return;
    const hasFolder = await exists(recordsOf(id));
    if (!hasFolder && !wanted) return;
    if (open.refusedAt !== null && now() - open.refusedAt < askAgainAfter) return;
    let key = await dataKeys.find(id);
    if (key.kind === 'missing') {
      if (hasFolder) {
        effects.log('Could not open drafts because their data key is missing. They were set aside.', null);
        await rename(recordsOf(id), `${recordsOf(id)}.damaged-${String(now())}`);
      }
      if (!wanted) return;
      key = await dataKeys.make(id);
    }
    if (key.kind !== 'key') {
      open.refusedAt = now();
      open.notKept = key.kind === 'unreadable' ? key.reason : 'the keychain did not save their key';
      return;
    }
    const { folder, kept } = await openDraftFolder({
      folder: recordsOf(id),
      connectionId: id,
      cipher: createRecordCipher('drafts', key.dataKey),
      now,
      log: effects.log,
    });
    // What was typed while it could not be kept is later than what is there.
    for (const draft of open.drafts.values()) await folder.put(draft);
    for (const draft of kept) {
      if (!open.drafts.has(draft.id)) open.drafts.set(draft.id, draft);
    }
    open.folder = folder;
    open.notKept = null;
  };
  const openedOf = async (id: ConnectionId, wanted: boolean): Promise<OpenDrafts> => {
    const open = opened.get(id) ?? { drafts: new Map(), folder: null, notKept: null, refusedAt: null };
    opened.set(id, open);
    try {
      await openFolder(id, open, wanted);
    } catch (error) {
      giveUp(open, error);
    }
    return open;
  };
  /** After a failure of the disk the drafts are in memory, until it works again. */
  const giveUp = (open: OpenDrafts, error: unknown): void => {
    effects.log('Could not save drafts.', error);
    open.folder = null;
    open.notKept = 'they could not be written to disk';
  };
  const change = async (open: OpenDrafts, work: (folder: DraftFolder) => Promise<void>): Promise<void> => {
    if (open.folder === null) return;
    try {
      await work(open.folder);
    } catch (error) {
      giveUp(open, error);
    }
  };

  return {
    list: (id) =>
      inTurn(id, async () => {
        const profile = effects.connections().profile(id);
        if (!profile.ok) return profile;
        const { drafts, notKept } = await openedOf(id, false);
        return succeed({ drafts: latestFirst(drafts), notKept });
      }),
    keep: (id, given) =>
      inTurn(id, async () => {
        const profile = effects.connections().profile(id);
        if (!profile.ok) return profile;
        const open = await openedOf(id, true);
        const draft: Draft = { ...given, connectionId: id, changedAt: now() };
        open.drafts.set(draft.id, draft);
        const surplus = surplusOf(open.drafts, draft.id, effects.mostUnits);
        for (const { id: old } of surplus) open.drafts.delete(old);
        await change(open, async (folder) => {
          await folder.put(draft);
          for (const { id: old } of surplus) await folder.remove(old);
        });
        effects.changed(id);
        return succeed(draft);
      }),
    remove: (id, draftId) =>
      inTurn(id, async () => {
        const profile = effects.connections().profile(id);
        if (!profile.ok) return profile;
        const open = await openedOf(id, false);
        if (!open.drafts.delete(draftId)) return succeed(null);
        await change(open, (folder) => folder.remove(draftId));
        effects.changed(id);
        return succeed(null);
      }),
    forget: (id) =>
      inTurn(id, async () => {
        opened.delete(id);
        // The keychain is not bothered for connections that never had a draft.
        if (!(await exists(folderOf(id)))) return;
        await removeFolder(folderOf(id));
        const stillThere = await dataKeys.remove(id);
        if (stillThere !== null)
          effects.log('The data key of deleted drafts is still in the keychain.', stillThere);
      }),
    close: async () => {
      await turns.ended();
    },
  };
}

function latestFirst(drafts: ReadonlyMap<string, Draft>): readonly Draft[] {
  return [...drafts.values()].sort((one, other) => other.changedAt - one.changedAt);
}

/** Those that there is no room for, the ones changed longest ago; never the one that was just kept. */
function surplusOf(drafts: ReadonlyMap<string, Draft>, keptId: string, mostUnits: number): readonly Draft[] {
  let units = 0;
  return latestFirst(drafts).filter(({ id, key, value, base }, at) => {
    units += key.length + value.length + (base?.value.length ?? 0);
    return id !== keptId && (at >= mostDrafts || units > mostUnits);
  });
}

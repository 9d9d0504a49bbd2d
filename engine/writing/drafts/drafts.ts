import { rename } from 'node:fs/promises';
import { removeFolder } from '../../storage/removeFolder.ts';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft, DraftListing } from '#shared/domain/draft.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { Connections } from '../../connections/connections.ts';
import { exists } from '../../storage/missing.ts';
import type { DataKeys } from '../../storage/dataKeys.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { createRecordCipher } from '../../storage/recordCipher.ts';
import { openDraftFolder, type DraftFolder } from './draftFolder.ts';

/** The part of a draft that the window provides. */
export type DraftToKeep = Omit<Draft, 'connectionId' | 'changedAt'>;

/**
 * Text that was typed and not stored, by connection: sealed on disk with a key that only the keychain holds.
 * If the keychain refuses, drafts are held in memory, and `notKept` gives the reason.
 */
export interface Drafts {
  readonly list: (id: ConnectionId) => Promise<Result<DraftListing>>;
  /** Replaces one with the same id. It is on disk when this resolves, unless `notKept` says otherwise. */
  readonly keep: (id: ConnectionId, draft: DraftToKeep) => Promise<Result<Draft>>;
  readonly remove: (id: ConnectionId, draftId: string) => Promise<Result<null>>;
  /** For a connection that is being removed: deletes its drafts and, if the keychain allows, their key. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  /** Resolves when all pending work is done. */
  readonly close: () => Promise<void>;
}

export interface DraftsEffects {
  /** Contains one folder for each connection that has drafts. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  readonly connections: () => Pick<Connections, 'profile'>;
  readonly changed: (id: ConnectionId) => void;
  /**
   * Limit for all drafts of a connection together, in UTF-16 units. The ones changed longest ago are removed;
   * the last one stays.
   */
  readonly mostUnits: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

/** Limit per connection; the ones changed longest ago are removed. */
export const mostDrafts = 50;
/** Small enough to hold in memory. */
export const mostDraftUnits = 100_000_000;

/** After a refusal, the keychain is tried again at the next draft after this many milliseconds. */
const askAgainAfter = 60_000;

/** The drafts of one connection that are in memory. */
interface OpenDrafts {
  readonly drafts: Map<string, Draft>;
  folder: DraftFolder | null;
  notKept: string | null;
  /** When the keychain last refused; null if it did not. */
  refusedAt: number | null;
}

export function createDrafts(effects: DraftsEffects): Drafts {
  const { dataKeys, now } = effects;
  const opened = new Map<ConnectionId, OpenDrafts>();
  const turns = createTurns();
  const { inTurn } = turns;

  const folderOf = (id: ConnectionId): string => path.join(effects.folder, id);
  // Below the connection's own folder, so that files that are moved aside are deleted with the rest.
  const recordsOf = (id: ConnectionId): string => path.join(folderOf(id), 'records');

  /** Opens the folder, with a new key if there is none and one is `wanted`. Sets `notKept` if that fails. */
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
    // Text typed while it could not be saved is newer than what is on disk.
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
  /** After a disk failure, drafts are in memory until the disk works again. */
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
        // The keychain is not accessed for connections that never had a draft.
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

/** The drafts over the limit, those changed longest ago; never the one that was just saved. */
function surplusOf(drafts: ReadonlyMap<string, Draft>, keptId: string, mostUnits: number): readonly Draft[] {
  let units = 0;
  return latestFirst(drafts).filter(({ id, key, value, base }, at) => {
    units += key.length + value.length + (base?.value.length ?? 0);
    return id !== keptId && (at >= mostDrafts || units > mostUnits);
  });
}

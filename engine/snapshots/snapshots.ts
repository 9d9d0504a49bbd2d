import path from 'node:path';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { OpenSnapshot, SecondOpinion, SnapshotReport } from '#shared/domain/snapshot.ts';
import { snapshotRefusalWords } from '#shared/text/snapshotWords.ts';
import type { Connections } from '../connections/connections.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import type { SnapshotCalls } from './snapshotCalls.ts';
import type { Remote } from '#shared/async/rpc.ts';
import type { Thread } from '../jobs/thread.ts';

/** Snapshot files that are open, each in a thread of its own. */
export interface Snapshots {
  /** Opens and checks a file. Closes what was opened before and not kept. */
  readonly open: (file: string) => Promise<Result<OpenSnapshot>>;
  /** An open snapshot, or that of a connection, which is opened if needed. */
  readonly get: (id: string) => Promise<Result<OpenSnapshot>>;
  /** Lists a snapshot as a connection and adds its keys to the known keys. */
  readonly keep: (id: string) => Promise<Result<Connection>>;
  /** Closes a snapshot that was not kept. */
  readonly drop: (id: string) => void;
  /** The thread with the file of a connection. */
  readonly thread: (id: ConnectionId) => Promise<Result<Remote<SnapshotCalls>>>;
  /** Closes the file of a connection that is removed. The file itself stays. */
  readonly forget: (id: ConnectionId) => void;
  readonly close: () => Promise<void>;
}

export interface SnapshotsEffects {
  readonly startThread: (file: string) => Thread<SnapshotCalls>;
  readonly askSecondOpinion: (file: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly connections: Pick<Connections, 'addSnapshot' | 'profile'>;
  /** Starts to read and verify all atoms of a connection. */
  readonly readAll: (id: ConnectionId, fileName: string, keys: readonly string[]) => void;
  /** What is known about a snapshot changed: the second opinion arrived. */
  readonly changed: (id: ConnectionId) => void;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
}

interface Held {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
  readonly report: SnapshotReport;
  readonly thread: Thread<SnapshotCalls>;
  readonly ending: AbortController;
  secondOpinion: SecondOpinion;
}

export function createSnapshots(effects: SnapshotsEffects): Snapshots {
  /** Files that are being opened or are open, by ID. */
  const held = new Map<string, Promise<Result<Held>>>();
  /** Opened, and not listed as a connection. */
  let unkept: string | null = null;

  const openAs = async (id: string, file: string): Promise<Result<Held>> => {
    const thread = effects.startThread(file);
    const opening = await thread.remote.opening().catch(async (error: unknown) => {
      await thread.stop();
      throw error;
    });
    if (!opening.ok) {
      await thread.stop();
      if ('code' in opening) return fileFailed(Object.assign(new Error(), { code: opening.code }), file);
      return refuse(snapshotRefusalWords(opening.refusal, path.basename(file)));
    }
    const one: Held = {
      id,
      path: file,
      sha256: opening.sha256,
      report: opening.report,
      thread,
      ending: new AbortController(),
      secondOpinion: { kind: 'running' },
    };
    void second(one);
    return succeed(one);
  };
  const second = async (one: Held): Promise<void> => {
    try {
      const failed = await effects.askSecondOpinion(one.path, one.ending.signal);
      one.secondOpinion = { kind: 'done', failed };
    } catch (error) {
      if (one.ending.signal.aborted) return;
      effects.log('The second check of a snapshot failed.', error);
      one.secondOpinion = {
        kind: 'unavailable',
        reason: error instanceof Error ? error.message : String(error),
      };
    }
    effects.changed(one.id as ConnectionId);
  };
  const shown = (one: Held): OpenSnapshot => ({
    id: one.id,
    path: one.path,
    sha256: one.sha256,
    report: one.report,
    secondOpinion: one.secondOpinion,
    isKept: one.id !== unkept,
  });
  /** A failed opening is not remembered, so that a retry tries again. */
  const hold = (id: string, opening: Promise<Result<Held>>): Promise<Result<Held>> => {
    const outcome = opening.catch((error: unknown): Result<Held> => {
      effects.log('Could not open a snapshot.', error);
      return refuse('The snapshot could not be opened. It may be too large for the memory of this computer.');
    });
    held.set(id, outcome);
    void outcome.then((result) => {
      if (!result.ok && held.get(id) === outcome) held.delete(id);
    });
    return outcome;
  };
  const letGo = (id: string): void => {
    const opening = held.get(id);
    held.delete(id);
    if (unkept === id) unkept = null;
    void opening?.then(async (result) => {
      if (!result.ok) return;
      result.value.ending.abort();
      await result.value.thread.stop();
    });
  };
  const find = async (id: string): Promise<Result<Held>> => {
    const known = held.get(id);
    if (known !== undefined) return known;
    const profile = effects.connections.profile(id as ConnectionId);
    if (!profile.ok) return gone;
    const { snapshot } = profile.value;
    if (snapshot === undefined) return gone;
    return hold(
      id,
      openAs(id, snapshot.path).then((opened) => unchanged(opened, snapshot.sha256)),
    );
  };
  const unchanged = (opened: Result<Held>, sha256: string): Result<Held> => {
    if (!opened.ok || opened.value.sha256 === sha256) return opened;
    opened.value.ending.abort();
    void opened.value.thread.stop();
    const name = path.basename(opened.value.path);
    return refuse(
      `${name} has changed since it was added as a connection. To see what it contains now, open it as another snapshot.`,
    );
  };

  return {
    open: async (file) => {
      if (unkept !== null) letGo(unkept);
      const id = effects.newId();
      unkept = id;
      const opened = await hold(id, openAs(id, file));
      return opened.ok ? succeed(shown(opened.value)) : opened;
    },
    get: async (id) => {
      const found = await find(id);
      return found.ok ? succeed(shown(found.value)) : found;
    },
    keep: async (id) => {
      const found = await find(id);
      if (!found.ok) return found;
      const { path: file, sha256, thread } = found.value;
      const fileName = path.basename(file);
      const connectionId = id as ConnectionId;
      const added = await effects.connections.addSnapshot({
        id: connectionId,
        name: fileName.replace(/\.json$/i, '').slice(0, 100) || 'Snapshot',
        snapshot: { path: file, sha256 },
      });
      if (unkept === id) unkept = null;
      effects.readAll(connectionId, fileName, await thread.remote.keys());
      return succeed(added);
    },
    drop: (id) => {
      if (id === unkept) letGo(id);
    },
    thread: async (id) => {
      const found = await find(id);
      return found.ok ? succeed(found.value.thread.remote) : found;
    },
    forget: letGo,
    close: async () => {
      const opening = [...held.values()];
      held.clear();
      for (const result of await Promise.all(opening)) {
        if (!result.ok) continue;
        result.value.ending.abort();
        await result.value.thread.stop();
      }
    },
  };
}

function refuse(message: string): Result<never> {
  return refuseInput('snapshot', message);
}

const gone = refuse('This snapshot is no longer open. Open the file again.');

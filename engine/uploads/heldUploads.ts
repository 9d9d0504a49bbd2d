import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { UploadPhase } from '#shared/domain/upload.ts';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { throttle, type Pace } from '#shared/async/throttle.ts';
import type { Connections } from '../connections/connections.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { isDiskFull } from '../storage/diskFull.ts';
import { createUploadFolders, type UploadFolderEffects } from './uploadFolder.ts';
import { createUploadJobs, type UploadJobs } from './uploadJobs.ts';
import { uploadFailed } from './uploadFailed.ts';
import { refusals } from './uploadRefusals.ts';
import { phaseOf, type UploadSession } from './uploadSession.ts';
import { dismissEnded, type UploadJobsEffects } from './uploadWork.ts';

export interface HeldUploadsEffects
  extends UploadFolderEffects, Omit<UploadJobsEffects, 'changed' | 'reopen' | 'jobs'> {
  readonly jobs: Pick<Jobs, 'start' | 'pause' | 'resume' | 'cancel' | 'find' | 'list' | 'dismiss'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly changed: (connectionId: ConnectionId) => void;
  readonly pace: Pace;
}

/** The uploads that are open, at most one for each connection: from opening to closing them. */
export interface HeldUploads {
  readonly uploadJobs: UploadJobs;
  /** Tells the window, a few times a second. */
  readonly changed: (id: ConnectionId) => void;
  readonly find: (uploadId: string) => UploadSession | null;
  /** Loads once what an earlier session left. */
  readonly restore: (id: ConnectionId) => Promise<void>;
  /** The upload of a connection, or what to report once instead. */
  readonly present: (id: ConnectionId) => Promise<Result<UploadSession | null>>;
  /** What prevents another upload; null if nothing does. */
  readonly obstacle: (id: ConnectionId) => Promise<Result<never> | null>;
  /** Replaces one that has ended. */
  readonly begin: (
    id: ConnectionId,
    file: { readonly name: string; readonly bytes: number },
  ) => Promise<Result<UploadSession>>;
  /** Work with an upload, one at a time; refused in other phases. */
  readonly during: <T>(
    uploadId: string,
    phases: readonly UploadPhase['kind'][],
    work: (one: UploadSession) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Closes and deletes it, in turn with other work. `why`: reported once. */
  readonly end: (one: UploadSession, why?: AppError) => Promise<void>;
  /** The same, from within work with it. */
  readonly endNow: (one: UploadSession) => Promise<void>;
  /** After an internal error it is reloaded from disk on the next access. */
  readonly reopen: (failed: UploadSession) => Promise<void>;
  readonly sweep: () => Promise<void>;
  readonly letGo: (id: ConnectionId) => void;
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

const changedEveryMs = 250;

export function createHeldUploads(effects: HeldUploadsEffects): HeldUploads {
  const { jobs, connections } = effects;
  const folders = createUploadFolders(effects);
  const held = new Map<ConnectionId, UploadSession>();
  const restored = new Map<ConnectionId, Promise<void>>();
  const { inTurn } = createTurns();
  /** What happened unnoticed; reported once. */
  const troubles = new Map<ConnectionId, AppError>();
  const announcers = new Map<ConnectionId, () => void>();

  const changed = (id: ConnectionId): void => {
    let announce = announcers.get(id);
    if (announce === undefined) {
      announce = throttle(changedEveryMs, effects.pace, () => {
        effects.changed(id);
      });
      announcers.set(id, announce);
    }
    announce();
  };
  /** Its job leaves everything as it is. */
  const endJob = async ({ gone, job }: UploadSession): Promise<void> => {
    gone.abort();
    if (job === null) return;
    jobs.cancel(job.id);
    await job.ended;
  };
  const reopen = async (failed: UploadSession): Promise<void> => {
    const id = failed.record.connectionId;
    await inTurn(id, async () => {
      if (held.get(id) !== failed) return;
      await endJob(failed);
      held.delete(id);
      restored.delete(id);
      await folders.close(failed);
    });
    changed(id);
  };
  const uploadJobs = createUploadJobs({
    ...effects,
    changed,
    reopen: (failed) => {
      reopen(failed).catch((error: unknown) => {
        effects.log('Could not close a failed upload.', error);
      });
    },
  });

  const load = async (id: ConnectionId): Promise<void> => {
    if (held.has(id) || !connections.profile(id).ok) return;
    const left = await folders.open(id);
    if (left.kind === 'none') return;
    if (left.kind === 'failed') {
      troubles.set(id, left.error);
      // A locked keychain or an unreadable folder may be accessible the next time.
      restored.delete(id);
      return;
    }
    const one = left.held;
    held.set(id, one);
    if (one.isInterrupted) await uploadJobs.send(one);
    else if (phaseOf(one).kind === 'ended' && one.sent?.hasReceipt === false) await uploadJobs.log(one);
  };
  const restore = (id: ConnectionId): Promise<void> => {
    const before = restored.get(id);
    if (before !== undefined) return before;
    const restoring = inTurn(id, () => load(id));
    restored.set(id, restoring);
    restoring.catch(() => restored.delete(id));
    return restoring;
  };
  const find = (uploadId: string): UploadSession | null =>
    [...held.values()].find(({ record }) => record.id === uploadId) ?? null;
  const present = async (id: ConnectionId): Promise<Result<UploadSession | null>> => {
    await restore(id);
    const trouble = troubles.get(id);
    troubles.delete(id);
    return trouble === undefined ? succeed(held.get(id) ?? null) : fail(trouble);
  };
  const endNow = async (one: UploadSession): Promise<void> => {
    const { connectionId } = one.record;
    await endJob(one);
    dismissEnded(jobs, connectionId);
    held.delete(connectionId);
    await folders.close(one);
    await folders.remove(connectionId);
  };

  return {
    uploadJobs,
    changed,
    find,
    restore,
    present,
    obstacle: async (id) => {
      const one = await present(id);
      // Not over what may be readable once the keychain is unlocked.
      if (!one.ok) return one;
      return one.value === null || phaseOf(one.value).kind === 'ended' ? null : refusals.underWay;
    },
    begin: (id, file) =>
      inTurn(id, async () => {
        const profile = connections.profile(id);
        if (!profile.ok) return profile;
        const before = held.get(id);
        if (before !== undefined && phaseOf(before).kind !== 'ended') return refusals.underWay;
        if (file.bytes > largestUploadFile) return refusals.tooLarge(file.name);
        if (before !== undefined) await endNow(before);
        try {
          const one = await folders.begin(id, file);
          held.set(id, one);
          changed(id);
          return succeed(one);
        } catch (error) {
          return uploadFailed(error, file.name, effects.log);
        }
      }),
    during: (uploadId, phases, work) => {
      const found = find(uploadId);
      if (found === null) return Promise.resolve(refusals.gone);
      const { connectionId } = found.record;
      return inTurn(connectionId, async () => {
        if (find(uploadId) !== found) return refusals.gone;
        if (!phases.includes(phaseOf(found).kind)) return refusals.notNow;
        try {
          const result = await work(found);
          changed(connectionId);
          return result;
        } catch (error) {
          if (isDiskFull(error)) return fileFailed(error, found.folder);
          throw error;
        }
      });
    },
    end: async (one, why) => {
      const { connectionId } = one.record;
      if (why !== undefined) troubles.set(connectionId, why);
      await inTurn(connectionId, async () => {
        if (held.get(connectionId) === one) await endNow(one);
      });
      changed(connectionId);
    },
    endNow,
    reopen,
    sweep: async () => {
      try {
        for (const id of await folders.all()) {
          // The window is already open: uploads that it has resumed or started are not deleted.
          await inTurn(id, async () => {
            if (!held.has(id)) await folders.sweep(id);
          });
        }
      } catch (error) {
        effects.log('Could not clean up old uploads.', error);
      }
    },
    letGo: (id) => {
      held.get(id)?.gone.abort();
    },
    forget: (id) =>
      inTurn(id, async () => {
        const one = held.get(id);
        if (one !== undefined) await endNow(one);
        await folders.removeAll(id);
        for (const map of [restored, troubles, announcers]) map.delete(id);
      }),
    close: async () => {
      await Promise.all(
        [...held.values()].map((one) =>
          inTurn(one.record.connectionId, async () => {
            one.gone.abort();
            await one.job?.ended;
            await folders.close(one);
          }),
        ),
      );
    },
  };
}

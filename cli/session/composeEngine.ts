import type { Job } from '#shared/domain/job.ts';
import { fail, refuseInput, succeed } from '#shared/domain/result.ts';
import type { IpcEvent } from '#shared/ipc/events.ts';
import type { EmbeddedService } from '../../engine/connections/embeddedService.ts';
import { fingerprintOf, type Signer } from '../../engine/connections/identity/ed25519.ts';
import type { InstallationKey } from '../../engine/connections/identity/installationKey.ts';
import type { ProfileStore } from '../../engine/connections/profileStore.ts';
import { createHttpClient, defaultLimits } from '../../engine/client/httpClient.ts';
import type { TrustedAuthorities } from '../../engine/client/trust.ts';
import {
  composeReadings,
  type ReadingParts,
  type ReadingPartsEffects,
} from '../../engine/composeReadings.ts';
import { createCatalogueMemory } from '../../engine/discovery/catalogueMemory.ts';
import { createJobs, type Jobs } from '../../engine/jobs/jobs.ts';
import type { KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { realEffects, type Surroundings } from '../../engine/surroundings.ts';

export interface EngineEffects extends Pick<
  ReadingPartsEffects,
  'mayCall' | 'keychain' | 'installationKey' | 'isStateSigned' | 'remembersNothing' | 'isStateInUse'
> {
  /** Everything is saved in it. */
  readonly folder: string;
  /** The folder of the built programs. */
  readonly programs: string;
  readonly profiles: ProfileStore;
  /** Certificate authorities to trust in addition. */
  readonly trusted: TrustedAuthorities;
  /** How long to wait for a service that returns nothing, in milliseconds. */
  readonly patienceMs: number;
  readonly jobChanged: (job: Job) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** The parts of the app that call a service, verify, and remember, without its window. */
export interface ComposedEngine {
  readonly surroundings: Surroundings;
  readonly core: ReadingParts;
  readonly jobs: Jobs;
  readonly memory: ReturnType<typeof createCatalogueMemory>;
  /** Resolves when a job has ended, or does not go on by itself. Does not end it. */
  readonly jobStopped: (id: string) => Promise<Job | null>;
  /** The same, and ends what does not go on by itself. The result is its state before that. */
  readonly jobEnded: (id: string) => Promise<Job | null>;
  readonly close: (more?: () => Promise<void>) => Promise<void>;
}

export function composeEngine(effects: EngineEffects): ComposedEngine {
  /** When the service last returned something that could be used. */
  let answeredAt = realEffects.now();
  const surroundings: Surroundings = {
    ...realEffects,
    folder: effects.folder,
    programs: effects.programs,
    log: effects.log,
    tell: (event, payload) => {
      if (event === 'activity' && (payload as IpcEvent<'activity'>).errorCode === null)
        answeredAt = realEffects.now();
    },
  };
  const http = createHttpClient(defaultLimits, { trusted: effects.trusted });
  const core = composeReadings({
    ...surroundings,
    ...effects,
    http,
    embedded: noEmbedded,
    snapshotThread: async () => noSnapshot,
  });
  const waiting = new Map<string, (job: Job) => void>();
  /** Whether a job has ended, or needs someone to continue it. */
  const isOver = ({ state, endedAt }: Job): boolean =>
    endedAt !== null ||
    state.kind === 'paused' ||
    (state.kind === 'waiting' && state.until - answeredAt > effects.patienceMs);
  const jobs = createJobs({
    ...surroundings,
    announce: (job) => {
      effects.jobChanged(job);
      if (isOver(job)) waiting.get(job.id)?.(job);
    },
  });
  const jobStopped: ComposedEngine['jobStopped'] = (id) =>
    new Promise((resolve) => {
      const now = jobs.find(id);
      if (now === null || isOver(now)) resolve(now);
      else waiting.set(id, resolve);
    });
  return {
    surroundings,
    core,
    jobs,
    memory: createCatalogueMemory(core.catalogues),
    jobStopped,
    jobEnded: async (id) => {
      const job = await jobStopped(id);
      if (job !== null && job.endedAt === null) await jobs.close();
      return job;
    },
    close: async (more) => {
      await jobs.close();
      await more?.();
      http.close();
      for (const { run } of core.quitSteps) await run();
    },
  };
}

const noEmbedded: EmbeddedService = {
  ensureRunning: async () =>
    fail({
      code: 'demo_unavailable',
      message: 'There is no demo memory on the command line.',
      requestId: null,
    }),
  address: () => null,
  stop: async () => undefined,
};

const noSnapshot = refuseInput('connectionId', 'There are no snapshots here.');

/** Secrets that stay in memory: each run gets its key from outside. */
export function memoryStorage(): KeyStorage {
  const secrets = new Map<string, string>();
  return {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, secret);
    },
    remove: async (account) => {
      secrets.delete(account);
    },
  };
}

/** The key that was given takes the place of an installation key. */
export function givenKey(signer: Signer | null): InstallationKey {
  const missing = fail({
    code: 'installation_key_missing' as const,
    message: 'No key to sign with was given.',
    requestId: null,
  });
  const known = { current: null, earlier: [] };
  return {
    current: async () => (signer === null ? missing : succeed(signer)),
    known: async () => known,
    publicKey: async (fingerprint) =>
      signer !== null && fingerprintOf(signer.publicKey) === fingerprint ? signer.publicKey : null,
    rotate: async () => missing,
    held: () => signer,
    publicKeys: async () => (signer === null ? [] : [signer.publicKey]),
    drop: () => undefined,
  };
}

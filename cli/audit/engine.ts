import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { fail, refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { IpcEvent } from '#shared/ipc/events.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { createAudits, type Audits } from '../../engine/audits/audits.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { fileFailed } from '../../engine/storage/userFiles/userFiles.ts';
import { createDiscoveries, type Discoveries } from '../../engine/discovery/discoveries.ts';
import type { EmbeddedService } from '../../engine/connections/embeddedService.ts';
import { parseBaseAddress, type BaseAddress } from '../../engine/client/baseAddress.ts';
import { createHttpClient, defaultLimits } from '../../engine/client/httpClient.ts';
import type { TrustedAuthorities } from '../../engine/client/trust.ts';
import { fingerprintOf, type Signer } from '../../engine/connections/identity/ed25519.ts';
import type { InstallationKey } from '../../engine/connections/identity/installationKey.ts';
import { createCatalogueMemory } from '../../engine/discovery/catalogueMemory.ts';
import type { JobMemory } from '../../engine/known/jobMemory.ts';
import { createJobs } from '../../engine/jobs/jobs.ts';
import type { KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { connectIn } from './connectIn.ts';
import { asFirst, knowsNothing } from './firstAudit.ts';
import { composeReadings, type ReadingParts } from '../../engine/composeReadings.ts';
import type { ConnectionGrounds } from '../../engine/reading/verification/connectionGrounds.ts';
import { realEffects, type Surroundings } from '../../engine/surroundings.ts';

/** The parts of the app that audit a service, without its window. */
export interface AuditEngine {
  /** Everything is saved in it, except keys. */
  readonly folder: string;
  readonly connectionId: ConnectionId;
  /** The addresses of the other connections in the folder, if this one is new there. */
  readonly others: readonly string[];
  readonly core: ReadingParts;
  /** Whether nothing had been read when the folder was opened. */
  readonly isFirst: boolean;
  /** For an audit that continues: nothing had been read when it began. */
  readonly continueFirst: () => void;
  /** What an audit of this run rests on. */
  readonly grounds: ConnectionGrounds;
  readonly memory: JobMemory;
  readonly audits: Audits;
  readonly discoveries: Discoveries;
  /** Resolves when a job has ended, or was ended because it would not go on by itself. Its state is the one before that. */
  readonly jobEnded: (id: string) => Promise<Job | null>;
  /** Ends the jobs: work that can be resumed stays so. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AuditEngineEffects {
  /** Everything is saved in it, except keys. */
  readonly folder: string;
  /** Whether the folder is deleted afterwards, so that nothing is remembered. */
  readonly isTemporary: boolean;
  /** The folder of the built programs. */
  readonly programs: string;
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** null: inferred, or as in earlier audits with this folder. */
  readonly scheme: ChosenScheme | null;
  /** Signs the checkpoints of the root ledger; null: they are not signed. */
  readonly signer: Signer | null;
  readonly appVersion: string;
  /** Certificate authorities to trust in addition. */
  readonly trusted: TrustedAuthorities;
  /** How long to wait for a service that returns nothing, in milliseconds. */
  readonly patienceMs: number;
  readonly jobChanged: (job: Job) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** @returns fails if the service cannot be connected to, such as over HTTP to another computer */
export async function openAuditEngine(effects: AuditEngineEffects): Promise<Result<AuditEngine>> {
  const { folder, programs, log } = effects;
  const list = path.join(folder, 'connections.json');
  const opened = await openProfileStore(list, realEffects.now).then(succeed, (error: unknown) =>
    unreadable(error, list),
  );
  if (!opened.ok) return opened;
  const profiles = opened.value;
  /** When the service last returned something that could be used. */
  let answeredAt = realEffects.now();
  const surroundings: Surroundings = {
    ...realEffects,
    folder,
    programs,
    tell: (event, payload) => {
      if (event === 'activity' && (payload as IpcEvent<'activity'>).errorCode === null)
        answeredAt = realEffects.now();
    },
    log,
  };
  const http = createHttpClient(defaultLimits, { trusted: effects.trusted });
  const core = composeReadings({
    ...surroundings,
    http,
    profiles,
    embedded: noEmbedded,
    mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
    keychain: memoryStorage(),
    installationKey: givenKey(effects.signer),
    isStateSigned: effects.signer !== null,
    remembersNothing: effects.isTemporary,
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
  const memory = createCatalogueMemory(core.catalogues);
  let isFirst = false;
  const grounds: ConnectionGrounds = async (id) => {
    const found = await core.grounds(id);
    return isFirst ? asFirst(found) : found;
  };
  const audits = createAudits({
    ...surroundings,
    now: core.now,
    folder: path.join(folder, 'audits'),
    jobs,
    readings: core.readings,
    connections: core.connections,
    pins: core.pins,
    grounds,
    acceptedLosses: core.stateRecords.accepted,
    appVersion: effects.appVersion,
    patienceMs: effects.patienceMs,
    listChanged: () => undefined,
    changed: () => undefined,
    finished: () => undefined,
  });
  const close = async (): Promise<void> => {
    await jobs.close();
    await audits.close();
    http.close();
    for (const { run } of core.quitSteps) await run();
  };

  const connected = await connectIn(folder, core, profiles, effects).catch((error: unknown) =>
    unreadable(error, folder),
  );
  if (!connected.ok) {
    await close();
    return connected;
  }
  const { id: connectionId, others } = connected.value;
  // Without a folder, nothing is compared anyway.
  if (!effects.isTemporary) isFirst = await knowsNothing(core, connectionId);
  return succeed({
    folder,
    connectionId,
    others,
    core,
    isFirst,
    continueFirst: () => {
      isFirst = true;
    },
    grounds,
    memory,
    audits,
    discoveries: createDiscoveries({
      folder: path.join(folder, 'discovery'),
      jobs,
      memory,
      readings: core.readings,
      listNoter: () => () => undefined,
      connections: core.connections,
      now: realEffects.now,
    }),
    jobEnded: async (id) => {
      const job = await new Promise<Job | null>((resolve) => {
        const now = jobs.find(id);
        if (now === null || isOver(now)) resolve(now);
        else waiting.set(id, resolve);
      });
      if (job !== null && job.endedAt === null) await jobs.close();
      return job;
    },
    stop: jobs.close,
    close,
  });
}

/** What cannot be read must not count as not there. @throws what is no error of a file */
function unreadable(error: unknown, folder: string): Result<never> {
  if (error instanceof Error && 'code' in error) return fileFailed(error, folder);
  throw error;
}

/** Why a job did not end well; null if it did. */
export function jobError(job: Job | null): AppError | null {
  return job !== null && 'error' in job.state ? job.state.error : null;
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

/** API keys stay in memory: each run gets its key from outside. */
function memoryStorage(): KeyStorage {
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
function givenKey(signer: Signer | null): InstallationKey {
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

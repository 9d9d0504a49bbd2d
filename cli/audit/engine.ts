import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { fail, refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { IpcEvent } from '#shared/ipc/events.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { createAudits, type Audits } from '../../electron/main/audits/audits.ts';
import { openProfileStore } from '../../electron/main/connections/profileStore.ts';
import { createDiscoveries, type Discoveries } from '../../electron/main/discovery/discoveries.ts';
import type { EmbeddedService } from '../../electron/main/embedded/embeddedService.ts';
import { parseBaseAddress, type BaseAddress } from '../../electron/main/gateway/baseAddress.ts';
import { createHttpClient, defaultLimits } from '../../electron/main/gateway/httpClient.ts';
import type { TrustedAuthorities } from '../../electron/main/gateway/trust.ts';
import { fingerprintOf, type Signer } from '../../electron/main/identity/ed25519.ts';
import type { InstallationKey } from '../../electron/main/identity/installationKey.ts';
import { createCatalogueMemory } from '../../electron/main/discovery/catalogueMemory.ts';
import type { JobMemory } from '../../electron/main/jobs/jobMemory.ts';
import { createJobs } from '../../electron/main/jobs/jobs.ts';
import type { KeyStorage } from '../../electron/main/keychain/keyStorage.ts';
import { composeReadings, type ReadingParts } from '../../electron/main/wiring/composeReadings.ts';
import { realEffects, type Surroundings } from '../../electron/main/wiring/surroundings.ts';

/** The parts of the app that audit a service, without its window. */
export interface AuditEngine {
  /** Everything is saved in it, except keys. */
  readonly folder: string;
  readonly connectionId: ConnectionId;
  readonly core: ReadingParts;
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
  const profiles = await openProfileStore(path.join(folder, 'connections.json'), realEffects.now);
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
    stopWork: async () => undefined,
    forgetElsewhere: async () => undefined,
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
  const audits = createAudits({
    ...surroundings,
    folder: path.join(folder, 'audits'),
    jobs,
    readings: core.readings,
    connections: core.connections,
    pins: core.pins,
    grounds: core.grounds,
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

  const connected = await connect(core, profiles.all(), effects);
  if (!connected.ok) {
    await close();
    return connected;
  }
  return succeed({
    folder,
    connectionId: connected.value,
    core,
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

async function connect(
  { connections, stateRecords }: ReadingParts,
  profiles: readonly { readonly id: ConnectionId; readonly kind: string; readonly baseUrl: string }[],
  { address, apiKey, scheme }: AuditEngineEffects,
): Promise<Result<ConnectionId>> {
  const known = profiles.find(({ kind, baseUrl }) => kind === 'service' && baseUrl === address.text);
  const connection =
    known === undefined
      ? await connections.add(
          { name: address.text, baseUrl: address.text, colour: 'blue', readOnly: true, apiKey },
          // If only the list of connections is lost, the rest of what was saved still belongs to this one.
          await stateRecords.idOf(address.text),
        )
      : await connections.setKey(known.id, apiKey);
  if (!connection.ok) return connection;
  const { id } = connection.value;
  if (scheme !== null) {
    const chosen = await connections.setScheme(id, scheme);
    if (!chosen.ok) return chosen;
  }
  return succeed(id);
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

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryProgress, Job } from '#shared/domain/job.ts';
import type { AuditDetails } from '#shared/domain/audit.ts';
import type { Result } from '#shared/domain/result.ts';
import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import { given, noneByChoice } from '#shared/grounds/grounds.ts';
import { createAudits } from '../../../audits/audits.ts';
import { allEntries } from '../../../known/testing/allEntries.ts';
import { cataloguesHere } from '../../../known/testing/catalogueHere.ts';
import { createConnections, type Connections } from '../../../connections/connections.ts';
import { createKeyVault } from '../../../connections/keyVault.ts';
import { openProfileStore } from '../../../connections/profileStore.ts';
import { createDiscoveries } from '../../../discovery/discoveries.ts';
import { parseBaseAddress } from '../../baseAddress.ts';
import { createGateway, type Gateway } from '../../gateway.ts';
import { createHttpClient } from '../../httpClient.ts';
import { createCatalogueMemory } from '../../../discovery/catalogueMemory.ts';
import { createJobs } from '../../../jobs/jobs.ts';
import { createMemoryKeyStorage } from '../../../storage/keychain/testing/memoryKeyStorage.ts';
import { createPins } from '../../../roots/pins/pins.ts';
import { type Readings } from '../../../reading/readings.ts';
import { withDialects } from '../dialectGateway.ts';
import { createOpenServerGateway } from '../openServerGateway.ts';
import { testReadings } from '../../../reading/testing/testReadings.ts';

export interface OpenServerApp {
  readonly id: ConnectionId;
  readonly connections: Connections;
  readonly gateway: Gateway;
  readonly readings: Readings;
  /** What was found out about the list. */
  readonly lessons: readonly Lesson[];
  readonly discover: () => Promise<DiscoveryProgress>;
  readonly audit: (keys: readonly string[]) => Promise<AuditDetails>;
  readonly knownKeys: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** The parts of the app that read, discover, and audit, with one connection, as `wiring/` puts them together. */
export async function openServerApp(
  server: { readonly address: string },
  apiKey: string,
): Promise<OpenServerApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'open-server-'));
  const log = (message: string, error: unknown): void => {
    throw new Error(message, { cause: error });
  };
  const now = Date.now;
  const newId = randomUUID;
  const http = createHttpClient();
  const effects = {
    http,
    now,
    random: Math.random,
    sleep: (ms: number, signal: AbortSignal | null) =>
      sleep(ms, undefined, signal === null ? {} : { signal }).catch(() => undefined),
  };
  const connections = createConnections({
    profiles: await openProfileStore(path.join(folder, 'connections.json'), now),
    vault: createKeyVault(createMemoryKeyStorage(), { now, learned: () => undefined }),
    embedded: {
      ensureRunning: () => Promise.reject(new Error('not needed')),
      address: () => null,
      stop: async () => undefined,
    },
    now,
    newId,
    mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
    forget: async () => undefined,
  });
  const gateway = withDialects({
    documented: createGateway(effects),
    openServer: createOpenServerGateway(effects),
    save: connections.saveService,
  });
  const catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  const pins = createPins({ folder: path.join(folder, 'pins'), changed: () => undefined, now, newId });
  const readings = testReadings({
    gateway,
    connections,
    catalogues,
    pins,
    now,
    log,
  });
  const ended = new Map<string, (job: Job) => void>();
  const jobs = createJobs({
    announce: (job) => {
      if (job.endedAt !== null) ended.get(job.id)?.(job);
    },
    ...effects,
    newId,
    log,
  });
  const untilEnded = (id: string): Promise<Job> =>
    new Promise((resolve) => {
      ended.set(id, resolve);
      const job = jobs.find(id);
      if (job !== null && job.endedAt !== null) resolve(job);
    });
  const lessons: Lesson[] = [];
  const memory = createCatalogueMemory(catalogues);
  const discoveries = createDiscoveries({
    folder: path.join(folder, 'discovery'),
    jobs,
    memory,
    readings,
    listNoter: () => (lesson) => lessons.push(lesson),
    connections,
    now,
  });
  const audits = createAudits({
    folder: path.join(folder, 'audits'),
    jobs,
    readings,
    connections,
    pins,
    grounds: async () => ({ rules: given, pins: noneByChoice, ledger: given, knownKeys: given }),
    acceptedLosses: async () => [],
    appVersion: '0.0.0',
    listChanged: () => undefined,
    changed: () => undefined,
    finished: () => undefined,
    now,
    newId,
    pause: async () => undefined,
    log,
  });
  const added = valueOf(
    await connections.add({ name: 'open', baseUrl: server.address, colour: 'blue', readOnly: false, apiKey }),
  );
  const { id } = added;
  return {
    id,
    connections,
    gateway,
    readings,
    lessons,
    discover: async () => {
      const settings = { seeds: [], budget: 1_000, limit: null, pauseMs: 0, guesses: false };
      const started = valueOf(await discoveries.start(id, settings, false));
      const job = await untilEnded(started.id);
      if (job.kind !== 'discovery') throw new Error('another job');
      return job.progress;
    },
    audit: async (keys) => {
      const started = valueOf(
        await audits.start(
          {
            connectionId: id,
            name: 'An audit',
            scope: { kind: 'all' },
            keys: [keys],
            expected: null,
            changes: 'none',
            expectedChanges: null,
            leftOut: 0,
            options: { pinsRoot: false, rereadsMoved: true, shard: null },
            delimiter: '.',
            scheduleId: null,
          },
          'user',
        ),
      );
      await audits.ended(id, started.id);
      return valueOf(await audits.details(id, started.id));
    },
    knownKeys: async () => (await allEntries(catalogues, id)).map(({ key }) => key),
    close: async () => {
      await jobs.close();
      await audits.close();
      await pins.close();
      await catalogues.close();
      http.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryProgress, DiscoverySettings, Job, JobOf } from '#shared/domain/job.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import type { TestService } from '../../../service/testing/startTestService.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import { allEntries } from '../../known/testing/allEntries.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { createGateway } from '../../client/gateway.ts';
import { createHttpClient, type HttpClient } from '../../client/httpClient.ts';
import { createCatalogueMemory } from '../catalogueMemory.ts';
import { createJobs, type Jobs } from '../../jobs/jobs.ts';
import { createDiscoveries, type Discoveries } from '../discoveries.ts';
import { testReadings } from '../../reading/testing/testReadings.ts';

export const id = 'c' as ConnectionId;

const realTime = {
  now: Date.now,
  sleep: (ms: number, signal: AbortSignal | null): Promise<void> =>
    sleep(ms, undefined, signal === null ? {} : { signal }).catch(() => undefined),
};

/**
 * The discovery with the real service over HTTP and known keys on disk. `serviceAddress`: of a proxy in
 * front.
 */
export function openApp(
  service: TestService,
  folder: string,
  serviceAddress = service.address(),
  time = realTime,
) {
  const http: HttpClient = createHttpClient();
  const asked: string[] = [];
  const answered: string[] = [];
  const counted: HttpClient = {
    ...http,
    send: async (request) => {
      const words = `${request.path} ${request.body?.toString('utf8') ?? ''}`;
      asked.push(words);
      const outcome = await http.send(request);
      if (outcome.kind !== 'failed') answered.push(words);
      return outcome;
    },
  };
  const log = (message: string, error: unknown): void => {
    throw new Error(message, { cause: error });
  };
  const gateway = createGateway({ http: counted, ...time, random: Math.random });
  const catalogues: Catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  const address = parseBaseAddress(serviceAddress);
  if (!address.ok) throw new Error('The service has no address.');
  const profile = {
    id,
    kind: 'service' as const,
    name: 'n',
    baseUrl: serviceAddress,
    colour: 'blue' as const,
    readOnly: true,
    scheme: null,
    keyOrigin: null,
    keepsHistory: false,
  };
  const readings = testReadings({
    gateway,
    connections: {
      target: async () => succeed({ address: address.value, apiKey: service.readKey, profile }),
      profile: () => succeed(profile),
      saveScheme: async () => undefined,
    },
    catalogues,
    announce: {
      activity: () => undefined,
      connectionsChanged: () => undefined,
    },
    log,
  });
  const memory = createCatalogueMemory(catalogues);
  const lessons: Lesson[] = [];
  const listeners = new Set<(job: Job) => void>();
  let lastId = 0;
  const jobs: Jobs = createJobs({
    announce: (job) => listeners.forEach((listen) => listen(job)),
    ...time,
    random: Math.random,
    newId: () => String((lastId += 1)),
    log,
  });
  const discoveries: Discoveries = createDiscoveries({
    folder: path.join(folder, 'discovery'),
    jobs,
    memory,
    readings,
    listNoter: () => (lesson) => lessons.push(lesson),
    connections: { profile: () => succeed(profile) },
    now: Date.now,
  });
  /** Resolves when a job is in the wanted state. */
  const until = (isWished: (job: JobOf<'discovery'>) => boolean): Promise<JobOf<'discovery'>> =>
    new Promise((resolve) => {
      const listen = (job: Job): void => {
        if (job.kind !== 'discovery' || !isWished(job)) return;
        listeners.delete(listen);
        resolve(job);
      };
      listeners.add(listen);
      jobs.list(id).forEach(listen);
    });
  return {
    jobs,
    discoveries,
    /** What was found out about the list of the service. */
    lessons: lessons as readonly Lesson[],
    asked: asked as readonly string[],
    /** A request that was pending when the app ended is only in `asked`. */
    answered: answered as readonly string[],
    until,
    run: async (settings: DiscoverySettings, afresh = false): Promise<DiscoveryProgress> => {
      const started = await discoveries.start(id, settings, afresh);
      if (!started.ok) throw new Error(started.error.message);
      const ended = await until((job) => job.id === started.value.id && job.endedAt !== null);
      expect(ended.state).toEqual({ kind: 'done' });
      return ended.progress;
    },
    /** Makes keys known without reading them, as an import does. */
    importKeys: (keys: readonly string[]): Promise<void> =>
      memory.learn(
        id,
        keys.map((key) => ({ kind: 'named', key, source: 'import', at: Date.now() })),
      ),
    knownKeys: async () => (await allEntries(catalogues, id)).map(({ key }) => key),
    close: async () => {
      await jobs.close();
      await catalogues.close();
      http.close();
    },
  };
}

const towns = ['oslo', 'bergen', 'narvik', 'bodo', 'molde'];
const measures = [
  'temperature',
  'humidity',
  'light',
  'noise',
  'wind',
  'rain',
  'power',
  'current',
  'speed',
  'level',
];

/** 5 towns of 100 sensors with 10 measures each. */
export function sensorKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const town = towns[at % 5] ?? '';
    const measure = measures[Math.floor(at / 5) % 10] ?? '';
    return `v1.site.${town}.sensor.${String(Math.floor(at / 50))}.${measure}`;
  });
}

export async function storeAll(service: TestService, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 1_000) {
    const atoms = keys.slice(at, at + 1_000).map((key) => ({ key, value: `of ${key}` }));
    expect((await service.post('/batch-atoms', { atoms })).status).toBeLessThan(300);
  }
}

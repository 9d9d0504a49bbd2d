import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { AuditDetails, AuditInfo, AuditRecordFilter } from '#shared/domain/audit.ts';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { packProofs } from '#shared/merkle/packedProofs.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import { given, noneByChoice, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { VerifierPool } from '../../reading/verifierPool.ts';
import { createBatchPaths } from '../../reading/verification/batchPaths.ts';
import type { Faults } from '../../../service/faults/faultSwitch.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { answerLimits, createRecentAnswers, type RecentAnswers } from '../../evidence/recentAnswers.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { type Gateway, type Target } from '../../client/gateway.ts';
import { createHttpClient, type HttpClient } from '../../client/httpClient.ts';
import { createJobs, type Jobs } from '../../jobs/jobs.ts';
import { createPins, type Pins } from '../../roots/pins/pins.ts';
import { type Readings } from '../../reading/readings.ts';
import { auditFiles } from '../auditFolder.ts';
import { createAudits, type Audits } from '../audits.ts';
import type { AuditPlan } from '../prepareAudit.ts';
import { planOf } from './planOf.ts';
import { testGateway, testReadings } from '../../reading/testing/testReadings.ts';

export const auditedId = 'one' as ConnectionId;

/** Audits of a real service over HTTP, with everything that the app has but threads and a window. */
export interface AuditsHere {
  readonly service: TestService;
  /** What audits rest on when they end. */
  grounds: GroundsOf<'reading'>;
  audits: Audits;
  jobs: Jobs;
  readonly pins: Pins;
  readings: Readings;
  readonly catalogues: Catalogues;
  readonly answers: RecentAnswers;
  readonly verdicts: AuditVerdict[];
  readonly gateway: Gateway;
  /** Changes what the gateway does from now on. */
  readonly interfere: (change: Partial<Gateway>) => void;
  /** Changes the body of each response to a batch recall from now on; a text is sent as it is. `batch` counts from 1. */
  readonly alter: (change: (atoms: readonly RawAtom[], batch: number) => unknown) => void;
  /** The batch recalls that are answered with 500 from now on. */
  readonly failOn: (which: (asked: readonly string[]) => boolean) => void;
  /** Batch recalls that were sent so far, repeated ones too. */
  readonly requests: () => number;
  /** Requests of audits wait until the function that this returns is called. */
  readonly holdReads: () => () => void;
  readonly store: (keys: readonly string[]) => Promise<void>;
  readonly fault: (faults: Partial<Faults>) => Promise<void>;
  readonly plan: (keys: readonly string[], change?: Partial<AuditPlan>) => AuditPlan;
  /** Runs an audit to its end. */
  readonly audit: (keys: readonly string[], change?: Partial<AuditPlan>) => Promise<AuditDetails>;
  readonly records: (auditId: string, filter?: Partial<AuditRecordFilter>) => Promise<readonly AuditRecord[]>;
  readonly recordsFile: (auditId: string) => string;
  readonly target: () => Target;
  /** Epoch milliseconds, later with each call. */
  readonly now: () => number;
  /** Resolves when an audit has this many records. */
  readonly untilDone: (auditId: string, records: number) => Promise<void>;
  /** Another app takes over, with nothing but what is on disk. */
  readonly crash: () => void;
  /** The same, and what the readings of this session remember besides is gone. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

/** As the service writes it. */
export interface RawAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly proof: { readonly siblings: readonly string[]; readonly leafIndex: number };
}

/**
 * @param keys those that the service has
 * @param options `scheme`: the hashing rules that are pinned; by default they are inferred. `wholeFrom`: audits of at least so
 *   many keys are checked as whole responses
 */
export async function auditsOver(
  keys: readonly string[],
  options: { readonly scheme?: SchemePin; readonly wholeFrom?: number } = {},
): Promise<AuditsHere> {
  const service = await startTestService({ faults: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'audits-'));
  const catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  const client = createHttpClient();
  let alter: ((atoms: readonly RawAtom[], batch: number) => unknown) | null = null;
  let batches = 0;
  let fails: ((asked: readonly string[]) => boolean) | null = null;
  let requests = 0;
  const http: HttpClient = {
    ...client,
    send: async (request) => {
      const response = await client.send(request);
      if (request.path === '/batch-access') requests += 1;
      if (fails !== null && request.path === '/batch-access' && response.kind !== 'failed') {
        const { keys: asked } = JSON.parse(request.body?.toString('utf8') ?? '{}') as { keys: string[] };
        if (fails(asked)) return { ...response, status: 500, body: Buffer.from('{}') };
      }
      if (alter === null || request.path !== '/batch-access' || response.kind === 'failed') return response;
      batches += 1;
      const { atoms } = JSON.parse(response.body.toString('utf8')) as { readonly atoms: readonly RawAtom[] };
      const altered = alter(atoms, batches);
      return {
        ...response,
        body: Buffer.from(typeof altered === 'string' ? altered : JSON.stringify(altered)),
      };
    },
  };
  // Each request is sent well after the one before, even with a clock that counts whole milliseconds.
  let clock = Date.now();
  const now = (): number => (clock += 10);
  const real = testGateway(http, now);
  let gateway: Gateway = real;
  let profile: Profile = {
    id: auditedId,
    kind: 'service',
    name: 'one',
    baseUrl: service.address(),
    colour: 'blue',
    readOnly: false,
    scheme: options.scheme ?? null,
    keyOrigin: null,
    keepsHistory: false,
  };
  const log = (message: string, error: unknown): void => {
    throw new Error(message, { cause: error });
  };
  const target = (): Target => {
    const address = parseBaseAddress(profile.baseUrl);
    if (!address.ok) throw new Error(address.error.message);
    return { address: address.value, apiKey: service.fullKey };
  };
  const pins = createPins({
    folder: path.join(folder, 'pins'),
    changed: () => undefined,
    now,
    newId: randomUUID,
  });
  const answers = createRecentAnswers(answerLimits);
  const openReadings = (): Readings =>
    testReadings({
      gateway: {
        ...real,
        readMany: (...call) => gateway.readMany(...call),
        readManyBytes: (...call) => gateway.readManyBytes(...call),
      },
      connections: {
        profile: () => succeed(profile),
        target: async () => succeed({ ...target(), profile }),
        saveScheme: async (_id: ConnectionId, scheme: SchemePin) => {
          profile = { ...profile, scheme };
        },
      },
      catalogues,
      pins,
      batchPaths: createBatchPaths({ makePool: () => poolHere, log }),
      keepAnswer: answers.keep,
      now,
      log,
    });
  let readings = openReadings();
  const verdicts: AuditVerdict[] = [];
  let stopped: ((message: string) => void) | null = null;
  const waiting: (() => void)[] = [];
  const begun: { readonly jobs: Jobs; readonly audits: Audits }[] = [];
  const begin = () => {
    const current = readings;
    const jobs = createJobs({
      announce: ({ state }) => {
        if (state.kind === 'paused' && state.error !== null) stopped?.(state.error.message);
      },
      now,
      random: () => 0,
      newId: randomUUID,
      sleep: () => Promise.resolve(),
      log,
    });
    const audits = createAudits({
      folder: path.join(folder, 'audits'),
      jobs,
      readings: current,
      connections: { profile: () => succeed(profile) },
      pins,
      grounds: async () => here.grounds,
      acceptedLosses: async () => [],
      appVersion: '0.0.0',
      ...(options.wholeFrom !== undefined && { wholeFrom: options.wholeFrom }),
      listChanged: () => undefined,
      changed: () => {
        for (const wake of waiting.splice(0)) wake();
      },
      finished: (_info: AuditInfo, verdict) => verdicts.push(verdict),
      now,
      newId: randomUUID,
      pause: () => nextTask(),
      log,
    });
    begun.push({ jobs, audits });
    return { jobs, audits };
  };
  const here: AuditsHere = {
    service,
    grounds: { rules: given, pins: noneByChoice, ledger: given, knownKeys: given },
    ...begin(),
    pins,
    readings,
    catalogues,
    answers,
    verdicts,
    gateway: real,
    interfere: ({ readMany = real.readMany, ...change }) => {
      const readManyBytes: Gateway['readManyBytes'] = async (...call) => {
        const answer = await readMany(...call);
        return answer.ok ? { ...answer, value: { kind: 'atoms', atoms: answer.value } } : answer;
      };
      gateway = { ...real, readManyBytes, ...change, readMany };
    },
    alter: (change) => {
      alter = change;
      batches = 0;
    },
    failOn: (which) => {
      fails = which;
    },
    requests: () => requests,
    holdReads: () => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      here.interfere({
        readMany: async (...call) => {
          await held;
          return real.readMany(...call);
        },
      });
      return release;
    },
    store: async (some) => {
      for (let at = 0; at < some.length; at += 1_000) {
        const atoms = some.slice(at, at + 1_000).map((key) => ({ key, value: `value of ${key}` }));
        await service.post('/batch-atoms', { atoms });
      }
    },
    fault: async (faults) => {
      await service.post('/admin/faults', faults);
    },
    plan: (some, change) => planOf(auditedId, [some], change),
    audit: async (some, change) => {
      const started = valueOf(await here.audits.start(here.plan(some, change), 'user'));
      // One that stopped would wait for the user.
      await Promise.race([
        here.audits.ended(auditedId, started.id),
        new Promise((_resolve, reject) => {
          stopped = (message) => {
            reject(new Error(`The audit stopped: ${message}`));
          };
        }),
      ]);
      return valueOf(await here.audits.details(auditedId, started.id));
    },
    records: async (auditId, filter = {}) =>
      valueOf(
        await here.audits.records(auditedId, auditId, { show: 'all', ...filter }, { from: 0, to: 100_000 }),
      ).records,
    recordsFile: (auditId) => auditFiles(path.join(folder, 'audits', auditedId, auditId)).records,
    target,
    now,
    untilDone: async (auditId, records) => {
      for (;;) {
        const changed = new Promise<void>((resolve) => waiting.push(resolve));
        if (valueOf(await here.audits.details(auditedId, auditId)).info.progress.done >= records) return;
        await changed;
      }
    },
    crash: () => {
      Object.assign(here, begin());
    },
    restart: () => {
      readings = openReadings();
      Object.assign(here, { readings, ...begin() });
    },
    stop: async () => {
      for (const one of begun) {
        await one.jobs.close();
        await one.audits.close();
      }
      http.close();
      await pins.close();
      await catalogues.close();
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
  await here.store(keys);
  return here;
}

/** The work of the worker threads, on this thread. */
const poolHere: VerifierPool = {
  verifyPaths: async (proofs, scheme) => {
    const paths = proofs.map((): boolean | null => null);
    for (const pack of packProofs(proofs, scheme).packs) {
      const { verified } = verifyPacked(pack, fastNodeHash(scheme));
      for (const [at, entry] of pack.entries.entries()) paths[entry] = verified[at] === 1;
    }
    return { paths, hashed: 0 };
  },
  verifyPack: () => Promise.reject(new Error('not used')),
  close: async () => undefined,
};

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { given, noneByChoice } from '#shared/grounds/grounds.ts';
import { createAudits } from '../engine/audits/audits.ts';
import type { KeyBlocks } from '../engine/audits/sortedKeys.ts';
import { planOf } from '../engine/audits/testing/planOf.ts';
import { createCatalogues } from '../engine/known/catalogues.ts';
import { createCatalogueThread } from '../engine/known/catalogueThread.ts';
import { startCatalogueWorker } from '../engine/known/workerThread.ts';
import type { Profile } from '../engine/connections/profileStore.ts';
import { parseBaseAddress } from '../engine/client/baseAddress.ts';
import { createGateway } from '../engine/client/gateway.ts';
import { createHttpClient } from '../engine/client/httpClient.ts';
import { isSignedBy, newPrivateKey, signerOf } from '../engine/connections/identity/ed25519.ts';
import { createJobs } from '../engine/jobs/jobs.ts';
import { createPins } from '../engine/roots/pins/pins.ts';
import { createReadings } from '../engine/reading/readings.ts';
import { createBatchPaths } from '../engine/reading/verification/batchPaths.ts';
import { realEffects } from '../engine/surroundings.ts';
import { createVerifierPool } from '../engine/reading/verifierPool.ts';
import { median, ratio, timedAsync } from './measure.ts';

/*
 * An audit by the parts of the app, compared with fetching and parsing the same bytes: the same batches from the same service over
 * loopback, in alternating rounds. A measurement, not a test.
 */

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    atoms: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const count = Number(values.atoms);
const batchSize = 500;
const here = import.meta.dirname;
const data = await mkdtemp(path.join(tmpdir(), 'bench-audit-'));
const service = spawn(
  process.execPath,
  [path.join(here, 'service.mjs'), '--data', path.join(data, 'service'), '--json', '--rate', '1000000'],
  { env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'bench' }, stdio: ['ignore', 'pipe', 'ignore'] },
);
process.on('exit', () => {
  service.kill();
});
const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
const { address } = JSON.parse(line) as { readonly address: string };
const agent = new Agent({ keepAlive: true });

function post(endpoint: string, body: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer bench', 'Content-Type': 'application/json' };
    const sent = request(new URL(endpoint, address), { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve(Buffer.concat(chunks));
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const keys = Array.from(
  { length: count },
  (_, at) => `v1.area${String(at % 97)}.thing.${String(at).padStart(7, '0')}`,
).sort();
for (let at = 0; at < count; at += 1_000) {
  const some = keys.slice(at, at + 1_000);
  await post('/batch-atoms', { atoms: some.map((key) => ({ key, value: `value of ${key}` })) });
}

const id = 'bench' as ConnectionId;
const signer = signerOf(newPrivateKey());
const log = (message: string, error: unknown): void => {
  throw new Error(message, { cause: error });
};
const catalogues = createCatalogues({
  folder: path.join(data, 'catalogue'),
  thread: createCatalogueThread({
    start: startCatalogueWorker(path.join(here, 'catalogueWorker.mjs')),
    restarted: () => undefined,
    log,
  }),
  now: Date.now,
  changed: () => undefined,
  ledgerChanged: () => undefined,
  ledger: {
    keys: {
      current: async () => succeed(signer),
      held: () => null,
      publicKeys: async () => [signer.publicKey],
      verify: isSignedBy,
    },
    newId: randomUUID,
    pause: realEffects.pause,
    log,
  },
  pace: { setTimer: setTimeout },
});
const http = createHttpClient();
const target = parseBaseAddress(address);
if (!target.ok) throw new Error(target.error.message);
let profile: Profile = {
  id,
  kind: 'service',
  name: 'bench',
  baseUrl: address,
  colour: 'blue',
  readOnly: false,
  // As of the demo memory: the rules of the embedded service are documented.
  scheme: {
    path: [embeddedServiceScheme.path],
    leaf: [embeddedServiceScheme.leaf],
    origin: 'specified',
    samples: 0,
    pinnedAt: 0,
  },
  keyOrigin: null,
  keepsHistory: false,
};
const batchPaths = createBatchPaths({
  makePool: () => createVerifierPool(path.join(here, 'verifyWorker.mjs'), 1),
  log,
});
const pins = createPins({
  ...realEffects,
  folder: path.join(data, 'pins'),
  changed: () => undefined,
});
const readings = createReadings({
  gateway: createGateway({ http, ...realEffects }),
  connections: {
    profile: () => succeed(profile),
    target: async () => succeed({ address: target.value, apiKey: 'bench', profile }),
    saveScheme: async (_id, scheme) => {
      profile = { ...profile, scheme };
    },
  },
  catalogues,
  pins,
  batchPaths,
  announce: { activity: () => undefined, connectionsChanged: () => undefined },
  observers: [],
  now: Date.now,
  log,
});
const audits = createAudits({
  ...realEffects,
  folder: path.join(data, 'audits'),
  jobs: createJobs({ ...realEffects, announce: () => undefined, log }),
  readings,
  connections: { profile: () => succeed(profile) },
  pins,
  grounds: async () => ({ rules: given, pins: noneByChoice, ledger: given, knownKeys: given }),
  acceptedLosses: async () => [],
  appVersion: 'bench',
  listChanged: () => undefined,
  changed: () => undefined,
  finished: () => undefined,
  log,
});

/** The least that an audit must do: fetch the bytes and parse them. */
const bare = (): Promise<number> =>
  timedAsync(async () => {
    for (let at = 0; at < count; at += batchSize) {
      const body = await post('/batch-access', { keys: keys.slice(at, at + batchSize) });
      JSON.parse(body.toString('utf8'));
    }
  });

async function audit(scope: KeyBlocks): Promise<number> {
  const time = await timedAsync(async () => {
    const started = await audits.start(planOf(id, scope), 'user');
    if (!started.ok) throw new Error(started.error.message);
    const ended = await audits.ended(id, started.value.id);
    if (!ended.ok || ended.value.verdict !== 'green') throw new Error('The audit is not green.');
  });
  return time;
}

/** The longest time that this thread did nothing else, in milliseconds of its processor time where the system reports it. */
function watchTasks(): () => number {
  const file = `/proc/self/task/${String(process.pid)}/schedstat`;
  const isTold = existsSync(file);
  const used = (): number =>
    isTold ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : performance.now();
  const everyMs = 5;
  let longest = 0;
  let [at, before] = [performance.now(), used()];
  const timer = setInterval(() => {
    const [time, present] = [performance.now(), used()];
    longest = Math.max(longest, Math.min(time - at - everyMs, present - before));
    [at, before] = [time, present];
  }, everyMs);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/** The largest increase of what this thread holds during an audit of the known keys, without its garbage, in bytes. */
async function heldByAudit(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  // What a first collection finds may only be freed after it.
  held();
  await delay(1_000);
  const before = held();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, 100);
  const known = await catalogues.of(id);
  await audit(
    known.keys.selected({
      kind: 'query',
      query: {
        connectionId: id,
        filter: { text: '', mode: 'contains' },
        delimiter: '.',
        path: '',
        sort: { column: 'key', direction: 'ascending' },
      },
      except: [],
    }),
  );
  clearInterval(timer);
  return most - before;
}

/** A piece of work, and the processor time of all threads of this process for each atom, in microseconds. */
async function measured(work: () => Promise<number>): Promise<{ readonly ms: number; readonly cpu: number }> {
  const before = process.cpuUsage();
  const ms = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms, cpu: (user + system) / count };
}

const bareMs: number[] = [];
const bareCpu: number[] = [];
const auditMs: number[] = [];
const auditCpu: number[] = [];
const memory: number[] = [];
const fetchAndParse = async (): Promise<void> => {
  const { ms, cpu } = await measured(bare);
  bareMs.push(ms);
  bareCpu.push(cpu);
};
// As in the app: the known keys of a connection are open, and come in blocks.
await catalogues.of(id);
const blocks = Array.from({ length: Math.ceil(count / 1_000) }, (_, at) =>
  keys.slice(1_000 * at, 1_000 * (at + 1)),
);
// The first audit learns every key; later ones are what a schedule repeats.
await fetchAndParse();
const endFirstWatch = watchTasks();
const first = await measured(() => audit(blocks));
const longestFirst = endFirstWatch();
// The search index of the new keys is built when the calls of the audit pause; it is neither part of the audit nor of the next round.
await delay(3_000);
let longestTask = 0;
for (let round = 0; round < Number(values.rounds); round += 1) {
  await fetchAndParse();
  const endWatch = watchTasks();
  const { ms, cpu } = await measured(() => audit(blocks));
  longestTask = Math.max(longestTask, endWatch());
  auditMs.push(ms);
  auditCpu.push(cpu);
  memory.push(Math.round(process.memoryUsage().rss / 1024 / 1024));
}
const heldMiB = Math.round((await heldByAudit()) / 1024 / 102.4) / 10;
const figures = {
  atoms: count,
  bareMs: Math.round(median(bareMs)),
  firstAuditMs: Math.round(first.ms),
  auditMs: Math.round(median(auditMs)),
  firstRatio: ratio(first.ms, median(bareMs)),
  ratio: ratio(median(auditMs), median(bareMs)),
  bareCpuMicrosecondsPerAtom: Math.round(median(bareCpu)),
  firstCpuMicrosecondsPerAtom: Math.round(first.cpu),
  cpuMicrosecondsPerAtom: Math.round(median(auditCpu)),
  longestTaskOfFirstMs: Math.round(longestFirst),
  longestTaskMs: Math.round(longestTask),
  memoryMiB: memory,
  heldMiB,
};
const row = (name: string, ...cells: readonly (number | string)[]): string =>
  `  ${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(22)).join('')}`;
const table = [
  `Audit of ${count.toLocaleString('en')} atoms over loopback, ${values.rounds} rounds`,
  row('', 'fetching and parsing', 'first audit', 'repeated audit'),
  row('time, ms', figures.bareMs, figures.firstAuditMs, figures.auditMs),
  row('ratio (target: 1.6)', 1, figures.firstRatio, figures.ratio),
  row(
    'processor time, µs/atom',
    figures.bareCpuMicrosecondsPerAtom,
    figures.firstCpuMicrosecondsPerAtom,
    figures.cpuMicrosecondsPerAtom,
  ),
  row('longest task, ms', '', figures.longestTaskOfFirstMs, figures.longestTaskMs),
  '  target of the longest task: 50 ms; processor time is of all threads, without the service',
  `  memory after each repeated audit: ${memory.join(', ')} MiB, with the known keys and their index`,
  `  held by an audit: ${String(heldMiB)} MiB at most in the main thread`,
];
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(figures)}\n`
    : `${[...table, '', JSON.stringify(figures)].join('\n')}\n`,
);
http.close();
agent.destroy();
await audits.close();
await batchPaths.close();
await pins.close();
await catalogues.close();
service.kill();
await rm(data, { recursive: true, force: true, maxRetries: 5 });

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFaultyLink } from './soak/faultyLink.ts';
import {
  startApp,
  startService,
  type AppProcess,
  type ServiceProcess,
  type SoakKeychain,
} from './soak/processes.ts';
import { createRandom } from './soak/random.ts';
import { soakReport, vitalsComplaints } from './soak/report.ts';
import { createTruth } from './soak/truth.ts';
import { createWeather } from './soak/weather.ts';
import { auditedKeys, createWorkload } from './soak/workload.ts';

/*
 * Works with the main process of the app, without its window, while the network, the service, and the keychain fail at
 * random, and while the app and the service are killed. At the end, no acknowledged write may be lost, and no verdict may
 * have been wrong. See docs/soak.md.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    programs: { type: 'string' },
    report: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed) || values.programs === undefined) {
  process.stderr.write('Usage: npm run soak -- [--minutes N] [--seed N] [--report FILE]\n');
  process.exit(2);
}
const { programs } = values;
process.stdout.write(`Soaking for ${String(minutes)} minutes with --seed ${String(seed)}.\n`);

const clock = (): number => performance.now();
const random = createRandom(seed);
const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
const apiKey = `sk-soak-${randomBytes(16).toString('hex')}`;
const link = await startFaultyLink(random, clock);
const truth = createTruth();
const weather = createWeather(clock);
const keychain: SoakKeychain = { secrets: new Map(), isLocked: false };
const kills = { app: 0, service: 0, keychain: 0 };
const logged: string[] = [];

// The service.
const beginService = async (): Promise<ServiceProcess> => {
  const started = await startService(
    path.join(programs, 'service-cli.js'),
    path.join(folder, 'service'),
    apiKey,
  );
  link.connectTo(started.address);
  return started;
};
let service = await beginService();
const ask = async (endpoint: string, body: unknown): Promise<{ atoms: { key: string; value: string }[] }> => {
  const answer = await fetch(new URL(endpoint, service.address), {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${endpoint}: ${String(answer.status)}`);
  return (await answer.json()) as { atoms: { key: string; value: string }[] };
};
for (let at = 0; at < auditedKeys.length; at += 500) {
  const atoms = auditedKeys.slice(at, at + 500).map((key) => ({ key, value: `audited ${key}` }));
  const sure = atoms.map(({ key, value }) => truth.attempt(key, value, clock()));
  await ask('/batch-atoms', { atoms });
  for (const confirm of sure) confirm(clock());
}

// The app.
let app: Promise<AppProcess>;
const beginApp = async (): Promise<AppProcess> => {
  const started = await startApp({
    program: path.join(import.meta.dirname, 'soakApp.mjs'),
    folder: path.join(folder, 'app'),
    programs,
    keychain,
    logged: (message) => {
      logged.push(message);
    },
  });
  await started.call('open', { address: link.address, apiKey });
  return started;
};
app = beginApp();
await (await app).call('read', auditedKeys[0] ?? '');

const workload = createWorkload({ random, truth, weather, link, app: () => app, folder, clock });
const startedAt = clock();
const endsAt = startedAt + minutes * 60_000;
/** From then on nothing is killed, to see whether memory and handles stay flat. */
const calmFrom = startedAt + minutes * 60_000 * 0.55;

let isOver = false;
const changeWeather = async (): Promise<void> => {
  while (!isOver) {
    weather.change('storm');
    link.setLying(false);
    link.setFaults(0.2);
    await delay(20_000 + random.below(15_000));
    weather.change('lies');
    link.setLying(true);
    link.setFaults(0.05);
    await delay(4_000 + random.below(4_000));
    weather.change('calm');
    link.setLying(false);
    link.setFaults(0.03);
    await delay(10_000 + random.below(5_000));
  }
};
const lockKeychain = async (): Promise<void> => {
  while (!isOver) {
    await delay(10_000 + random.below(20_000));
    keychain.isLocked = true;
    kills.keychain += 1;
    await delay(2_000 + random.below(8_000));
    keychain.isLocked = false;
  }
};
const killThings = async (): Promise<void> => {
  while (!isOver) {
    await delay(5_000 + random.below(20_000));
    if (isOver || clock() > calmFrom) continue;
    if (random.chance(0.35)) {
      kills.service += 1;
      link.connectTo(null);
      await service.kill();
      await delay(random.below(3_000));
      service = await beginService();
    } else {
      kills.app += 1;
      const dying = await app;
      // The next call gets the next process.
      let next: (started: Promise<AppProcess>) => void = () => undefined;
      app = new Promise((resolve) => {
        next = resolve;
      });
      await dying.kill();
      next(beginApp());
      await app;
    }
  }
};
const around = [changeWeather(), lockKeychain(), killThings()];
const working = workload.run();
while (clock() < endsAt) {
  await delay(Math.min(60_000, Math.max(0, endsAt - clock())));
  const minute = Math.round((clock() - startedAt) / 60_000);
  process.stderr.write(
    `${String(minute)} min: ${String(truth.acknowledged())} writes acknowledged, ${String(workload.violations.length)} violations\n`,
  );
}
isOver = true;
const vitals = workload.vitals();
workload.stop();
await Promise.all(around);
weather.change('calm');
link.setFaults(0);
link.setLying(false);
keychain.isLocked = false;
await working;

// The service alone decides what was lost; and the app must say the same about it, also after a restart.
const violations = [...workload.violations, ...vitalsComplaints(vitals)];
await service.kill();
service = await beginService();
await (await app).kill();
app = beginApp();
const restarted = await app;
const all = truth.keys();
for (let at = 0; at < all.length; at += 500) {
  const some = all.slice(at, at + 500);
  const held = new Map(
    (await ask('/batch-access', { keys: some })).atoms.map(({ key, value }) => [key, value]),
  );
  for (const key of some) {
    const complaint = truth.complaint(key, held.get(key) ?? null);
    if (complaint !== null) violations.push(complaint);
  }
  const shown = await restarted.call('readMany', some);
  if (!shown.ok) {
    violations.push(`At the end, the app could not read: ${shown.error.message}`);
    continue;
  }
  for (const { key, value, verdict } of shown.value) {
    if (verdict !== 'green' || value !== held.get(key))
      violations.push(`At the end, ${key} is ${verdict} with ${JSON.stringify(value)}`);
  }
}
await restarted.kill();
await service.kill();
await link.close();

const report = soakReport({
  minutes,
  seed,
  kills,
  faults: link.counts,
  counts: workload.counts,
  acknowledged: truth.acknowledged(),
  keys: all.length,
  vitals,
  logged,
  violations,
});
process.stdout.write(`${report}\n`);
if (values.report !== undefined) await writeFile(values.report, `${report}\n`);
await rm(folder, { recursive: true, force: true });
process.exit(violations.length === 0 ? 0 : 1);

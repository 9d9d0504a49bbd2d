import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultyLink } from './faultyLink.ts';
import { AppEnded, type AppProcess } from './processes.ts';
import type { Random } from './random.ts';
import type { ShownAtom, Vitals } from './soakCalls.ts';
import type { Truth } from './truth.ts';
import type { WeatherRecord } from './weather.ts';

export interface Workload {
  /** Runs until `stop`; then what was begun is finished, as far as the service allows. */
  readonly run: () => Promise<void>;
  readonly stop: () => void;
  readonly counts: ReadonlyMap<string, number>;
  /** What must not happen. */
  readonly violations: readonly string[];
  /** Of the process that runs now, with the time since it started in milliseconds. */
  readonly vitals: () => readonly (Vitals & { readonly age: number })[];
}

export interface WorkloadEffects {
  readonly random: Random;
  readonly truth: Truth;
  readonly weather: WeatherRecord;
  readonly link: Pick<FaultyLink, 'lies'>;
  /** The app that runs now, or the next one. */
  readonly app: () => Promise<AppProcess>;
  /** Contains the files to upload. */
  readonly folder: string;
  /** Milliseconds. */
  readonly clock: () => number;
}

export const auditedKeys: readonly string[] = Array.from({ length: 2_500 }, (_, at) => `a.${String(at)}`);
const keys: readonly string[] = Array.from({ length: 200 }, (_, at) => `k.${String(at % 10)}.${String(at)}`);
const uploadKeys: readonly string[] = Array.from({ length: 2_000 }, (_, at) => `u.${String(at)}`);
const rowsAtOnce = 400;
const pollMs = 200;

export function createWorkload({
  random,
  truth,
  weather,
  link,
  app,
  folder,
  clock,
}: WorkloadEffects): Workload {
  const counts = new Map<string, number>();
  const violations: string[] = [];
  let vitals: (Vitals & { age: number })[] = [];
  let isStopped = false;
  let values = 0;
  const count = (name: string, by = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  const violated = (what: string): void => {
    violations.push(what);
    process.stderr.write(`VIOLATION ${what}\n`);
  };
  const newValue = (): string => `value ${String(++values)} ${'x'.repeat(random.below(200))}`;

  const judge = (atoms: readonly ShownAtom[], from: number, to: number): void => {
    for (const { key, value, verdict, failed } of atoms) {
      count(`verdict ${verdict}`);
      if (verdict === 'green' && !truth.mayHold(key, value, from, to))
        violated(`${key} is green with ${JSON.stringify(value)}, which it did not have`);
      if (verdict === 'green' && weather.liedThroughout(from, to))
        violated(`${key} is green, but its proof was altered`);
      if (verdict === 'red' && !weather.liedBetween(from, to))
        violated(`${key} is red without reason: ${failed.join(', ')}`);
    }
  };
  const reading = async (): Promise<void> => {
    const one = await app();
    const from = clock();
    const kind = random.pick(['read', 'readMany', 'recall'] as const);
    const some = Array.from({ length: 1 + random.below(60) }, () => random.pick([...keys, ...uploadKeys]));
    const answer =
      kind === 'read'
        ? await one.call('read', random.pick(keys))
        : kind === 'recall'
          ? await one.call('recall', random.pick(keys))
          : await one.call('readMany', [...new Set(some)]);
    count(`${kind} ${answer.ok ? 'ok' : answer.error.code}`);
    if (answer.ok)
      judge(Array.isArray(answer.value) ? answer.value : [answer.value as ShownAtom], from, clock());
    await delay(random.below(60));
  };
  const writing = async (): Promise<void> => {
    if (weather.now() === 'calm') {
      await delay(pollMs);
      return;
    }
    const one = await app();
    const isBatch = random.chance(0.3);
    const chosen = [
      ...new Set(Array.from({ length: isBatch ? 1 + random.below(20) : 1 }, () => random.pick(keys))),
    ];
    const atoms = chosen.map((key) => ({ key, value: newValue() }));
    const sure = atoms.map(({ key, value }) => truth.attempt(key, value, clock()));
    const [first] = atoms;
    const answer =
      isBatch || first === undefined ? await one.call('storeMany', atoms) : await one.call('store', first);
    count(`${isBatch ? 'storeMany' : 'store'} ${answer.ok ? answer.value : answer.error.code}`);
    if (answer.ok && answer.value === 'stored') for (const confirm of sure) confirm(clock());
    await delay(random.below(100));
  };

  /** What each row of the current upload says, and how to confirm it. */
  let uploading = new Map<string, (at: number) => void>();
  const confirmUploaded = async (one: AppProcess): Promise<void> => {
    const stored = await one.call('uploadedKeys');
    if (!stored.ok) return;
    for (const key of stored.value) uploading.get(key)?.(clock());
    count('rows seen as stored', stored.value.length);
  };
  const startUpload = async (one: AppProcess): Promise<void> => {
    const from = random.below(uploadKeys.length - rowsAtOnce);
    const rows = uploadKeys.slice(from, from + rowsAtOnce).map((key) => ({ key, value: newValue() }));
    const file = path.join(folder, 'upload.csv');
    await writeFile(file, ['key,value', ...rows.map(({ key, value }) => `${key},${value}`)].join('\n'));
    uploading = new Map(rows.map(({ key, value }) => [key, truth.attempt(key, value, clock())]));
    const started = await one.call('upload', file);
    count(`upload ${started.ok ? 'started' : started.error.code}`);
    if (!started.ok) await one.call('discardUpload');
  };
  const uploadingOn = async (): Promise<void> => {
    const one = await app();
    await delay(pollMs);
    const state = await one.call('uploadState');
    if (!state.ok) {
      count(`uploadState ${state.error.code}`);
      return;
    }
    const upload = state.value;
    if (upload === null) {
      if (!isStopped && weather.now() === 'storm') await startUpload(one);
    } else if (upload.question !== null) {
      count(`question ${upload.question.kind}`);
      await one.call(
        'answerUpload',
        upload.question.kind === 'unsettled-batch' ? { kind: 'send-again' } : { kind: 'leave' },
      );
    } else if (upload.phase.kind === 'ended') {
      await confirmUploaded(one);
      count('uploads ended');
      await one.call('discardUpload');
    } else if (upload.phase.kind === 'sending') {
      if (random.chance(0.2)) await confirmUploaded(one);
      if (random.chance(0.3)) await one.call('resumeUpload');
    } else await one.call('discardUpload');
  };

  let audit: { readonly id: string; readonly from: number; readonly by: AppProcess } | null = null;
  const auditing = async (): Promise<void> => {
    const one = await app();
    await delay(pollMs);
    if (audit === null) {
      if (isStopped) return;
      const from = clock();
      const started = await one.call('audit', auditedKeys);
      count(`audit ${started.ok ? 'started' : started.error.code}`);
      if (started.ok) audit = { id: started.value, from, by: one };
      else await delay(1_000);
      return;
    }
    const state = await one.call('auditState', audit.id);
    if (!state.ok) {
      count(`auditState ${state.error.code}`);
      if (state.error.code === 'invalid_input') audit = null;
      return;
    }
    const { state: kind, verdict } = state.value;
    const isStuck = kind === 'paused' || kind === 'failed' || kind === 'interrupted';
    if (isStuck || (kind === 'waiting' && random.chance(0.1))) {
      await one.call('resumeAudit', audit.id);
      return;
    }
    if (verdict === null) return;
    const { from, id, by } = audit;
    audit = null;
    const wasLiedTo = link.lies.some(
      ({ at, keys: asked }) => at >= from && asked.some((key) => key.startsWith('a.')),
    );
    count(`audit ${verdict.status}${wasLiedTo ? ' after lies' : ''}`);
    // An app that was killed may not have seen the response.
    if (verdict.status === 'green' && wasLiedTo && by === one)
      violated('An audit is green, although atoms were altered.');
    if (verdict.status === 'red' && !weather.liedBetween(from, clock()))
      violated(`An audit is red without reason: ${JSON.stringify(verdict.reasons)}`);
    await one.call('deleteAudit', id);
  };
  let measured: AppProcess | null = null;
  let measuredSince = 0;
  const measuring = async (): Promise<void> => {
    const one = await app();
    if (one !== measured) {
      measured = one;
      measuredSince = clock();
      vitals = [];
    }
    vitals.push({ ...(await one.call('vitals')), age: clock() - measuredSince });
    await delay(5_000);
  };

  const repeat = async (work: () => Promise<void>, isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof AppEnded))
          violated(error instanceof Error ? (error.stack ?? '') : String(error));
        count('calls cut off by a kill');
        await delay(50);
      }
    }
  };
  const stopped = (): boolean => isStopped;
  return {
    counts,
    violations,
    vitals: () => vitals,
    stop: () => {
      isStopped = true;
    },
    run: async () => {
      await Promise.all([
        repeat(reading, stopped),
        repeat(reading, stopped),
        repeat(writing, stopped),
        repeat(measuring, stopped),
        repeat(uploadingOn, stopped),
        repeat(auditing, stopped),
      ]);
      // What was begun is finished.
      let isUploadOver = false;
      await repeat(
        async () => {
          await uploadingOn();
          const state = await (await app()).call('uploadState');
          isUploadOver = state.ok && state.value === null;
        },
        () => isUploadOver,
      );
      await repeat(auditing, () => audit === null);
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Target } from './report.ts';
import { keyOf, queryOf } from './service/sample.ts';
import { startService, type ServiceProcess } from './service/serviceProcess.ts';
import { wordsBesideScan } from './service/wordsBesideScan.ts';

/*
 * The embedded service as a process, over HTTP, at growing sizes: stores, vectors, recalls, reads, memory, and
 * start time. A measurement, not a test: figures vary from run to run, and on a busy machine only processor
 * times and ratios mean anything.
 */

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    program: { type: 'string' },
    sizes: { type: 'string', default: '100000,500000' },
  },
});
if (values.program === undefined) throw new Error('Pass the bundled service as --program.');
const { program } = values;
const sizes = values.sizes.split(',').map(Number);

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Of requests one after the other. */
interface RecallFigures extends Percentiles {
  /** Of the service, on average. While vectors are computed, that includes them. null: not known on this system. */
  readonly processorMs: number | null;
}

interface SizeFigures {
  readonly atoms: number;
  /** 1,000 in a batch, two batches at a time. */
  readonly batchedStoresPerSecond: number;
  /** From the last store to the last vector, with 200 recalls meanwhile. */
  readonly vectorsAfterSeconds: number;
  /** From the first store of this size to the last vector. */
  readonly storedWithVectorsSeconds: number;
  /** The same, as processor time of all threads of the service. */
  readonly storedWithVectorsProcessorSeconds: number | null;
  /** While vectors are computed. */
  readonly recallByWordsMs: RecallFigures;
  readonly recallMs: RecallFigures;
  /** In the process of the bench, without HTTP; processor time. */
  readonly wordsMs: Percentiles;
  readonly scanMs: Percentiles;
  /** One atom a request, 16 requests at a time; each answered after it is on disk. */
  readonly singleStoresPerSecond: number;
  /** One atom a request with its proof, 8 at a time. */
  readonly readsPerSecond: number;
  /** Median of 1,000 keys in one request. */
  readonly batchReadMs: number;
  readonly memoryMiB: number;
  /** From spawning it to its first recall. */
  readonly startMs: number;
}

const recalls = 200;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function measureSizes(): Promise<readonly SizeFigures[]> {
  const data = await mkdtemp(path.join(tmpdir(), 'atom-bench-'));
  const figures: SizeFigures[] = [];
  let service = await startService(program, data);
  try {
    for (const [place, atoms] of sizes.entries()) {
      const measured = await measureSize(service, sizes[place - 1] ?? 0, atoms);
      await service.stop();
      const begun = performance.now();
      service = await startService(program, data);
      await recall(service, 0);
      figures.push({ ...measured, startMs: performance.now() - begun });
    }
    return figures;
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

async function measureSize(
  service: ServiceProcess,
  before: number,
  atoms: number,
): Promise<Omit<SizeFigures, 'startMs'>> {
  say(`${String(atoms)} atoms…`);
  const begun = performance.now();
  const processorBefore = await service.processorMs();
  const stores = await fill(service, before, atoms);
  const stored = performance.now();
  const recallByWordsMs = await timedRecalls(service);
  await allVectors(service, atoms);
  const done = performance.now();
  say(`  all vectors ${((done - stored) / 1_000).toFixed(0)} s after the last store`);
  const processorAfter = await service.processorMs();
  const recallMs = await timedRecalls(service);
  const singles = await timed(1_000, 16, (turn) => storeAgain(service, turn));
  const reads = await timed(4_000, 8, (turn) => read(service, (turn * 7_919) % atoms));
  const batchReads = await timed(20, 1, (turn) => readMany(service, turn, atoms));
  const { wordsMs, scanMs } = wordsBesideScan(atoms);
  return {
    atoms,
    batchedStoresPerSecond: perSecond(stores) * 1_000,
    vectorsAfterSeconds: (done - stored) / 1_000,
    storedWithVectorsSeconds: (done - begun) / 1_000,
    storedWithVectorsProcessorSeconds:
      processorBefore === null || processorAfter === null ? null : (processorAfter - processorBefore) / 1_000,
    recallByWordsMs,
    recallMs,
    wordsMs: percentiles(wordsMs),
    scanMs: percentiles(scanMs),
    singleStoresPerSecond: perSecond(singles),
    readsPerSecond: perSecond(reads),
    batchReadMs: percentiles(batchReads.times).p50,
    memoryMiB: service.memoryMiB(),
  };
}

interface Timing {
  readonly times: readonly number[];
  readonly wholeMs: number;
}

async function timed(
  count: number,
  atOnce: number,
  work: (turn: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  let turn = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (turn < count) {
        const mine = turn;
        turn += 1;
        const from = performance.now();
        await work(mine);
        times.push(performance.now() - from);
      }
    }),
  );
  return { times, wholeMs: performance.now() - begun };
}

async function timedRecalls(service: ServiceProcess): Promise<RecallFigures> {
  const before = await service.processorMs();
  const { times } = await timed(recalls, 1, (turn) => recall(service, turn));
  const after = await service.processorMs();
  const processorMs = before === null || after === null ? null : (after - before) / recalls;
  return { ...percentiles(times), processorMs };
}

function perSecond({ times, wholeMs }: Timing): number {
  return (times.length / wholeMs) * 1_000;
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

function fill(service: ServiceProcess, from: number, to: number): Promise<Timing> {
  return timed((to - from) / 1_000, 2, (turn) => {
    const atoms = Array.from({ length: 1_000 }, (_, place) => {
      const index = from + turn * 1_000 + place;
      return {
        key: keyOf(index),
        value: `what is known of ${keyOf(index)}, as of reading ${String(index)}`,
      };
    });
    return service.ask('POST', '/batch-atoms', { atoms });
  });
}

/** New versions of existing keys, so that the number of keys stays the same. */
function storeAgain(service: ServiceProcess, turn: number): Promise<unknown> {
  return service.ask('POST', '/atoms', { key: keyOf(turn), value: `another reading, ${String(turn)}` });
}

function read(service: ServiceProcess, index: number): Promise<unknown> {
  return service.ask('GET', `/atoms/${encodeURIComponent(keyOf(index))}`);
}

function readMany(service: ServiceProcess, turn: number, size: number): Promise<unknown> {
  const keys = Array.from({ length: 1_000 }, (_, place) => keyOf((turn * 104_729 + place * 7_919) % size));
  return service.ask('POST', '/batch-access', { keys });
}

function recall(service: ServiceProcess, turn: number): Promise<unknown> {
  return service.ask('POST', '/recall', { query: queryOf(turn), limit: 10 });
}

/** Resolves when the service says that all `keys` can be found by meaning. */
async function allVectors(service: ServiceProcess, keys: number): Promise<void> {
  while (!service.log.some((line) => line.startsWith(`Recall can now search all ${String(keys)} keys`))) {
    await wait(100);
  }
}

const rows: readonly (readonly [string, (one: SizeFigures) => number | null])[] = [
  ['stores/s, batched', (one) => one.batchedStoresPerSecond],
  ['all vectors after the last store, s', (one) => one.vectorsAfterSeconds],
  ['from the first store to all vectors, s', (one) => one.storedWithVectorsSeconds],
  ['the same, processor time, s', (one) => one.storedWithVectorsProcessorSeconds],
  ['recall by words p50, ms', (one) => one.recallByWordsMs.p50],
  ['recall by words p95, ms', (one) => one.recallByWordsMs.p95],
  ['recall p50, ms', (one) => one.recallMs.p50],
  ['recall p95, ms', (one) => one.recallMs.p95],
  ['recall, processor time, ms', (one) => one.recallMs.processorMs],
  ['words without HTTP p50, processor ms', (one) => one.wordsMs.p50],
  ['words without HTTP p95, processor ms', (one) => one.wordsMs.p95],
  ['plain scan p50, processor ms', (one) => one.scanMs.p50],
  ['stores/s, single', (one) => one.singleStoresPerSecond],
  ['reads/s', (one) => one.readsPerSecond],
  ['1,000 keys read, ms', (one) => one.batchReadMs],
  ['memory, MiB', (one) => one.memoryMiB],
  ['start, ms', (one) => one.startMs],
];

/** What was wanted; smaller is better. */
function targetsOf(figures: readonly SizeFigures[]): readonly Target[] {
  return figures.flatMap((one): readonly Target[] => {
    const scanned = {
      what: `${String(one.atoms)} keys: a recall by words, relative to a plain scan`,
      wanted: null,
      got: one.wordsMs.p50 / one.scanMs.p50,
    };
    if (one.atoms === 100_000) {
      const what = '100,000 keys: seconds from the first store to all vectors';
      return [{ what, wanted: 60, got: one.storedWithVectorsSeconds }, scanned];
    }
    if (one.atoms !== 500_000) return [scanned];
    // Half of 25 and 76 ms, measured on a quiet machine with two cores.
    return [
      { what: '500,000 keys: recall by words, p50 in ms', wanted: 12.5, got: one.recallByWordsMs.p50 },
      { what: '500,000 keys: recall by words, p95 in ms', wanted: 38, got: one.recallByWordsMs.p95 },
      scanned,
    ];
  });
}

function shown(figure: number | null): string {
  if (figure === null) return '-';
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(1);
}

function tableOf(figures: readonly SizeFigures[]): string {
  const table = [
    ['atoms', ...figures.map(({ atoms }) => atoms.toLocaleString('en'))],
    ...rows.map(([name, of]) => [name, ...figures.map((one) => shown(of(one)))]),
  ];
  const wide = Math.max(...table.map(([name = '']) => name.length));
  return table
    .map(([name = '', ...cells]) => name.padEnd(wide) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n');
}

const figures = await measureSizes();
const targets = targetsOf(figures);
const json = JSON.stringify({ figures, targets });
if (values.json === true) process.stdout.write(`${json}\n`);
else {
  const goals = targets.map(({ what, wanted, got }) => {
    if (wanted === null) return `          ${what}: ${got.toFixed(2)}`;
    return `  ${got <= wanted ? 'met   ' : 'missed'}  ${what}: ${got.toFixed(1)} (target ${String(wanted)})`;
  });
  process.stdout.write(`${tableOf(figures)}\n\n${goals.join('\n')}\n\n${json}\n`);
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/*
 * The embedded service as a process, over HTTP, at growing sizes: stores, reads, recalls, memory, and start
 * time. A measurement, not a test: figures vary from run to run.
 */

/**
 * @typedef {object} SizeFigures
 * @property {number} atoms
 * @property {number} batchedStoresPerSecond Atoms a second, 1,000 in a batch, two batches at a time.
 * @property {number} batchMs Median of one batch of 1,000.
 * @property {number} singleStoresPerSecond One atom a request, 16 requests at a time; each answered after it is on disk.
 * @property {number} singleStoreMs Median, one request at a time.
 * @property {number} readsPerSecond One atom a request with its proof, 8 at a time.
 * @property {number} batchReadMs Median of 1,000 keys in one request.
 * @property {{ p50: number, p95: number }} recallByWordsMs One request at a time, while vectors are computed.
 * @property {{ p50: number, p95: number } | null} recallMs When all vectors are there; null: that was not waited for, and
 * everything was measured while they were computed, which takes a core.
 * @property {number} memoryMiB Resident, of the whole process.
 * @property {number} startMs From spawning it to its first answer.
 */

/**
 * @param {object} options
 * @param {string} options.program The bundled command line of the service.
 * @param {string} [options.runtime] What runs it; Node itself unless given.
 * @param {readonly number[]} [options.sizes] In ascending order.
 * @param {number} [options.vectorsUpTo] Largest size at which it waits for all vectors.
 * @param {(line: string) => void} [options.progress]
 * @returns {Promise<readonly SizeFigures[]>}
 */
export async function benchService({
  program,
  runtime = process.execPath,
  sizes = [1_000, 10_000, 100_000, 500_000],
  vectorsUpTo = 500_000,
  progress = () => undefined,
}) {
  const data = await mkdtemp(join(tmpdir(), 'atom-bench-'));
  /** @type {SizeFigures[]} */
  const figures = [];
  let service = await start(runtime, program, data);
  let atoms = 0;
  try {
    for (const size of sizes) {
      progress(`${size} atoms…`);
      const batchTimes = await fill(service, atoms, size);
      atoms = size;
      const meanwhile = await timed(200, 1, (turn) => recall(service, turn));
      const waited = size <= vectorsUpTo;
      if (waited) await allVectors(service, progress);
      const singleTimes = await timed(200, 1, (turn) => store(service, turn));
      const singles = await timed(1_000, 16, (turn) => store(service, turn));
      const reads = await timed(4_000, 8, (turn) => read(service, (turn * 7_919) % size));
      const batchReads = await timed(20, 1, (turn) => readMany(service, turn, size));
      const recalls = await timed(200, 1, (turn) => recall(service, turn));
      const memoryMiB = residentMiB(service.pid);
      await service.stop();
      const begun = performance.now();
      service = await start(runtime, program, data);
      await recall(service, 0);
      const startMs = performance.now() - begun;
      figures.push({
        atoms: size,
        batchedStoresPerSecond: perSecond(batchTimes) * 1_000,
        batchMs: quantile(batchTimes.times, 0.5),
        singleStoresPerSecond: perSecond(singles),
        singleStoreMs: quantile(singleTimes.times, 0.5),
        readsPerSecond: perSecond(reads),
        batchReadMs: quantile(batchReads.times, 0.5),
        recallByWordsMs: percentiles(meanwhile.times),
        recallMs: waited ? percentiles(recalls.times) : null,
        memoryMiB,
        startMs,
      });
    }
    return figures;
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/**
 * The figures as a table, and how each cost grows with ten times the atoms.
 *
 * @param {readonly SizeFigures[]} figures
 * @returns {string}
 */
export function serviceTable(figures) {
  /** @type {readonly (readonly [string, (one: SizeFigures) => number | null, boolean])[]} */
  const rows = [
    ['stores/s, batched', (one) => one.batchedStoresPerSecond, true],
    ['batch of 1,000, ms', (one) => one.batchMs, false],
    ['stores/s, single', (one) => one.singleStoresPerSecond, true],
    ['single store, ms', (one) => one.singleStoreMs, false],
    ['reads/s', (one) => one.readsPerSecond, true],
    ['1,000 keys read, ms', (one) => one.batchReadMs, false],
    ['recall by words p50, ms', (one) => one.recallByWordsMs.p50, false],
    ['recall by words p95, ms', (one) => one.recallByWordsMs.p95, false],
    ['recall p50, ms', (one) => one.recallMs?.p50 ?? null, false],
    ['recall p95, ms', (one) => one.recallMs?.p95 ?? null, false],
    ['memory, MiB', (one) => one.memoryMiB, false],
    ['start, ms', (one) => one.startMs, false],
  ];
  const head = ['atoms', ...figures.map(({ atoms }) => atoms.toLocaleString('en')), 'cost per decade'];
  const lines = rows.map(([name, of, isRate]) => [
    name,
    ...figures.map((one) => shown(of(one))),
    growthPerDecade(figures, (one) => {
      const figure = of(one);
      return figure === null || !isRate ? figure : 1 / figure;
    }),
  ]);
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map((line) => line.map((cell, column) => pad(cell, widths[column] ?? 0, column === 0)).join('  '))
    .join('\n');
}

/** @param {readonly SizeFigures[]} figures @param {(one: SizeFigures) => number | null} cost */
function growthPerDecade(figures, cost) {
  const known = figures.flatMap((one) => {
    const figure = cost(one);
    return figure === null ? [] : [{ atoms: one.atoms, figure }];
  });
  const first = known.at(0);
  const last = known.at(-1);
  if (first === undefined || last === undefined || first === last) return '';
  return `x ${((last.figure / first.figure) ** (1 / Math.log10(last.atoms / first.atoms))).toFixed(2)}`;
}

/** @param {number | null} figure */
function shown(figure) {
  if (figure === null) return '-';
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(1);
}

/** @param {string} cell @param {number} width @param {boolean} left */
function pad(cell, width, left) {
  return left ? cell.padEnd(width) : cell.padStart(width);
}

/** @typedef {Awaited<ReturnType<typeof start>>} Running */

/** @param {string} runtime @param {string} program @param {string} data */
async function start(runtime, program, data) {
  const child = spawn(runtime, [program, '--data', data, '--json', '--rate', '1000000'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ATOM_SERVICE_FULL_KEY: 'bench' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {string[]} */
  const log = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    once(child, 'exit').then(() => Promise.reject(new Error(`The service ended: ${log.join('\n')}`))),
  ]);
  const { address } = /** @type {{ address: string }} */ (JSON.parse(line));
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    pid: child.pid ?? 0,
    log,
    /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<unknown>} */
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const sent = request(
          {
            hostname,
            port,
            method,
            path,
            agent,
            headers: { Authorization: 'Bearer bench', 'Content-Type': 'application/json' },
          },
          (answer) => {
            /** @type {Buffer[]} */
            const chunks = [];
            answer.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
            answer.on('error', reject);
            answer.on('end', () => {
              const text = Buffer.concat(chunks).toString();
              const status = answer.statusCode ?? 0;
              if (status >= 400) reject(new Error(`${method} ${path} answered ${status}: ${text}`));
              else resolve(JSON.parse(text));
            });
          },
        );
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    async stop() {
      agent.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** @param {number} count @param {number} atOnce @param {(turn: number) => Promise<unknown>} work */
async function timed(count, atOnce, work) {
  /** @type {number[]} */
  const times = [];
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

/** @param {{ times: readonly number[], wholeMs: number }} timing */
function perSecond({ times, wholeMs }) {
  return (times.length / wholeMs) * 1_000;
}

/** @param {readonly number[]} times @param {number} share */
function quantile(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const kinds = 'user project session fact procedure person tool site crop meeting decision lesson'.split(' ');
const names =
  'orchid meltwater almanac pollen nightjar frostwatch halden sapporo nafplio glen priya yusuf eleni mei tomas ilse'.split(
    ' ',
  );
const aspects =
  'status owner blocker budget theme language schedule temperature pressure contact summary deadline risk version note color'.split(
    ' ',
  );

/** @param {number} index */
function keyOf(index) {
  const kind = kinds[index % kinds.length];
  const name = names[Math.floor(index / kinds.length) % names.length];
  const aspect = aspects[Math.floor(index / (kinds.length * names.length)) % aspects.length];
  return `v1.${kind}.${name}.${aspect}.n${Math.floor(index / (kinds.length * names.length * aspects.length))}`;
}

/** @param {Running} service @param {number} from @param {number} to */
function fill(service, from, to) {
  return timed((to - from) / 1_000, 2, (turn) => {
    const atoms = Array.from({ length: 1_000 }, (_, place) => {
      const index = from + turn * 1_000 + place;
      return { key: keyOf(index), value: `what is known of ${keyOf(index)}, as of reading ${index}` };
    });
    return service.ask('POST', '/batch-atoms', { atoms });
  });
}

/**
 * New versions of existing keys, so that the number of atoms stays the same. @param {Running} service @param
 * {number} turn
 */
function store(service, turn) {
  return service.ask('POST', '/atoms', { key: keyOf(turn), value: `another reading, ${turn}` });
}

/** @param {Running} service @param {number} index */
function read(service, index) {
  return service.ask('GET', `/atoms/${encodeURIComponent(keyOf(index))}`);
}

/** @param {Running} service @param {number} turn @param {number} size */
function readMany(service, turn, size) {
  const keys = Array.from({ length: 1_000 }, (_, place) => keyOf((turn * 104_729 + place * 7_919) % size));
  return service.ask('POST', '/batch-access', { keys });
}

const queries = [
  'status of the orchid project',
  'who owns meltwater',
  'what theme does Glen like',
  'language that Yusuf speaks',
  'deadline',
  'how warm is it in Sapporo',
  'money left for almanac',
  'xylophone',
];

/** @param {Running} service @param {number} turn */
function recall(service, turn) {
  return service.ask('POST', '/recall', {
    query: `${queries[turn % queries.length]} ${turn % 7}`,
    limit: 10,
  });
}

/** @param {Running} service @param {(line: string) => void} progress */
async function allVectors(service, progress) {
  const begun = performance.now();
  while (!service.log.some((line) => line.startsWith('Recall can now search all'))) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  progress(`  all vectors after ${((performance.now() - begun) / 1_000).toFixed(0)} s more`);
}

/** @param {readonly number[]} times */
function percentiles(times) {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** @param {number} pid */
function residentMiB(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

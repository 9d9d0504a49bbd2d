import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { withAppWindow } from '../scripts/setup/appWindow.mjs';
import { runtimeEnvironment } from '../scripts/setup/electronRuntime.mjs';
import { prepareBuild, prepareElectron, withDisplay } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/repository.mjs';
import { sandboxArguments } from '../scripts/setup/sandbox.mjs';
import { watchMainThread } from './mainThread.mjs';
import { csvPieces } from './uploadRows.mjs';

/*
 * Uploading a file through the real app, beside a bare program that sends the same batches to a service of its own. The
 * two take turns in one run, each time with a new service, for the service does more work in the background the
 * more it holds. It is a measurement and not a test.
 */

/**
 * @typedef {object} LongestTasks Of the window, in milliseconds.
 * @property {number} choosing From the choice of the file until its mapping is shown.
 * @property {number} staging From applying the mapping until rows are shown.
 * @property {number} sending
 *
 * @typedef {object} AppRun
 * @property {number} stagingMs From applying the mapping until all rows were there to be looked at.
 * @property {number} sendingMs From the job's beginning to its end.
 *
 * @typedef {object} Staging
 * @property {number} rows
 * @property {number} fileBytes
 * @property {number} ms
 * @property {number} beforeBytes Of the main process with all its threads, before the file was chosen.
 * @property {number} peakBytes The most while it was taken in and staged.
 * @property {number} afterBytes When the first rows had been shown.
 * @property {number} longestTaskMs Of the window while it was staged.
 *
 * @typedef {object} UploadFigures
 * @property {number} rows
 * @property {number} batchAtoms
 * @property {readonly AppRun[]} app
 * @property {readonly number[]} bareMs
 * @property {LongestTasks} longestTasks Of the window, in a run of its own.
 * @property {readonly Staging[]} staged At growing sizes, each in a new app.
 *
 * @typedef {{ readonly executable: string, readonly args: readonly string[], readonly env: NodeJS.ProcessEnv }} Target
 */

const batchAtoms = 1_000;
const rounds = 3;

/**
 * @param {object} options
 * @param {number} options.rows Sent.
 * @param {number} options.small Staged only, to see what memory it takes,
 * @param {number} options.large beside so many.
 * @param {(line: string) => void} options.progress
 * @returns {Promise<UploadFigures>}
 */
export async function benchUpload({ rows, small, large, progress }) {
  const { executable, ...runtime } = await prepareElectron();
  await prepareBuild();
  const scratch = await mkdtemp(join(tmpdir(), 'atom-bench-'));
  try {
    const fileOf = (/** @type {number} */ count) => join(scratch, `rows-${count}.csv`);
    for (const count of new Set([rows, small, large])) {
      await pipeline(Readable.from(csvPieces(count)), createWriteStream(fileOf(count)));
    }
    return await withDisplay(async (display) => {
      const env = {
        ...process.env,
        ...runtimeEnvironment({ executable, ...runtime }),
        ...display?.environment,
      };
      const target = { executable, args: [...sandboxArguments(), root], env };
      /** @type {AppRun[]} */
      const app = [];
      /** @type {number[]} */
      const bareMs = [];
      for (let round = 0; round < rounds; round += 1) {
        progress(`round ${round + 1} of ${rounds}: the app ...`);
        app.push((await inApp(target, scratch, fileOf(rows), (_session, work) => work())).run);
        progress(`round ${round + 1} of ${rounds}: the bare program ...`);
        bareMs.push(await bareRun(scratch, rows));
      }
      progress('the window meanwhile ...');
      const { tasks: longestTasks } = await inApp(target, scratch, fileOf(rows), watched);
      /** @type {Staging[]} */
      const staged = [];
      for (const count of [small, large]) {
        progress(`${count} rows staged ...`);
        staged.push(await stagedOnly(target, scratch, fileOf(count), count));
      }
      return { rows, batchAtoms, app, bareMs, longestTasks, staged };
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} scratch @param {number} rows */
async function bareRun(scratch, rows) {
  return withService(scratch, async (address) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(root, 'bench/uploadBare.mjs'),
      address,
      String(rows),
      String(batchAtoms),
    ]);
    return /** @type {{ ms: number }} */ (JSON.parse(stdout)).ms;
  });
}

/** @typedef {import('playwright').CDPSession} Session */

/**
 * What the window was busy with meanwhile; 0 where that is not looked at, for looking costs time.
 *
 * @typedef {(session: Session, work: () => Promise<void>) => Promise<number | void>} Watch
 */

/** @type {Watch} */
async function watched(session, work) {
  return (await watchMainThread(session, work)).longestTaskMs;
}

/**
 * @param {Target} target
 * @param {string} scratch
 * @param {string} file
 * @param {Watch} watch
 */
async function inApp(target, scratch, file, watch) {
  return withService(scratch, (address) =>
    withAppWindow(target, async (window, app) => {
      await openUpload(window, app, address, file);
      const session = await window.context().newCDPSession(window);
      const run = { stagingMs: 0, sendingMs: 0 };
      const tasks = { choosing: 0, staging: 0, sending: 0 };
      tasks.choosing = (await watch(session, () => chooseFile(window))) ?? 0;
      tasks.staging =
        (await watch(session, async () => {
          run.stagingMs = await window.evaluate(stageAll);
          await window.getByRole('grid', { name: 'Rows of the upload' }).waitFor();
        })) ?? 0;
      tasks.sending =
        (await watch(session, async () => {
          run.sendingMs = await window.evaluate(sendAll, batchAtoms);
        })) ?? 0;
      return { run, tasks };
    }),
  );
}

/**
 * @param {Target} target
 * @param {string} scratch
 * @param {string} file
 * @param {number} rows
 * @returns {Promise<Staging>}
 */
async function stagedOnly(target, scratch, file, rows) {
  return withService(scratch, (address) =>
    withAppWindow(target, async (window, app) => {
      await openUpload(window, app, address, file);
      const pid = app.process().pid ?? 0;
      const beforeBytes = residentBytes(pid);
      let peakBytes = beforeBytes;
      const look = setInterval(() => {
        peakBytes = Math.max(peakBytes, residentBytes(pid));
      }, 100);
      await chooseFile(window);
      let ms = 0;
      const { longestTaskMs } = await watchMainThread(
        await window.context().newCDPSession(window),
        async () => {
          ms = await window.evaluate(stageAll);
          await window.getByRole('grid', { name: 'Rows of the upload' }).waitFor();
        },
      );
      clearInterval(look);
      return {
        rows,
        fileBytes: (await stat(file)).size,
        ms,
        beforeBytes,
        peakBytes,
        afterBytes: residentBytes(pid),
        longestTaskMs,
      };
    }),
  );
}

/**
 * The Upload screen of a new connection, in an app that answers the next question for a file with this one.
 *
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 * @param {string} address
 * @param {string} file
 */
async function openUpload(window, app, address, file) {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, file);
  await window.getByRole('button', { name: 'Connect to a service' }).click();
  const form = window.getByRole('dialog');
  await form.getByLabel('Base address').fill(address);
  await form.getByLabel('API key').fill('bench');
  await form.getByLabel('Name').fill('bench');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await window.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Upload' }).click();
}

/** @param {import('playwright').Page} window */
async function chooseFile(window) {
  await window.evaluate(chooseUpload);
  await window.getByRole('button', { name: 'Check all rows' }).waitFor();
}

/**
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, error: { message: string } }} Answer
 */

/**
 * @typedef {object} Upload What of it is looked at here.
 * @property {string} id
 * @property {{ kind: string, sample?: { suggested: unknown } }} phase
 * @property {unknown} mapping
 * @property {string | null} jobId
 * @property {{ standings: { ready: number }, outcomes: { stored: number }, rows: number } | null} counts
 *
 * @typedef {object} Job
 * @property {string} id
 * @property {number} startedAt
 * @property {number | null} endedAt
 *
 * @typedef {object} AskedApi What the window offers, as far as it is asked here.
 * @property {() => Promise<Answer<{ id: string }[]>>} listConnections
 * @property {(input: { connectionId: string }) => Promise<Answer<Upload | null>>} currentUpload
 * @property {(input: { connectionId: string }) => Promise<Answer<Upload | null>>} chooseUpload
 * @property {(input: unknown) => Promise<Answer<Upload>>} stageUpload
 * @property {(input: unknown) => Promise<Answer<Upload>>} sendUpload
 * @property {(listener: () => void) => () => void} onUploadChanged
 * @property {(listener: (job: Job) => void) => () => void} onJob
 */

/** In the window: chooses the file, and waits until it was understood. */
async function chooseUpload() {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = connections.ok ? connections.value[0]?.id : undefined;
  if (connectionId === undefined) throw new Error('There is no connection.');
  const chosen = await atomExplorer.chooseUpload({ connectionId });
  if (!chosen.ok) throw new Error(chosen.error.message);
  await new Promise((resolve, reject) => {
    const look = async () => {
      const answer = await atomExplorer.currentUpload({ connectionId });
      const kind = answer.ok ? answer.value?.phase.kind : undefined;
      if (kind === 'mapping') {
        stop();
        resolve(undefined);
      } else if (kind !== 'source') {
        stop();
        reject(new Error(`The file was not understood: ${kind}.`));
      }
    };
    const stop = atomExplorer.onUploadChanged(() => void look());
    void look();
  });
}

/** In the window: applies the mapping that was suggested, and waits for all rows. Milliseconds. */
async function stageAll() {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = (connections.ok ? connections.value[0]?.id : undefined) ?? '';
  const current = await atomExplorer.currentUpload({ connectionId });
  const upload = current.ok ? current.value : null;
  if (upload === null) throw new Error('There is no upload.');
  const begun = performance.now();
  const ended = new Promise((resolve, reject) => {
    const look = async () => {
      const answer = await atomExplorer.currentUpload({ connectionId });
      const now = answer.ok ? answer.value : null;
      if (now?.phase.kind === 'staging' || now?.phase.kind === 'mapping') return;
      stop();
      if (now?.phase.kind === 'checking') resolve(performance.now() - begun);
      else reject(new Error(`The rows were not staged: ${now?.phase.kind}.`));
    };
    const stop = atomExplorer.onUploadChanged(() => void look());
  });
  const staged = await atomExplorer.stageUpload({
    uploadId: upload.id,
    mapping: upload.phase.sample?.suggested,
  });
  if (!staged.ok) throw new Error(staged.error.message);
  return /** @type {Promise<number>} */ (ended);
}

/**
 * In the window: sends all rows, and waits for the end. Milliseconds, as the job tells.
 *
 * @param {number} atomsInBatch
 */
async function sendAll(atomsInBatch) {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = (connections.ok ? connections.value[0]?.id : undefined) ?? '';
  const current = await atomExplorer.currentUpload({ connectionId });
  const upload = current.ok ? current.value : null;
  if (upload?.counts?.standings.ready !== upload?.counts?.rows) throw new Error('Not all rows are ready.');
  const ended = new Promise((resolve) => {
    const unfollow = atomExplorer.onJob((job) => {
      // The job that checked the rows may still be told of.
      if (job.endedAt === null || job.id === upload?.jobId) return;
      unfollow();
      resolve(job.endedAt - job.startedAt);
    });
  });
  const sent = await atomExplorer.sendUpload({
    uploadId: upload?.id,
    settings: { batchAtoms: atomsInBatch, skipSame: false, onRefusal: 'drop', verify: false },
  });
  if (!sent.ok) throw new Error(sent.error.message);
  const ms = /** @type {number} */ (await ended);
  const last = await atomExplorer.currentUpload({ connectionId });
  const counts = last.ok ? last.value?.counts : undefined;
  if (counts?.outcomes.stored !== counts?.rows) throw new Error('Not all rows were stored.');
  return ms;
}

/**
 * A new service in a process of its own, with a limit of requests that nobody reaches.
 *
 * @template T
 * @param {string} scratch
 * @param {(address: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withService(scratch, use) {
  const data = await mkdtemp(join(scratch, 'service-'));
  const child = spawn(
    process.execPath,
    [
      join(root, 'out/main/service-cli.js'),
      '--data',
      data,
      '--json',
      '--rate',
      '1000000',
      '--exit-with-parent',
    ],
    { env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'bench' }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  try {
    const [line] = /** @type {[string]} */ (await once(createInterface(child.stdout), 'line'));
    return await use(/** @type {{ address: string }} */ (JSON.parse(line)).address);
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number} pid */
function residentBytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
}

/** @param {readonly number[]} times */
function median(times) {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/**
 * @param {UploadFigures} figures
 * @returns {readonly { readonly what: string, readonly most: number, readonly got: number, readonly isMet: boolean }[]}
 */
export function uploadTargets({ app, bareMs, longestTasks, staged }) {
  const [small, large] = staged;
  /** @type {readonly (readonly [what: string, most: number, got: number])[]} */
  const targets = [
    [
      'sending: the app / the bare program',
      1.3,
      median(app.map(({ sendingMs }) => sendingMs)) / median(bareMs),
    ],
    [
      `memory while staging: ${inWords(large?.rows)} rows / ${inWords(small?.rows)} rows`,
      1.5,
      (large?.peakBytes ?? Number.NaN) / (small?.peakBytes ?? Number.NaN),
    ],
    ['longest task of the window while the mapping is shown, ms', 50, longestTasks.choosing],
    ['longest task of the window while the rows are checked, ms', 50, longestTasks.staging],
    ['longest task of the window while they are sent, ms', 50, longestTasks.sending],
    [
      `longest task of the window while ${inWords(large?.rows)} rows are checked, ms`,
      50,
      large?.longestTaskMs ?? Number.NaN,
    ],
  ];
  return targets.map(([what, most, got]) => ({ what, most, got, isMet: got <= most }));
}

/** @param {UploadFigures} figures */
export function uploadTable(figures) {
  const { rows, app, bareMs, staged } = figures;
  const sendingMs = median(app.map((run) => run.sendingMs));
  const spread = (/** @type {readonly number[]} */ times) =>
    `${shown(median(times))} (${times.map((time) => shown(time)).join(', ')})`;
  const lines = [
    [`${inWords(rows)} rows of 200 bytes, ${inWords(figures.batchAtoms)} in a batch, milliseconds`, ''],
    ['  the app, reading and checking the file', spread(app.map((run) => run.stagingMs))],
    ['  the app, sending', spread(app.map((run) => run.sendingMs))],
    ['  the bare program, sending', spread(bareMs)],
    ['  the app, rows sent a second', shown((rows / sendingMs) * 1_000)],
    ['  longest task of the window: mapping shown', shown(figures.longestTasks.choosing)],
    ['  rows checked', shown(figures.longestTasks.staging)],
    ['  rows sent', shown(figures.longestTasks.sending)],
    ...staged.flatMap((one) => [
      [`${inWords(one.rows)} rows staged, a file of ${shown(one.fileBytes / 1e6)} MB`, ''],
      ['  milliseconds', shown(one.ms)],
      ['  MB a second', shown(one.fileBytes / 1e3 / one.ms)],
      ['  memory of the main process before, MB', shown(one.beforeBytes / 1e6)],
      ['  at most', shown(one.peakBytes / 1e6)],
      ['  after', shown(one.afterBytes / 1e6)],
      ['  longest task of the window, ms', shown(one.longestTaskMs)],
    ]),
  ];
  const targets = uploadTargets(figures).map(
    ({ what, most, got, isMet }) => `${isMet ? 'met   ' : 'missed'}  ${what}: ${shown(got)} (target ${most})`,
  );
  return [
    ...lines.map(([what = '', figure = '']) => `${what.padEnd(62)}${figure.padStart(30)}`),
    '',
    ...targets,
  ].join('\n');
}

/** @param {number | undefined} count */
function inWords(count) {
  return (count ?? 0).toLocaleString('en-GB');
}

/** @param {number} figure */
function shown(figure) {
  return figure.toLocaleString('en-GB', { maximumFractionDigits: figure < 10 ? 2 : 0 });
}

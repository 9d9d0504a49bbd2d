import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
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
import { watchMainLoop } from './mainLoop.mjs';
import { watchMainThread } from './mainThread.mjs';
import { csvPieces } from './uploadRows.mjs';

/*
 * Uploading a file with the real app, compared with a minimal program that sends the same batches to its own
 * service. The two alternate in one run, each time with a new service, because the service does more
 * background work the more it holds. A measurement, not a test.
 */

/**
 * @typedef {object} Longest The longest tasks, in milliseconds of processor time.
 * @property {number} windowMs
 * @property {number} mainMs Of the main process, by way of which the window gets all it shows.
 *
 * @typedef {object} LongestTasks
 * @property {Longest} choosing From the choice of the file until its mapping is shown.
 * @property {Longest} staging From applying the mapping until rows are shown.
 * @property {Longest} sending While the table of rows is scrolled.
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
 * @property {Longest} longest While it was staged.
 *
 * @typedef {object} UploadFigures
 * @property {number} rows
 * @property {number} batchAtoms
 * @property {readonly AppRun[]} app
 * @property {readonly number[]} bareMs
 * @property {LongestTasks} longestTasks In a run of its own.
 * @property {readonly Staging[]} staged At growing sizes, each in a new app.
 * @property {readonly number[]} load Of the machine at the beginning of each round: programs that wanted to run, on average
 *   over the last minute.
 * @property {number} processors
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
      /** @type {number[]} */
      const load = [];
      const one = {
        app: async () => {
          app.push((await inApp(target, scratch, fileOf(rows), null)).run);
        },
        bare: async () => {
          bareMs.push(await bareRun(scratch, rows));
        },
      };
      for (let round = 0; round < rounds; round += 1) {
        load.push(loadavg()[0] ?? Number.NaN);
        // The order alternates, because the first may find the machine in another state than the second.
        const order =
          round % 2 === 0 ? /** @type {const} */ (['app', 'bare']) : /** @type {const} */ (['bare', 'app']);
        for (const who of order) {
          progress(`round ${round + 1} of ${rounds}: the ${who === 'app' ? 'app' : 'minimal program'}…`);
          await one[who]();
        }
      }
      progress('measuring the longest tasks of the window and the main process…');
      const { longest: longestTasks } = await inApp(target, scratch, fileOf(rows), watched);
      /** @type {Staging[]} */
      const staged = [];
      for (const count of [small, large]) {
        progress(`staging ${count} rows…`);
        staged.push(await stagedOnly(target, scratch, fileOf(count), count));
      }
      return {
        rows,
        batchAtoms,
        app,
        bareMs,
        longestTasks,
        staged,
        load,
        processors: availableParallelism(),
      };
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
 * The longest tasks of the window and the main process during some work.
 *
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 * @param {() => Promise<void>} work
 * @returns {Promise<Longest>}
 */
async function watched(window, app, work) {
  const session = await window.context().newCDPSession(window);
  let mainMs = 0;
  const { longestTaskMs } = await watchMainThread(session, async () => {
    mainMs = await watchMainLoop(app, work);
  });
  await session.detach();
  return { windowMs: longestTaskMs, mainMs };
}

/**
 * @param {Target} target
 * @param {string} scratch
 * @param {string} file
 * @param {typeof watched | null} watch null where that is not looked at, for looking costs time
 */
async function inApp(target, scratch, file, watch) {
  return withService(scratch, (address) =>
    withAppWindow(target, async (window, app) => {
      await openUpload(window, app, address, file);
      const run = { stagingMs: 0, sendingMs: 0 };
      const nothing = { windowMs: 0, mainMs: 0 };
      const longest = { choosing: nothing, staging: nothing, sending: nothing };
      /** @param {keyof typeof longest} step @param {() => Promise<void>} work */
      const during = async (step, work) => {
        if (watch === null) await work();
        else longest[step] = await watch(window, app, work);
      };
      await during('choosing', () => chooseFile(window));
      await during('staging', async () => {
        run.stagingMs = await window.evaluate(stageAll);
        await rowsOf(window).waitFor();
      });
      await during('sending', async () => {
        const sending = window.evaluate(sendAll, batchAtoms);
        if (watch !== null) await scrollUntil(window, sending);
        run.sendingMs = await sending;
      });
      return { run, longest };
    }),
  );
}

/** @param {import('playwright').Page} window */
function rowsOf(window) {
  return window.getByRole('grid', { name: 'Rows of the upload' });
}

/**
 * Scrolls the table of rows up and down until something has ended.
 *
 * @param {import('playwright').Page} window
 * @param {Promise<unknown>} end
 */
async function scrollUntil(window, end) {
  let hasEnded = false;
  const ending = end.then(
    () => {
      hasEnded = true;
    },
    // The caller that awaits it reports the error.
    () => {
      hasEnded = true;
    },
  );
  await Promise.race([window.getByRole('region', { name: 'Progress' }).waitFor(), ending]);
  const box = await rowsOf(window).boundingBox();
  if (box === null) throw new Error('The table of rows is not visible.');
  await window.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let turn = 0; !hasEnded; turn += 1) await window.mouse.wheel(0, turn % 100 < 80 ? 600 : -1_200);
  await ending;
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
      const longest = await watched(window, app, async () => {
        ms = await window.evaluate(stageAll);
        await rowsOf(window).waitFor();
      });
      clearInterval(look);
      return {
        rows,
        fileBytes: (await stat(file)).size,
        ms,
        beforeBytes,
        peakBytes,
        afterBytes: residentBytes(pid),
        longest,
      };
    }),
  );
}

/**
 * The Upload screen of a new connection, in an app whose next file dialog returns this file.
 *
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 * @param {string} address
 * @param {string} file
 */
async function openUpload(window, app, address, file) {
  // Answered once all parts are loaded. During that, V8 may collect the promise of what is evaluated in the main process.
  await window.evaluate('window.atomExplorer.appInfo()');
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
 * @property {{ statuses: { ready: number }, outcomes: { stored: number }, rows: number } | null} counts
 *
 * @typedef {object} Job
 * @property {string} id
 * @property {number} startedAt
 * @property {number | null} endedAt
 *
 * @typedef {object} AskedApi What the window offers, as far as it is asked here.
 * @property {() => Promise<Answer<{ id: string }[]>>} listConnections
 * @property {(input: { connectionId: string }) => Promise<Answer<Upload | null>>} currentUpload
 * @property {(input: {}) => Promise<Answer<{ id: string }[]>>} chooseUploadFiles
 * @property {(input: { connectionId: string, fileId: string }) => Promise<Answer<Upload>>} beginChosenUpload
 * @property {(input: unknown) => Promise<Answer<Upload>>} stageUpload
 * @property {(input: unknown) => Promise<Answer<Upload>>} sendUpload
 * @property {(listener: () => void) => () => void} onUploadChanged
 * @property {(listener: (job: Job) => void) => () => void} onJob
 */

/** In the window: chooses the file, and waits until it is parsed. */
async function chooseUpload() {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = connections.ok ? connections.value[0]?.id : undefined;
  if (connectionId === undefined) throw new Error('The connection is missing.');
  const files = await atomExplorer.chooseUploadFiles({});
  const fileId = files.ok ? files.value[0]?.id : undefined;
  if (fileId === undefined) throw new Error('No file was chosen.');
  const chosen = await atomExplorer.beginChosenUpload({ connectionId, fileId });
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
        reject(new Error(`The file could not be parsed: ${kind}.`));
      }
    };
    const stop = atomExplorer.onUploadChanged(() => void look());
    void look();
  });
}

/** In the window: applies the suggested mapping, and waits for all rows. Milliseconds. */
async function stageAll() {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = (connections.ok ? connections.value[0]?.id : undefined) ?? '';
  const current = await atomExplorer.currentUpload({ connectionId });
  const upload = current.ok ? current.value : null;
  if (upload === null) throw new Error('The upload is missing.');
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
 * In the window: sends all rows, and waits for the end. Milliseconds, as reported by the job.
 *
 * @param {number} atomsInBatch
 */
async function sendAll(atomsInBatch) {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = (connections.ok ? connections.value[0]?.id : undefined) ?? '';
  const current = await atomExplorer.currentUpload({ connectionId });
  const upload = current.ok ? current.value : null;
  if (upload?.counts?.statuses.ready !== upload?.counts?.rows) throw new Error('Not all rows are ready.');
  const ended = new Promise((resolve) => {
    const unfollow = atomExplorer.onJob((job) => {
      // The job that checked the rows may still be announced.
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
 * A new service in its own process, with a rate limit that is never reached.
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
  const { choosing, staging, sending } = longestTasks;
  const ofLarge = large?.longest ?? { windowMs: Number.NaN, mainMs: Number.NaN };
  /** @type {readonly (readonly [what: string, most: number, got: number])[]} */
  const targets = [
    [
      'sending: the app / the minimal program',
      1.3,
      median(app.map(({ sendingMs }) => sendingMs)) / median(bareMs),
    ],
    [
      `memory while staging, for each row from ${inWords(small?.rows)} to ${inWords(large?.rows)}, bytes`,
      64,
      bytesPerRow(staged),
    ],
    ['longest window task while the mapping is shown, ms', 50, choosing.windowMs],
    ['longest window task while rows are checked, ms', 50, staging.windowMs],
    ['longest window task while rows are sent and scrolled, ms', 50, sending.windowMs],
    [`longest window task while ${inWords(large?.rows)} rows are checked, ms`, 50, ofLarge.windowMs],
    [
      'longest task of the main process overall, ms',
      50,
      Math.max(...[choosing, staging, sending, ofLarge].map(({ mainMs }) => mainMs)),
    ],
  ];
  return targets.map(([what, most, got]) => ({ what, most, got, isMet: got <= most }));
}

/**
 * The most memory for each additional row.
 *
 * @param {UploadFigures['staged']} staged
 */
function bytesPerRow([small, large]) {
  if (small === undefined || large === undefined) return Number.NaN;
  return (large.peakBytes - small.peakBytes) / (large.rows - small.rows);
}

/** @param {UploadFigures} figures */
export function uploadTable(figures) {
  const { rows, app, bareMs, staged, longestTasks, load, processors } = figures;
  const sendingMs = median(app.map((run) => run.sendingMs));
  const spread = (/** @type {readonly number[]} */ times) =>
    `${shown(median(times))} (${times.map((time) => shown(time)).join(', ')})`;
  const both = (/** @type {Longest} */ { windowMs, mainMs }) => `${shown(windowMs)} / ${shown(mainMs)}`;
  const lines = [
    [`system load at the start of each round, ${processors} processors`, load.map(shown).join(', ')],
    [`${inWords(rows)} rows of 200 bytes, ${inWords(figures.batchAtoms)} in a batch, milliseconds`, ''],
    ['  the app, reading and checking the file', spread(app.map((run) => run.stagingMs))],
    ['  the app, sending', spread(app.map((run) => run.sendingMs))],
    ['  the minimal program, sending', spread(bareMs)],
    ['  the app, rows sent per second', shown((rows / sendingMs) * 1_000)],
    ['  longest task, window / main process: mapping shown', both(longestTasks.choosing)],
    ['  rows checked', both(longestTasks.staging)],
    ['  rows sent, and the table scrolled', both(longestTasks.sending)],
    ...staged.flatMap((one) => [
      [`${inWords(one.rows)} rows staged, a file of ${shown(one.fileBytes / 1e6)} MB`, ''],
      ['  milliseconds', shown(one.ms)],
      ['  MB per second', shown(one.fileBytes / 1e3 / one.ms)],
      ['  memory of the main process before, MB', shown(one.beforeBytes / 1e6)],
      ['  at most', shown(one.peakBytes / 1e6)],
      ['  after', shown(one.afterBytes / 1e6)],
      ['  longest task, window / main process, ms', both(one.longest)],
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

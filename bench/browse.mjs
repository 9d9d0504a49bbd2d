import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { runtimeEnvironment } from '../scripts/setup/electronRuntime.mjs';
import { prepareBuild, prepareElectron, withDisplay } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/repository.mjs';
import { needsNoSandbox, sandboxArguments } from '../scripts/setup/sandbox.mjs';
import { alignedLine, windowRows } from './browse/report.mjs';
import { firstLetter, heapBytes, spread, windowFigures } from './browse/window.mjs';
import { watchMainThread } from './mainThread.mjs';

/*
 * Browsing many known keys in the real Electron: the cost of the index alone, of the window on top of it, and
 * of other libraries for the same work in the same run. A measurement, not a test.
 */

/**
 * @typedef {import('./browse/report.mjs').BrowseFigures} BrowseFigures
 * @typedef {import('./browse/report.mjs').IndexFigures} IndexFigures
 * @typedef {import('./browse/report.mjs').PeerFigures} PeerFigures
 */

const outFolder = join(root, 'out/bench');

/**
 * @param {{ readonly keys: number, readonly progress: (line: string) => void }} options
 * @returns {Promise<BrowseFigures>}
 */
export async function benchBrowse({ keys, progress }) {
  const runtime = await prepareElectron();
  await prepareBuild();
  await bundle();
  const env = definedOnly({ ...process.env, ...runtimeEnvironment(runtime) });
  const scratch = await mkdtemp(join(tmpdir(), 'atom-bench-'));
  try {
    progress('measuring the index, MiniSearch, and a loop…');
    const printed = execFileSync(runtime.executable, [join(outFolder, 'indexFigures.mjs'), String(keys)], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      encoding: 'utf8',
    });
    const index = /** @type {IndexFigures} */ (JSON.parse(printed));
    return await withDisplay(async (display) => {
      const launch = { executablePath: runtime.executable, env: { ...env, ...display?.environment } };
      progress('measuring the window…');
      const profile = join(scratch, 'profile');
      execFileSync(process.execPath, [join(outFolder, 'seedProfile.mjs'), profile, String(keys)]);
      /** @template T @param {(page: import('playwright').Page, session: import('playwright').CDPSession) => Promise<T>} use */
      const inFirstWindow = async (use) => {
        // The next window of a profile opens the connection by itself.
        const copy = await mkdtemp(join(scratch, 'profile-'));
        await cp(profile, copy, { recursive: true });
        return inWindow(launch, [root, `--user-data-dir=${copy}`], use);
      };
      const figures = await inFirstWindow(windowFigures);
      const first = [];
      for (let round = 0; round < 3; round += 1) first.push(await inFirstWindow(firstLetter));
      const window = { ...figures, firstLetter: spread(first) };
      progress(windowRows(window).map(alignedLine).join('\n'));
      progress('react-arborist…');
      const peer = await inWindow(
        launch,
        [await peerApp(), `--user-data-dir=${join(scratch, 'peer')}`],
        (page, session) => peerFigures(page, session, keys),
      );
      return { keys, index, window, peer };
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Built like the app, so that the measured code is the code that runs there; the peers with the same tools.
 */
async function bundle() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['classic-level', 'minisearch'] },
    build: {
      ssr: true,
      outDir: outFolder,
      target: 'node18',
      rollupOptions: {
        input: { indexFigures: 'bench/browse/indexFigures.ts', seedProfile: 'bench/browse/seedProfile.ts' },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  await build({
    root: join(root, 'bench/browse'),
    configFile: false,
    logLevel: 'error',
    // A page from a file has no origin, so its scripts cannot be external modules.
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(outFolder, 'peer'),
      emptyOutDir: true,
      target: 'chrome120',
      lib: { entry: 'peerPage.ts', formats: ['iife'], name: 'peer', fileName: () => 'peerPage.js' },
    },
  });
}

/** The folder of an app that shows the peer. */
async function peerApp() {
  const folder = join(outFolder, 'peer');
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'bench/browse/peerWindow.cjs'), join(folder, 'main.cjs'));
  await cp(join(root, 'bench/browse/peerPage.html'), join(folder, 'peerPage.html'));
  await writeFile(
    join(folder, 'package.json'),
    '{ "name": "peer", "version": "0.0.0", "main": "main.cjs" }\n',
  );
  return folder;
}

/**
 * @template T
 * @param {{ readonly executablePath: string, readonly env: Record<string, string> }} launch
 * @param {readonly string[]} args
 * @param {(page: import('playwright').Page, session: import('playwright').CDPSession) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function inWindow(launch, args, use) {
  const app = await _electron.launch({
    ...launch,
    args: [...sandboxArguments(), ...args],
    chromiumSandbox: !needsNoSandbox,
  });
  try {
    const page = await app.firstWindow();
    await page.waitForLoadState('load');
    return await use(page, await page.context().newCDPSession(page));
  } finally {
    await app.close();
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {import('playwright').CDPSession} session
 * @param {number} keys
 * @returns {Promise<PeerFigures>}
 */
async function peerFigures(page, session, keys) {
  page.setDefaultTimeout(300_000);
  await page.waitForFunction(() => 'mountPeer' in globalThis, undefined, { timeout: 30_000 });
  let mountMs = 0;
  const mount = await watchMainThread(session, async () => {
    mountMs = await page.evaluate(mountPeer, keys);
  });
  /** @type {number[]} */
  const times = [];
  const toggle = await watchMainThread(session, async () => {
    for (let round = 0; round < 10; round += 1) {
      times.push(await page.evaluate(togglePeer, 'v1'));
    }
  });
  return { mountMs, toggle: spread(times), busy: { mount, toggle }, heapBytes: await heapBytes(session) };
}

/**
 * In the peer's window: the functions from bench/browse/peerPage.ts.
 *
 * @param {number} keys
 */
function mountPeer(keys) {
  const peer = /** @type {{ mountPeer: (keys: number) => Promise<number> }} */ (
    /** @type {unknown} */ (globalThis)
  );
  return peer.mountPeer(keys);
}

/** @param {string} path */
function togglePeer(path) {
  const peer = /** @type {{ togglePeer: (path: string) => Promise<number> }} */ (
    /** @type {unknown} */ (globalThis)
  );
  return peer.togglePeer(path);
}

/** @param {NodeJS.ProcessEnv} env */
function definedOnly(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

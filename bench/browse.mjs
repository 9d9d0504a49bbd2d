import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { runtimeEnvironment } from '../scripts/setup/electronRuntime.mjs';
import { prepareBuild, prepareElectron, withDisplay } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/repository.mjs';
import { needsNoSandbox, sandboxArguments } from '../scripts/setup/sandbox.mjs';
import { watchMainThread } from './mainThread.mjs';

/*
 * Browsing many known keys in the real Electron: the cost of the index alone, of the window on top of it, and
 * of other libraries for the same work in the same run. A measurement, not a test.
 */

/**
 * @typedef {import('./mainThread.mjs').Busy} Busy
 * @typedef {{ readonly medianMs: number, readonly worstMs: number }} Spread
 *
 * @typedef {object} IndexFigures What bench/browse/indexFigures.ts prints.
 * @property {{ nodes: number, loadMs: number, searchMs: number, treeMs: number, search: Spread, searchTree: Spread,
 *   fold: Spread, jump: Spread, bytes: number }} ours
 * @property {{ search: Spread }} loop
 * @property {{ loadMs: number, search: Spread, bytes: number }} miniSearch
 *
 * @typedef {object} WindowFigures
 * @property {number} firstRowsMs From opening the connection to rows that stay.
 * @property {Spread} search From the key going down to rows that stay.
 * @property {Spread} firstLetter The same for a letter that is typed as soon as the tree shows, before search is prepared.
 * @property {Spread} askAtoms From asking main to its answer with 200 rows.
 * @property {Spread} unfold
 * @property {Spread} fold
 * @property {Spread} jump To the end of the tree and back.
 * @property {Readonly<Record<'search' | 'tree' | 'scroll', Busy>>} busy
 * @property {number} heapBytes
 *
 * @typedef {object} PeerFigures react-arborist with the same keys.
 * @property {number} mountMs
 * @property {Spread} toggle
 * @property {Readonly<Record<'mount' | 'toggle', Busy>>} busy
 * @property {number} heapBytes
 *
 * @typedef {object} BrowseFigures
 * @property {number} keys
 * @property {IndexFigures} index
 * @property {WindowFigures} window
 * @property {PeerFigures} peer
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

/** What is typed, letter by letter: the searches of bench/browse/sampleKeys.ts that a window can show. */
const typed = ['status', 'orchid-0017', 'willow-0100.budget.draft', 'v1.user', 'no such key'];

/**
 * @param {import('playwright').Page} page
 * @param {import('playwright').CDPSession} session
 * @returns {Promise<Omit<WindowFigures, 'firstLetter'>>}
 */
async function windowFigures(page, session) {
  page.setDefaultTimeout(60_000);
  await page.evaluate(installWatch);
  const { tree, filter } = listsOf(page);
  const firstRowsMs = await untilStill(page, () => open(page));

  const type = async (/** @type {readonly string[]} */ words) => {
    const times = [];
    for (const word of words) {
      await filter.focus();
      for (const letter of word)
        times.push(await untilStill(page, () => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
      await untilStill(page, () => filter.fill(''));
    }
    return times;
  };
  await type(['warm']);
  const search = await type(typed);

  await untilStill(page, () => page.getByRole('button', { name: 'Expand all' }).click());
  await tree.focus();
  const press = (/** @type {string} */ key) => untilStill(page, () => page.keyboard.press(key));
  const foldAndUnfold = async (/** @type {number} */ rounds) => {
    const times = {
      fold: /** @type {number[]} */ ([]),
      unfold: /** @type {number[]} */ ([]),
      jump: /** @type {number[]} */ ([]),
    };
    await press('Home');
    await press('ArrowDown');
    for (let round = 0; round < rounds; round += 1) {
      // The node below all keys contains all of them: the most that can be shown or hidden at once.
      times.fold.push(await press('ArrowLeft'));
      times.unfold.push(await press('ArrowRight'));
    }
    for (let round = 0; round < rounds; round += 1) {
      times.jump.push(await press('End'));
      times.jump.push(await press('Home'));
    }
    return times;
  };
  const { fold, unfold, jump } = await foldAndUnfold(5);
  const askAtoms = await page.evaluate(askForAtoms, typed);

  const busy = {
    search: await watchMainThread(session, async () => void (await type(typed.slice(0, 2)))),
    tree: await watchMainThread(session, async () => {
      await tree.focus();
      await foldAndUnfold(2);
    }),
    scroll: await watchMainThread(session, async () => {
      const box = await tree.boundingBox();
      if (box === null) throw new Error('The tree is missing.');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, turn % 10 === 9 ? 100_000 : 900);
      await untilStill(page, () => page.mouse.wheel(0, 120));
    }),
  };
  return {
    firstRowsMs,
    search: spread(search),
    askAtoms: spread(askAtoms),
    unfold: spread(unfold),
    fold: spread(fold),
    jump: spread(jump),
    busy,
    heapBytes: await heapBytes(session),
  };
}

/** @param {import('playwright').Page} page */
function listsOf(page) {
  return {
    tree: page.getByRole('tree', { name: 'Known keys' }),
    filter: page.getByRole('textbox', { name: 'Filter known keys' }),
  };
}

/** @param {import('playwright').Page} page */
async function open(page) {
  await page.getByRole('button', { name: 'Open bench' }).click();
  await listsOf(page).tree.getByText('All known keys').waitFor();
}

/** @param {import('playwright').Page} page */
async function firstLetter(page) {
  await page.evaluate(installWatch);
  await open(page);
  await listsOf(page).filter.focus();
  return untilStill(page, () => page.keyboard.press('s'));
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

/**
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, error: { message: string } }} Answer
 */

/**
 * @typedef {object} AskedApi What the window offers, as far as it is asked here.
 * @property {() => Promise<Answer<{ id: string }[]>>} listConnections
 * @property {(input: unknown) => Promise<Answer<unknown>>} catalogueAtoms
 */

/** In the window: records when a list last changed. */
function installWatch() {
  const watch = { begunAt: 0, changedAt: 0 };
  Object.assign(globalThis, { watch });
  new MutationObserver((changes) => {
    const isInList = changes.some(
      ({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          '[role="tree"], [role="grid"]',
        ) !== null,
    );
    if (!isInList) return;
    // A frame that starts now shows it.
    requestAnimationFrame(() => {
      watch.changedAt = performance.now();
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const begin of ['keydown', 'pointerdown', 'wheel', 'beforeinput']) {
    addEventListener(
      begin,
      ({ timeStamp }) => Object.assign(watch, { begunAt: timeStamp, changedAt: timeStamp }),
      {
        capture: true,
        passive: true,
      },
    );
  }
}

/** After this long without a change, the lists are complete. */
const stillMs = 600;

/**
 * Milliseconds from the first input event of `act` to the frame with the last change of the tree and the table.
 *
 * @param {import('playwright').Page} page
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number>}
 */
async function untilStill(page, act) {
  await act();
  return page.evaluate(async (quiet) => {
    const { watch } = /** @type {{ watch: { begunAt: number, changedAt: number } }} */ (
      /** @type {unknown} */ (globalThis)
    );
    /** @type {(ms: number) => Promise<void>} */
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    for (;;) {
      const left = Math.max(watch.changedAt, watch.begunAt) + quiet - performance.now();
      if (left <= 0) return watch.changedAt - watch.begunAt;
      await wait(left);
    }
  }, stillMs);
}

/**
 * In the window: sends the table's request at every keystroke.
 *
 * @param {readonly string[]} words
 */
async function askForAtoms(words) {
  const { atomExplorer } = /** @type {{ atomExplorer: AskedApi }} */ (/** @type {unknown} */ (globalThis));
  const connections = await atomExplorer.listConnections();
  const connectionId = connections.ok ? connections.value[0]?.id : undefined;
  if (connectionId === undefined) throw new Error('The connection is missing.');
  const times = [];
  for (const word of words) {
    for (let end = 1; end <= word.length; end += 1) {
      const start = performance.now();
      const answer = await atomExplorer.catalogueAtoms({
        query: {
          connectionId,
          filter: { text: word.slice(0, end), mode: 'contains' },
          delimiter: '.',
          path: '',
          sort: { column: 'key', direction: 'ascending' },
        },
        window: { from: 0, to: 200 },
      });
      times.push(performance.now() - start);
      if (!answer.ok) throw new Error(answer.error.message);
    }
  }
  return times;
}

/** @param {import('playwright').CDPSession} session */
async function heapBytes(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * @param {readonly number[]} times
 * @returns {Spread}
 */
function spread(times) {
  // If nothing changed, as between two searches without results, there was nothing to wait for.
  const sorted = times.filter((time) => time > 0).sort((one, other) => one - other);
  return {
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    worstMs: sorted.at(-1) ?? Number.NaN,
  };
}

/** @param {NodeJS.ProcessEnv} env */
function definedOnly(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * @typedef {object} BrowseTarget
 * @property {string} what
 * @property {number} most
 * @property {number} got
 * @property {boolean} isMet
 */

/**
 * @param {BrowseFigures} figures
 * @returns {readonly BrowseTarget[]}
 */
export function browseTargets({ index: { ours }, window }) {
  const { search, tree, scroll } = window.busy;
  /** @type {readonly (readonly [what: string, most: number, got: number])[]} */
  const targets = [
    ['keystroke to the first 200 rows in the worker, median ms', 1, ours.search.medianMs],
    ['keystroke to the first 200 rows in the worker, worst ms', 16, ours.search.worstMs],
    ['memory of the index, MB', 120, ours.bytes / 1e6],
    ['open the connection until rows are stable, ms', 1000, window.firstRowsMs],
    ['keystroke until rows are stable, worst ms', 100, window.search.worstMs],
    ['first letter right after opening until rows are stable, worst ms', 100, window.firstLetter.worstMs],
    ['unfold, fold, jump: longest script in one window frame, ms', 16, tree.longestScriptMs],
    [
      'longest window task while searching, folding, and scrolling, ms',
      50,
      Math.max(search.longestTaskMs, tree.longestTaskMs, scroll.longestTaskMs),
    ],
  ];
  return targets.map(([what, most, got]) => ({ what, most, got, isMet: got <= most }));
}

/** @param {Spread} figure */
function both({ medianMs, worstMs }) {
  return `${shown(medianMs)} / ${shown(worstMs)}`;
}

/** @param {Busy} busy */
function busyWords({ longestTaskMs, longestScriptMs }) {
  return `${shown(longestTaskMs)} / ${shown(longestScriptMs)}`;
}

/** @param {readonly string[]} row */
function alignedLine([what = '', figure = '']) {
  return `${what.padEnd(68)}${figure.padStart(18)}`;
}

/** @param {WindowFigures} window */
function windowRows(window) {
  return [
    ['in the window, milliseconds (median / worst)', ''],
    ['  open the connection until rows are stable', shown(window.firstRowsMs)],
    ['  request 200 keys', both(window.askAtoms)],
    ['  keystroke until rows are stable', both(window.search)],
    ['  the first letter right after opening', both(window.firstLetter)],
    ['  unfold', both(window.unfold)],
    ['  fold', both(window.fold)],
    ['  jump', both(window.jump)],
    ['  while searching, longest task / longest script in one frame', busyWords(window.busy.search)],
    ['  while folding and jumping', busyWords(window.busy.tree)],
    ['  while scrolling', busyWords(window.busy.scroll)],
    ['  memory of the window, MB', shown(window.heapBytes / 1e6)],
  ];
}

/** @param {BrowseFigures} figures */
export function browseTable(figures) {
  const { keys, index, window, peer } = figures;
  const { ours, loop, miniSearch } = index;
  const rows = [
    ['in the worker, milliseconds (median / worst)', ''],
    ['  load keys', shown(ours.loadMs)],
    ['  prepare search', shown(ours.searchMs)],
    [`  tree of ${ours.nodes.toLocaleString('en-GB')} rows`, shown(ours.treeMs)],
    ['  keystroke to the first 200 keys', both(ours.search)],
    ['  keystroke to the first 200 rows of the tree', both(ours.searchTree)],
    ['  fold', both(ours.fold)],
    ['  jump', both(ours.jump)],
    ['  memory, MB', shown(ours.bytes / 1e6)],
    ...windowRows(window),
    ['peers in the same run', ''],
    ['  includes() over all keys, keystroke', both(loop.search)],
    ['  MiniSearch, load keys', shown(miniSearch.loadMs)],
    ['  MiniSearch, keystroke', both(miniSearch.search)],
    ['  MiniSearch, memory, MB', shown(miniSearch.bytes / 1e6)],
    ['  react-arborist, mount', shown(peer.mountMs)],
    ['  react-arborist, fold or unfold', both(peer.toggle)],
    ['  react-arborist, mounting, longest task / longest script in one frame', busyWords(peer.busy.mount)],
    ['  react-arborist, folding', busyWords(peer.busy.toggle)],
    ['  react-arborist, memory of the window, MB', shown(peer.heapBytes / 1e6)],
  ];
  const times = (/** @type {number} */ peers, /** @type {number} */ own) => `${shown(peers / own)}x`;
  const ratios = [
    ['MiniSearch / ours, worst keystroke', times(miniSearch.search.worstMs, ours.search.worstMs)],
    ['includes() / ours, median keystroke', times(loop.search.medianMs, ours.search.medianMs)],
    ['react-arborist mount / tree built in the worker', times(peer.mountMs, ours.treeMs)],
    ['react-arborist / ours, fold until drawn', times(peer.toggle.medianMs, window.fold.medianMs)],
    ['react-arborist / ours, memory of the window', times(peer.heapBytes, window.heapBytes)],
  ];
  const targets = browseTargets(figures).map(
    ({ what, most: limit, got, isMet }) =>
      `${isMet ? 'met   ' : 'missed'}  ${what}: ${shown(got)} (target ${limit})`,
  );
  return [
    `${keys.toLocaleString('en-GB')} known keys`,
    ...rows.map(alignedLine),
    '',
    ...ratios.map(alignedLine),
    '',
    ...targets,
  ].join('\n');
}

/** @param {number} figure */
function shown(figure) {
  return figure.toLocaleString('en-GB', { maximumFractionDigits: figure < 10 ? 2 : 0 });
}

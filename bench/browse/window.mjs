import { watchMainThread } from '../mainThread.mjs';

/**
 * @typedef {import('./report.mjs').WindowFigures} WindowFigures
 * @typedef {import('./report.mjs').Spread} Spread
 */

/** What is typed, letter by letter: the searches of bench/browse/sampleKeys.ts that a window can show. */
const typed = ['status', 'orchid-0017', 'willow-0100.budget.draft', 'v1.user', 'no such key'];

/**
 * @param {import('playwright').Page} page
 * @param {import('playwright').CDPSession} session
 * @returns {Promise<Omit<WindowFigures, 'firstLetter'>>}
 */
export async function windowFigures(page, session) {
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
export async function firstLetter(page) {
  await page.evaluate(installWatch);
  await open(page);
  await listsOf(page).filter.focus();
  return untilStill(page, () => page.keyboard.press('s'));
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
export async function heapBytes(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * @param {readonly number[]} times
 * @returns {Spread}
 */
export function spread(times) {
  // If nothing changed, as between two searches without results, there was nothing to wait for.
  const sorted = times.filter((time) => time > 0).sort((one, other) => one - other);
  return {
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    worstMs: sorted.at(-1) ?? Number.NaN,
  };
}

import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDemo } from './pictures/steps.mjs';
import { withAppWindow } from './setup/appWindow.mjs';
import { root } from './setup/repository.mjs';
import { sandboxArguments } from './setup/sandbox.mjs';
import { runScript, say, SetupError } from './setup/say.mjs';
import { actions, comeToRest, seeAllAtoms } from './soakWindow/actions.mjs';
import { createRandom } from './soakWindow/random.mjs';
import { grownKinds } from './soakWindow/heapObjects.mjs';
import { isWarm, takeVitals, vitalsComplaints } from './soakWindow/vitals.mjs';

/** Kinds of objects that are named if something grew. */
const mostNamed = 12;

/** Started by soak.mjs --window, where there are an Electron, a build, a screen, and a keyring. See docs/soak.md. */
await runScript(async () => {
  const { values } = parseArgs({
    options: {
      window: { type: 'boolean' },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
    throw new SetupError('Usage: npm run soak -- --window [--minutes N] [--seed N]');
  }
  const executable = process.env['ELECTRON_EXEC_PATH'];
  if (executable === undefined) throw new SetupError('Run npm run soak -- --window instead.');
  say(`Soaking the window for ${minutes} minutes with --seed ${seed}.`);
  const target = { executable, args: [...sandboxArguments(), root], env: process.env };
  return withAppWindow(target, (window, app) => soak(window, app, { minutes, random: createRandom(seed) }));
});

/**
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 * @param {{ readonly minutes: number, readonly random: import('./soakWindow/random.mjs').Random }} options
 */
async function soak(window, app, { minutes, random }) {
  window.setDefaultTimeout(60_000);
  // Answered once all parts are loaded. During that, V8 may collect the promise of what is evaluated in the main process.
  await window.evaluate('window.atomExplorer.appInfo()');
  await openDemo(window);
  await seeAllAtoms(window);
  const session = await window.context().newCDPSession(window);
  await session.send('Performance.enable');
  const startedAt = performance.now();
  const minutesSince = () => (performance.now() - startedAt) / 60_000;
  const names = [...actions.keys()];
  let count = 0;
  const vitals = [];
  let warm = null;
  let latest = null;
  const stage = { window, app, random };
  for (let minute = 1; minute <= minutes; minute += 1) {
    // Each action once before the first measurement.
    for (const name of minute === 1 ? names : []) {
      await act(name, stage);
      count += 1;
    }
    do {
      await act(random.pick(names), stage);
      count += 1;
    } while (minutesSince() < minute);
    await comeToRest(window);
    const { vitals: taken, objects } = await takeVitals(session, { minute, actions: count });
    vitals.push(taken);
    if (isWarm(taken)) warm ??= objects;
    latest = objects;
    const main = app.process().pid;
    say(
      `Minute ${minute}: ${count} actions, ${taken.nodes} nodes, ${taken.listeners} listeners, ` +
        `${(taken.objectBytes / 2 ** 20).toFixed(2)} MiB of objects, ${((await windowKilobytes(app)) / 1024).toFixed(0)} MiB in the process` +
        (main === undefined ? '' : openFiles(main)),
    );
  }
  const complaints = vitalsComplaints(vitals);
  for (const complaint of complaints) say(complaint);
  const grown = warm === null || latest === null ? [] : grownKinds(warm, latest, mostNamed);
  if (complaints.length > 0) for (const kind of grown) say(`  ${kind}`);
  say(complaints.length === 0 ? 'Nothing grew.' : 'Something grew.');
  return complaints.length === 0 ? 0 : 1;
}

/**
 * @param {string} name
 * @param {import('./soakWindow/actions.mjs').Stage} stage
 */
async function act(name, stage) {
  try {
    await actions.get(name)?.(stage);
  } catch (error) {
    throw new Error(`The action failed: ${name}`, { cause: error });
  }
}

/** @param {import('playwright').ElectronApplication} app */
function windowKilobytes(app) {
  return app.evaluate(
    ({ app: running }) =>
      running.getAppMetrics().find(({ type }) => type === 'Tab')?.memory.workingSetSize ?? Number.NaN,
  );
}

/** @param {number} pid of the main process */
function openFiles(pid) {
  if (process.platform !== 'linux') return '';
  return `, ${readdirSync(`/proc/${pid}/fd`).length} open files in the main process`;
}

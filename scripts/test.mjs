import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { desktopCount, withDesktops } from './setup/desktops.mjs';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './setup/failures.mjs';
import { npmRun } from './setup/npm.mjs';
import { prepareBuild, prepareElectron, prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { localCache, readJson } from './setup/repository.mjs';
import { runScript, say, SetupError } from './setup/say.mjs';
import { ensureSystemLibraries } from './setup/systemLibraries.mjs';
import { addTotals, totalOfCheck, totalOfPlaywright, totalOfVitest } from './setup/totals.mjs';

const reports = join(localCache, 'reports');
const unitReport = join(reports, 'unit.json');
/** Where playwright.config.ts has it written. */
const endToEndReport = join(reports, 'end-to-end.json');

/**
 * @typedef {(passedOn: readonly string[]) => Promise<import('./setup/totals.mjs').Total>} Step
 * @type {ReadonlyMap<string, Step>}
 */
const steps = new Map([
  ['format', () => check('check:format')],
  ['lint', () => check('check:lint')],
  ['types', () => check('check:types')],
  ['dead', () => check('check:dead')],
  ['unit', testUnits],
  ['build', build],
  ['e2e', testEndToEnd],
  ['smoke', smoke],
]);

/** What the end of the run repeats, one line for each failed test. @type {string[]} */
const failures = [];

/** Set once it was asked for. @type {Promise<import('./setup/electronRuntime.mjs').ElectronRuntime> | undefined} */
let windows;

/**
 * The order of a run. None of those at the same time writes what another one reads. Installing waits for the network, the
 * build for the disk, and the last files of unit tests keep one core busy, so together they take less time than one after
 * the other. Checks of types need as much memory as all windows together, so the windows wait for them.
 *
 * @param {ReadonlyMap<string, Step>} chosen
 * @param {(name: string, step: Step) => Promise<void>} take
 */
async function takeAll(chosen, take) {
  const takeIfChosen = async (/** @type {string} */ name) => {
    const step = chosen.get(name);
    if (step !== undefined) await take(name, step);
  };
  const checks = Promise.all(['format', 'lint', 'types', 'dead'].map(takeIfChosen));
  const units = takeIfChosen('unit');
  const built = takeIfChosen('build');
  // Installing blocks this process, so it begins when the others have started. A problem is reported by the step.
  await new Promise(setImmediate);
  if (chosen.has('e2e')) await prepareWindows().catch(() => undefined);
  await Promise.all([checks, built]);
  await takeIfChosen('e2e');
  await units;
  await takeIfChosen('smoke');
}

await runScript(async () => {
  const { chosen, passedOn } = chooseSteps(process.argv.slice(2));
  await prepareModules();
  mkdirSync(reports, { recursive: true });

  /** @type {[name: string, total: import('./setup/totals.mjs').Total, seconds: number][]} */
  const results = [];
  await takeAll(chosen, async (name, step) => {
    say(`--- ${name}`);
    const startedAt = performance.now();
    const total = await step(passedOn);
    results.push([name, total, (performance.now() - startedAt) / 1000]);
  });

  const order = [...steps.keys()];
  results.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const sum = addTotals(results.map(([, total]) => total));
  process.stdout.write('\n');
  for (const [name, { passed, failed, skipped }, seconds] of results) {
    const word = failed > 0 ? 'FAILED' : 'ok';
    process.stdout.write(
      `${name.padEnd(8)}${word.padEnd(8)}${`${passed} passed`.padStart(13)}${`${failed} failed`.padStart(12)}` +
        `${`${skipped} skipped`.padStart(14)}${`${seconds.toFixed(1)} s`.padStart(10)}\n`,
    );
  }
  if (failures.length > 0) process.stdout.write(`\n${failures.map((line) => `FAILED ${line}\n`).join('')}`);
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 ? 0 : 1;
});

/**
 * All steps, or those that follow `--only`, as in `npm test -- --only unit e2e`. What comes after the first
 * option behind them is for the test runner, as in `npm test -- --only e2e --grep tampered`.
 *
 * @param {readonly string[]} args
 */
function chooseSteps(args) {
  if (args.length === 0) return { chosen: steps, passedOn: [] };
  const [option, ...rest] = args;
  const end = rest.findIndex((arg) => arg.startsWith('-'));
  const names = end === -1 ? rest : rest.slice(0, end);
  const passedOn = end === -1 ? [] : rest.slice(end);
  if (option !== '--only' || names.length === 0 || !names.every((name) => steps.has(name))) {
    const known = [...steps.keys()].join(', ');
    throw new SetupError(`Usage: npm test [-- --only STEP...], where a step is one of ${known}.`);
  }
  return { chosen: new Map([...steps].filter(([name]) => names.includes(name))), passedOn };
}

/** @param {string} script of package.json */
async function check(script) {
  return totalOfCheck(await run(...npmRun(script)));
}

/** @type {Step} */
async function testUnits(passedOn) {
  rmSync(unitReport, { force: true });
  try {
    await ensureSystemLibraries({ programs: ['openssl', 'python3', 'initdb'] });
  } catch (error) {
    return failedSetup(error);
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  const code = await run(...npmRun('test:unit', [...reporters, ...passedOn]));
  const report = readReport(unitReport);
  failures.push(...failuresOfVitest(report));
  return totalOfVitest(report, code);
}

/** The Electron for the tests of windows, and what they need beside it. */
function prepareWindows() {
  windows ??= prepareElectron({ programs: ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'] });
  return windows;
}

/** @type {Step} */
async function build() {
  try {
    await prepareBuild();
    return totalOfCheck(0);
  } catch (error) {
    return failedSetup(error);
  }
}

/** @type {Step} */
async function testEndToEnd(passedOn) {
  rmSync(endToEndReport, { force: true });
  try {
    const runtime = await prepareWindows();
    await prepareBuild();
    const env = { ...process.env, ...runtimeEnvironment(runtime) };
    const code = await withDesktops(desktopCount(), env, (desktops) =>
      run(...npmRun('test:e2e', [`--workers=${desktops.length}`, ...passedOn]), {
        env: { ...env, ATOM_EXPLORER_DESKTOPS: JSON.stringify(desktops) },
      }),
    );
    const report = readReport(endToEndReport);
    failures.push(...failuresOfPlaywright(report));
    return totalOfPlaywright(report, code);
  } catch (error) {
    return failedSetup(error);
  }
}

/** The README's first command, as a user gives it. @type {Step} */
async function smoke() {
  return totalOfCheck(await run(...npmRun('start', ['--smoke'])));
}

/**
 * The other steps still run, and the last line still tells.
 *
 * @param {unknown} error
 */
function failedSetup(error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  return totalOfCheck(1);
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? readJson(file) : undefined;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runtimeEnvironment } from '../scripts/setup/electronRuntime.mjs';
import { prepareBuild, prepareElectron, withDisplay } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/repository.mjs';
import { sandboxArguments } from '../scripts/setup/sandbox.mjs';

/*
 * The time from starting the program until its window can be used, compared with a window that has one
 * button. They alternate, so that a slow moment of the machine affects both. A measurement, not a test.
 */

/**
 * What is started, and when it counts as usable.
 *
 * @typedef {object} Start
 * @property {string} name
 * @property {string} app folder
 * @property {string} until selector of what is waited for
 * @property {string | null} profile folder; null: a new one each time
 * @property {string | null} beside name of the start that it is compared with
 * @property {number | null} mostTimes the target: at most so many times as long
 *
 * @typedef {object} StartFigures
 * @property {string} name
 * @property {readonly number[]} times Milliseconds, in the order of the rounds.
 * @property {number} medianMs
 * @property {number | null} ratio Of the median to that of the window that it is compared with.
 * @property {number | null} mostTimes
 */

const demoButton = 'main button[data-autofocus]';
const treeRow = '[role="tree"] [role="treeitem"]';
const patienceMs = 60_000;

/**
 * @param {{ readonly rounds: number, readonly progress: (line: string) => void }} options
 * @returns {Promise<readonly StartFigures[]>}
 */
export async function benchStart({ rounds, progress }) {
  const runtime = await prepareElectron();
  await prepareBuild();
  const scratch = await mkdtemp(join(tmpdir(), 'atom-bench-'));
  const hello = join(root, 'bench/start');
  const [helloProfile, demoProfile] = [join(scratch, 'hello'), join(scratch, 'demo')];
  /** @type {readonly Start[]} */
  const starts = [
    { name: 'hello', app: hello, until: 'button', profile: null, beside: null, mostTimes: null },
    { name: 'welcome screen', app: root, until: demoButton, profile: null, beside: 'hello', mostTimes: 1.25 },
    {
      name: 'hello again',
      app: hello,
      until: 'button',
      profile: helloProfile,
      beside: null,
      mostTimes: null,
    },
    {
      name: 'demo tree',
      app: root,
      until: treeRow,
      profile: demoProfile,
      beside: 'hello again',
      mostTimes: 2.5,
    },
  ];
  /** @type {Map<string, number[]>} */
  const times = new Map(starts.map(({ name }) => [name, []]));
  try {
    await withDisplay(async (display) => {
      const env = { ...process.env, ...runtimeEnvironment(runtime), ...display?.environment };
      /** @param {Start} start */
      const timeOf = async ({ app, until, profile }, click = '') => {
        const folder = profile ?? (await mkdtemp(join(scratch, 'profile-')));
        return timeToShown(runtime.executable, [app, `--user-data-dir=${folder}`], {
          ...env,
          START_UNTIL: until,
          START_CLICK: click,
        });
      };
      progress('opening the demo memory once ...');
      const tree = starts.find(({ name }) => name === 'demo tree');
      if (tree !== undefined) await timeOf(tree, demoButton);
      for (let round = 0; round <= rounds; round += 1) {
        for (const start of starts) {
          const time = await timeOf(start);
          // The first round reads programs and files that are cached for later ones.
          if (round > 0) times.get(start.name)?.push(time);
          progress(`${round === 0 ? 'warm-up' : `round ${round}`}: ${start.name}, ${Math.round(time)} ms`);
        }
      }
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  const medianOf = (/** @type {string} */ name) => median(times.get(name) ?? []);
  return starts.map(({ name, beside, mostTimes }) => ({
    name,
    times: times.get(name) ?? [],
    medianMs: medianOf(name),
    ratio: beside === null ? null : medianOf(name) / medianOf(beside),
    mostTimes,
  }));
}

/**
 * Starts a program, and ends it once its window shows the expected element.
 *
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} milliseconds from the start of the process
 */
async function timeToShown(executable, args, env) {
  const probe = join(root, 'bench/start/probe.cjs');
  const began = performance.timeOrigin + performance.now();
  const child = spawn(executable, [...sandboxArguments(), '--log-level=3', '-r', probe, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const shown = /^shown (\d+(?:\.\d+)?)$/.exec(line)?.[1];
      if (shown !== undefined) return Number(shown) - began;
    }
    throw new Error(`The window did not show ${env['START_UNTIL']} within ${patienceMs / 1000} s.`);
  } finally {
    clearTimeout(timer);
    child.kill();
    await ended;
  }
}

/** @param {readonly StartFigures[]} figures */
export function startTable(figures) {
  const lines = figures.map(({ name, times, medianMs, ratio, mostTimes }) => {
    const spread =
      times.length === 0 ? '' : `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`;
    const target =
      ratio === null || mostTimes === null
        ? ''
        : `${ratio.toFixed(2)}x  ${ratio <= mostTimes ? 'met' : 'missed'} (target at most ${mostTimes}x)`;
    return `  ${name.padEnd(18)}${String(Math.round(medianMs)).padStart(6)} ms  ${spread.padEnd(14)}${target}`.trimEnd();
  });
  return [
    'From starting the program until its window can be used: median, and from the fastest to the slowest',
    ...lines,
  ].join('\n');
}

/** @param {readonly number[]} times */
function median(times) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

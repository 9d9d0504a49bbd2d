import { execFile, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  test as base,
  _electron,
  type ElectronApplication,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { closeApp } from './closeApp.ts';
import { desktops } from './desktops.ts';
import { keepResults } from './keptResults.ts';
import { begin, expectNothingLeft, leaveNothing, prepareToShare, type Beginning } from './sharedApp.ts';
import { openDemo } from './steps.ts';

const projectFolder = join(__dirname, '..', '..');

/** The app as a user runs it: the real Electron with a profile folder of its own. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  /** Everything the main process and the window printed, for "nothing secret is logged". */
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

const packagedApp = process.env['ATOM_EXPLORER_APP'];

function argumentsFor(profile: string): readonly string[] {
  // Chromium refuses its sandbox as root, which is who runs in a container; the app itself never asks for this.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // On a display without a GPU, Chromium tries three times to start a process for it, at each start of the app.
  const withoutGpu = desktops.length > 1 ? ['--disable-gpu'] : [];
  return [
    ...asRoot,
    ...withoutGpu,
    `--user-data-dir=${profile}`,
    ...(packagedApp === undefined ? [projectFolder] : []),
  ];
}

/** Starts the app again on the same profile with a file, as the system does on a double click, and waits for its end. */
export async function startAgain({ electron }: RunningApp, profile: string, file: string): Promise<void> {
  const program = electron.process().spawnfile;
  await promisify(execFile)(program, [...argumentsFor(profile), file], { env: definedEnvironment() });
}

async function launchApp(profile: string, env: Record<string, string> = {}): Promise<RunningApp> {
  const electron = await _electron.launch({
    ...(packagedApp === undefined ? {} : { executablePath: packagedApp }),
    args: [...argumentsFor(profile)],
    env: { ...definedEnvironment(), ...env },
  });
  keepResults(electron);
  const lines: string[] = [];
  const appProcess = electron.process();
  appProcess.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  appProcess.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const page = await electron.firstWindow();
  page.on('console', (message) => lines.push(`[window] ${message.text()}\n`));
  await page.waitForLoadState('domcontentloaded');
  // Answered once all parts are loaded.
  await page.evaluate(() => window.atomExplorer.appInfo());
  const output = (): string => lines.join('');
  return { electron, page, output, close: () => closeApp(electron, appProcess, output) };
}

function isFailed({ status, expectedStatus }: TestInfo): boolean {
  return status !== expectedStatus;
}

async function attachFailure(app: RunningApp, name: string, testInfo: TestInfo): Promise<void> {
  if (!isFailed(testInfo)) return;
  if (!app.page.isClosed()) {
    await testInfo.attach(`window-${name}`, { body: await app.page.screenshot(), contentType: 'image/png' });
  }
  await testInfo.attach(`output-${name}`, { body: app.output(), contentType: 'text/plain' });
}

/** The environment without the variables that would make Electron behave as plain Node. */
function definedEnvironment(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface SharedApp {
  readonly profile: string;
  /** Starts it, unless it runs. */
  readonly running: () => Promise<RunningApp>;
  /** Removes what a test left in it. */
  readonly leaveNothing: () => Promise<void>;
}

interface Fixtures {
  /** A folder that is removed when the test ends. */
  readonly folder: string;
  /** The profile folder of the app, inside `folder`. */
  readonly profile: string;
  /** Launches the app on `profile`; every app still running is closed when the test ends. */
  readonly launch: (env?: Record<string, string>) => Promise<RunningApp>;
  /** Puts the demo memory into the profile, where `openDemo` then finds it filled. */
  readonly placeDemo: () => Promise<void>;
  /**
   * Launches the app and opens the demo memory, which was filled before. `openDemo` of `steps.ts` has the app fill it, as
   * the first start does.
   */
  readonly launchDemo: () => Promise<RunningApp>;
  /**
   * Opens a fresh window of an app that the tests of a worker share, which saves a start: no connection but the given one, no
   * preferences, and no answers to dialogs from an earlier test. Not for tests of the first start or of an environment. A test
   * that leaves something that belongs to no connection fails when it ends.
   */
  readonly open: (connection?: Beginning) => Promise<RunningApp>;
  /** Starts the shared app again, as it was left, after the test has closed or killed it. */
  readonly reopen: () => Promise<RunningApp>;
  /** The profile folder of the shared app. */
  readonly sharedProfile: string;
  /** Puts the demo memory into the profile of the shared app, for tests that store nothing in it. */
  readonly placeSharedDemo: () => Promise<void>;
  /** The same as `open`, with the demo memory open, for tests that store nothing in it. */
  readonly openSharedDemo: () => Promise<RunningApp>;
}

interface WorkerFixtures {
  /** Moves the worker, and all that it starts, to the desktop that it has to itself. */
  readonly desktop: void;
  /** A folder with the demo memory, made for the first test of the worker that copies it. */
  readonly demoMemory: string;
  readonly sharedApp: SharedApp;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  desktop: [
    async ({ browserName: _ }, use, { parallelIndex }) => {
      const desktop = desktops[parallelIndex];
      if (desktop === undefined) {
        throw new Error(`Desktops for ${desktops.length} workers only: ask for no more with --workers.`);
      }
      Object.assign(process.env, desktop);
      await use();
    },
    { scope: 'worker', auto: true },
  ],
  demoMemory: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'atom-explorer-demo-'));
      await promisify(execFile)(process.execPath, [join(__dirname, 'makeDemoMemory.mjs'), folder]);
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  sharedApp: [
    async ({ desktop: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'atom-explorer-shared-'));
      const profile = join(folder, 'profile');
      const started = new Map<RunningApp, ChildProcess>();
      const living = (): RunningApp | undefined =>
        [...started].find(([, { exitCode, signalCode }]) => exitCode === null && signalCode === null)?.[0];
      await use({
        profile,
        running: async () => {
          const running = living();
          if (running !== undefined) return running;
          const next = await launchApp(profile);
          await prepareToShare(next);
          const app = {
            ...next,
            close: async () => {
              started.delete(app);
              await next.close();
            },
          };
          started.set(app, next.electron.process());
          return app;
        },
        leaveNothing: async () => {
          const app = living();
          if (app === undefined) {
            await rm(profile, { recursive: true, force: true, maxRetries: 5 });
            return;
          }
          await leaveNothing(app);
          await expectNothingLeft(profile);
        },
      });
      await living()?.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],
  // Playwright reads a fixture's dependencies from this pattern, so it must be written even when empty.
  folder: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'atom-explorer-e2e-'));
    await use(folder);
    // Chromium's helper processes write for a moment after the app has ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  profile: async ({ folder }, use) => use(join(folder, 'profile')),
  launch: async ({ profile }, use, testInfo) => {
    const running: RunningApp[] = [];
    await use(async (env) => {
      const app = await launchApp(profile, env);
      running.push(app);
      return app;
    });
    for (const [index, app] of running.entries()) {
      await attachFailure(app, String(index), testInfo);
      await app.close();
    }
  },
  sharedProfile: async ({ sharedApp }, use) => use(sharedApp.profile),
  reopen: async ({ sharedApp }, use, testInfo) => {
    const used: RunningApp[] = [];
    await use(async () => {
      const app = await sharedApp.running();
      const before = app.output().length;
      used.push({ ...app, output: () => app.output().slice(before) });
      return used[used.length - 1] ?? app;
    });
    // Playwright ends the worker of a failed test, and the app with it.
    for (const [index, app] of used.entries()) await attachFailure(app, `shared-${index}`, testInfo);
    if (used.length > 0 && !isFailed(testInfo)) await sharedApp.leaveNothing();
  },
  open: async ({ reopen }, use) => {
    await use(async (connection) => {
      const app = await reopen();
      await begin(app, connection ?? null);
      return app;
    });
  },
  placeSharedDemo: async ({ sharedApp, demoMemory }, use) => {
    await use(async () => {
      const folder = join(sharedApp.profile, 'demo-memory');
      if (!existsSync(folder)) await cp(demoMemory, folder, { recursive: true });
    });
  },
  openSharedDemo: async ({ open, placeSharedDemo }, use) => {
    await use(async () => {
      await placeSharedDemo();
      const app = await open();
      await openDemo(app.page);
      return app;
    });
  },
  placeDemo: async ({ demoMemory, profile }, use) => {
    await use(() => cp(demoMemory, join(profile, 'demo-memory'), { recursive: true }));
  },
  launchDemo: async ({ launch, placeDemo }, use) => {
    await use(async () => {
      await placeDemo();
      const app = await launch();
      await openDemo(app.page);
      return app;
    });
  },
});

export { expect } from '@playwright/test';

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test';
import { desktops } from './desktops.ts';
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
  return [...asRoot, `--user-data-dir=${profile}`, ...(packagedApp === undefined ? [projectFolder] : [])];
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
  const lines: string[] = [];
  electron.process().stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  electron.process().stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const page = await electron.firstWindow();
  page.on('console', (message) => lines.push(`[window] ${message.text()}\n`));
  await page.waitForLoadState('domcontentloaded');
  // Answered once all parts are loaded. During that, V8 may collect the promise of what a test evaluates in the main process.
  await page.evaluate(() => window.atomExplorer.appInfo());
  return { electron, page, output: () => lines.join(''), close: () => electron.close() };
}

/** The environment without the variables that would make Electron behave as plain Node. */
function definedEnvironment(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface Fixtures {
  /** A folder that is removed when the test ends. */
  readonly folder: string;
  /** The profile folder of the app, inside `folder`. */
  readonly profile: string;
  /** Launches the app on `profile`; every app still running is closed when the test ends. */
  readonly launch: (env?: Record<string, string>) => Promise<RunningApp>;
  /**
   * Launches the app and opens the demo memory, which was filled before. `openDemo` of `steps.ts` has the app fill it, as
   * the first start does.
   */
  readonly launchDemo: () => Promise<RunningApp>;
}

interface WorkerFixtures {
  /** Moves the worker, and all that it starts, to the desktop that it has to itself. */
  readonly desktop: void;
  /** A folder with the demo memory, made for the first test of the worker that copies it. */
  readonly demoMemory: string;
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
      if (testInfo.status !== testInfo.expectedStatus) {
        if (!app.page.isClosed()) {
          await testInfo.attach(`window-${index}`, {
            body: await app.page.screenshot(),
            contentType: 'image/png',
          });
        }
        await testInfo.attach(`output-${index}`, { body: app.output(), contentType: 'text/plain' });
      }
      await app.close();
    }
  },
  launchDemo: async ({ launch, demoMemory, profile }, use) => {
    await use(async () => {
      await cp(demoMemory, join(profile, 'demo-memory'), { recursive: true });
      const app = await launch();
      await openDemo(app.page);
      return app;
    });
  },
});

export { expect } from '@playwright/test';

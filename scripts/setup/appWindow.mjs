import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { needsNoSandbox } from './sandbox.mjs';

/**
 * How to start the app.
 *
 * @typedef {{ readonly executable: string, readonly args: readonly string[], readonly env: NodeJS.ProcessEnv
 * }} Target
 */

/**
 * Starts the app in a new temporary profile, and calls `use` with its first window.
 *
 * @template T
 * @param {Target} target
 * @param {(window: import('playwright').Page, app: import('playwright').ElectronApplication) => Promise<T>}
 * use
 * @returns {Promise<T>}
 */
export async function withAppWindow({ executable, args, env }, use) {
  const profile = await mkdtemp(join(tmpdir(), 'atom-explorer-profile-'));
  try {
    const app = await _electron.launch({
      executablePath: executable,
      args: [...args, `--user-data-dir=${profile}`],
      env: definedOnly(env),
      chromiumSandbox: !needsNoSandbox,
    });
    try {
      return await use(await app.firstWindow(), app);
    } finally {
      await app.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function definedOnly(env) {
  /** @type {Record<string, string>} */
  const defined = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

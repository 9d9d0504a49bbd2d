import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { isHeadless, startDisplay } from './display.mjs';
import { ensureElectron } from './electronRuntime.mjs';
import { requireNode } from './nodeVersion.mjs';
import { root } from './repository.mjs';
import { requireWorkingSandbox } from './sandbox.mjs';
import { ensureSystemLibraries } from './systemLibraries.mjs';

/** Checks Node and installs node modules, for every command. */
export async function prepareModules() {
  requireNode();
  await ensureDependencies(root);
}

/**
 * An Electron that can run on this system.
 *
 * @param {{ readonly askAgain?: boolean, readonly programs?: readonly import('./systemLibraries.mjs').Program[] }} [options]
 */
export async function prepareElectron({ askAgain = false, programs = [] } = {}) {
  const runtime = await ensureElectron({ askAgain });
  await prepareSystem(runtime.executable, programs);
  return runtime;
}

/**
 * @param {string} executable
 * @param {readonly import('./systemLibraries.mjs').Program[]} [programs]
 */
export async function prepareSystem(executable, programs = []) {
  await ensureSystemLibraries({ executable, programs: isHeadless() ? ['Xvfb', ...programs] : programs });
  requireWorkingSandbox(executable);
}

export function prepareBuild() {
  return ensureBuild(root);
}

/**
 * Calls `use` with a display for windows: the user's (null), or a virtual one that ends afterwards.
 *
 * @template T
 * @param {(display: import('./display.mjs').Display | null) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withDisplay(use) {
  if (!isHeadless()) return use(null);
  const display = await startDisplay();
  try {
    return await use(display);
  } finally {
    await display.stop();
  }
}

import { availableParallelism } from 'node:os';
import { isHeadless, startDisplay } from './display.mjs';
import { startKeyringSession } from './keyringSession.mjs';

/** A third one on two cores makes every test use a quarter more of the processor. */
const mostDesktops = 2;

/**
 * How many window tests run in parallel: one if they use the user's own screen, where they would compete for
 * focus and the keychain.
 */
export function desktopCount() {
  if (!isHeadless()) return 1;
  return Math.min(availableParallelism(), mostDesktops);
}

/**
 * Calls `use` with the environment of each desktop: its own screen, message bus, and keyring. The desktops
 * end afterwards. If the user's screen or system is used, nothing is added.
 *
 * @template T
 * @param {number} count
 * @param {NodeJS.ProcessEnv} env
 * @param {(desktops: readonly NodeJS.ProcessEnv[]) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withDesktops(count, env, use) {
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  /** @type {NodeJS.ProcessEnv[]} */
  const desktops = [];
  try {
    for (let index = 0; index < count; index += 1) {
      /** @type {NodeJS.ProcessEnv} */
      let desktop = {};
      if (isHeadless()) {
        const display = await startDisplay();
        stops.unshift(display.stop);
        desktop = { ...display.environment };
      }
      if (process.platform === 'linux') {
        const keyring = await startKeyringSession({ ...env, ...desktop });
        stops.unshift(keyring.stop);
        desktop = { ...desktop, ...keyring.environment };
      }
      desktops.push(desktop);
    }
    return await use(desktops);
  } finally {
    for (const stop of stops) await stop();
  }
}

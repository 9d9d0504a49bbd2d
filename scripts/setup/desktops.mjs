import { availableParallelism } from 'node:os';
import { isHeadless, startDisplay } from './display.mjs';
import { startKeyringSession } from './keyringSession.mjs';

/** Windows tests wait more than they compute: on two cores, three of them leave less of these idle. */
const mostDesktops = 3;

/**
 * How many window tests run side by side: one where they appear on the user's own screen, whose focus and keychain
 * they would fight for.
 */
export function desktopCount() {
  if (!isHeadless()) return 1;
  return Math.min(availableParallelism() + 1, mostDesktops);
}

/**
 * Calls `use` with what each desktop adds to the environment: a screen, a message bus and a keyring that nothing else
 * uses. The desktops end afterwards. Where the user's screen or system have to do, nothing is added for them.
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

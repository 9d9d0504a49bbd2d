import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './process.mjs';
import { SetupError } from './say.mjs';

/**
 * A separate message bus with an unlocked keyring, visible only to processes with `environment`. `stop` ends
 * them; at the latest they end with this process.
 *
 * @typedef {object} KeyringSession
 * @property {NodeJS.ProcessEnv} environment
 * @property {() => Promise<void>} stop
 */

/**
 * Linux only. Fails with a SetupError if the bus or the keyring does not start.
 *
 * @param {NodeJS.ProcessEnv} env the environment for them
 * @returns {Promise<KeyringSession>}
 */
export async function startKeyringSession(env) {
  const folder = await mkdtemp(join(tmpdir(), 'atom-explorer-keyring-'));
  const log = join(folder, 'keyring.log');
  const folders = { XDG_RUNTIME_DIR: join(folder, 'runtime'), XDG_DATA_HOME: join(folder, 'data') };
  await mkdir(folders.XDG_RUNTIME_DIR, { mode: 0o700 });
  await mkdir(folders.XDG_DATA_HOME, { mode: 0o700 });
  // Output of the bus and the daemon goes into the log. The daemon goes to the background once it is
  // unlocked, so it is ready when the address is printed. The bus ends with the program that dbus-run-session
  // runs: a `cat` that ends with its input, which ends with this process. The daemon ends with its bus.
  const unlockAndWait =
    'printf "for tests" | gnome-keyring-daemon --unlock --components=secrets >&2 || exit 70; ' +
    'printf "%s\\n" "$DBUS_SESSION_BUS_ADDRESS"; exec cat';
  const session = 'exec dbus-run-session -- sh -c "$1" 2>"$2"';
  const bus = spawn('sh', ['-c', session, 'sh', unlockAndWait, log], {
    env: { ...env, ...folders },
    stdio: ['pipe', 'pipe', 'inherit'],
    // In its own process group, because Ctrl+C must reach the app first and its keyring last.
    detached: true,
  });
  const ended = once(bus, 'exit');
  const stop = async () => {
    bus.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const address = await Promise.race([
    once(createInterface({ input: bus.stdout }), 'line').then(([line]) => String(line)),
    ended.then(() => null),
  ]);
  if (address === null) {
    const reason = readFileSync(log, 'utf8');
    await stop();
    throw new SetupError(`The keyring did not start:\n${reason}`);
  }
  return { environment: { ...folders, DBUS_SESSION_BUS_ADDRESS: address }, stop };
}

/**
 * Runs a program with its own message bus and unlocked keyring, which end with it. Resolves with its exit
 * code. On macOS and Windows the program runs without them, because the keychain there belongs to the user's
 * session.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runInKeyringSession(command, args, env) {
  if (process.platform !== 'linux') return run(command, args, { env });
  const keyring = await startKeyringSession(env);
  try {
    return await run(command, args, { env: { ...env, ...keyring.environment } });
  } finally {
    await keyring.stop();
  }
}

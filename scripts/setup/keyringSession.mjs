import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './process.mjs';
import { say } from './say.mjs';

/**
 * Runs a program with a message bus and an unlocked keyring of its own, which nothing else sees and nothing
 * outlives. Resolves with its exit code. On macOS and Windows the program runs as it is: the keychain there
 * belongs to the user's session.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runInKeyringSession(command, args, env) {
  if (process.platform !== 'linux') return run(command, args, { env });
  const folder = await mkdtemp(join(tmpdir(), 'atom-explorer-keyring-'));
  const log = join(folder, 'keyring.log');
  const runtimeFolder = join(folder, 'runtime');
  const dataFolder = join(folder, 'data');
  await mkdir(runtimeFolder, { mode: 0o700 });
  await mkdir(dataFolder, { mode: 0o700 });
  // What bus and daemon have to say goes into the log, what the program says comes here, by way of descriptor 3.
  // The daemon goes to the background once it is unlocked, so what follows finds it ready. The bus ends with the
  // program that dbus-run-session runs, and the daemon with its bus.
  const unlockAndRun =
    'printf "for tests" | gnome-keyring-daemon --unlock --components=secrets >&2 || exit 70; exec "$@" 2>&3 3>&-';
  const session = 'log=$1 inner=$2; shift 2; exec dbus-run-session -- sh -c "$inner" sh "$@" 3>&2 2>"$log"';
  try {
    const code = await run('sh', ['-c', session, 'sh', log, unlockAndRun, command, ...args], {
      env: { ...env, XDG_RUNTIME_DIR: runtimeFolder, XDG_DATA_HOME: dataFolder },
    });
    if (code === 70 || code === 127) say(`The keyring did not start:\n${readFileSync(log, 'utf8')}`);
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

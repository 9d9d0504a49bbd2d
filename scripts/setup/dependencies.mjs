import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContents } from './contentHash.mjs';
import { npm } from './npm.mjs';
import { run } from './process.mjs';
import { SetupError, say } from './say.mjs';

const lockFile = 'package-lock.json';

/** @param {string} folder the repository */
function stampFile(folder) {
  return join(folder, 'node_modules', '.atom-explorer-lock');
}

/**
 * Whether `node_modules` was installed from the current lock file.
 *
 * @param {string} folder the repository
 */
export function areDependenciesCurrent(folder) {
  const stamp = stampFile(folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashContents(folder, [lockFile]);
}

/** @param {string} folder the repository, just installed */
export function stampDependencies(folder) {
  writeFileSync(stampFile(folder), hashContents(folder, [lockFile]));
}

/**
 * Installs exactly what the lock file names, unless it is already installed.
 *
 * @param {string} folder the repository
 */
export async function ensureDependencies(folder) {
  if (areDependenciesCurrent(folder)) return;
  say('Installing node modules (npm ci)…');
  // Errors only, because npm warns about packages that ask for a newer Node than they need.
  const code = await run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']), { cwd: folder });
  if (code !== 0) throw new SetupError(`npm ci failed with code ${code}. See its output above.`);
  stampDependencies(folder);
}

import { join } from 'node:path';
import { readJson, root } from './repository.mjs';
import { SetupError } from './say.mjs';

/**
 * Whether `version` satisfies a range of the form `>=major.minor`.
 *
 * @param {string} version such as `20.20.2`
 * @param {string} range such as `>=20.19`
 */
export function satisfies(version, range) {
  const [major = 0, minor = 0] = parseNumbers(version);
  const [wantedMajor = 0, wantedMinor = 0] = parseNumbers(range);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** @param {string} text */
function parseNumbers(text) {
  return text.replace(/^\D+/, '').split('.').map(Number);
}

export function requireNode() {
  const { engines } = /** @type {{ engines: { node: string } }} */ (readJson(join(root, 'package.json')));
  if (!satisfies(process.versions.node, engines.node)) {
    throw new SetupError(
      `Atom Explorer needs Node ${engines.node}, but this is Node ${process.versions.node} (${process.execPath}).\n` +
        'Install a newer version from https://nodejs.org or with your version manager, then run the same command again.',
    );
  }
}

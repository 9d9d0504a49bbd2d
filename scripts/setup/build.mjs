import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContents, hashListing, listFiles } from './contentHash.mjs';
import { npmRun } from './npm.mjs';
import { run } from './process.mjs';
import { SetupError, say } from './say.mjs';

const inputs = [
  'cli',
  'electron',
  'renderer',
  'service',
  'shared',
  'workers',
  'scripts/setup/bundledPackages.mjs',
  'scripts/setup/framePreload.mjs',
  'scripts/setup/mantineStyles.mjs',
  'scripts/setup/startBundleLimit.mjs',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const outputs = ['main', 'preload', 'renderer'];
const stampName = '.build-stamp';

/**
 * Identifies the state of a build by its inputs and outputs, so that a manual build, one by the dev server,
 * or one of sources that were changed back is not mistaken for this one.
 *
 * @param {string} folder the repository
 */
export function describeInputs(folder) {
  const files = listFiles(folder, inputs).filter((file) => !/\.test\.tsx?$/.test(file));
  return hashContents(folder, files);
}

/** @param {string} folder the repository */
function describeOutputs(folder) {
  const out = join(folder, 'out');
  return hashListing(out, listFiles(out, outputs));
}

/** @param {string} folder the repository */
export function isBuildCurrent(folder) {
  const stamp = join(folder, 'out', stampName);
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === `${describeInputs(folder)} ${describeOutputs(folder)}`
  );
}

/**
 * @param {string} folder the repository
 * @param {string} builtFrom `describeInputs` from before the build
 */
export function stampBuild(folder, builtFrom) {
  writeFileSync(join(folder, 'out', stampName), `${builtFrom} ${describeOutputs(folder)}`);
}

/**
 * Builds main, preload, renderer, and service into `out/`, unless that is up to date.
 *
 * @param {string} folder the repository
 */
export async function ensureBuild(folder) {
  if (isBuildCurrent(folder)) return;
  say('Building…');
  const builtFrom = describeInputs(folder);
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  const code = await run(...npmRun('build', ['--logLevel', 'warn']), { cwd: folder });
  if (code !== 0) throw new SetupError(`The build failed with code ${code}. See its output above.`);
  stampBuild(folder, builtFrom);
}

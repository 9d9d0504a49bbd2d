import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContents, hashListing, listFiles } from './contentHash.mjs';
import { npmRun } from './npm.mjs';
import { outFolderVariable } from './outFolder.mjs';
import { run } from './process.mjs';
import { SetupError, say } from './say.mjs';

const inputs = [
  'cli',
  'electron',
  'renderer',
  'service',
  'shared',
  'engine',
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
/** What a build writes besides. */
const lists = ['packages', 'third-party-notices.txt'];
const stampName = '.build-stamp';

/**
 * Identifies the state of a build by its inputs and outputs, so that a manual build, one by the dev server,
 * or one of sources that were changed back is not mistaken for this one.
 *
 * @param {string} folder the repository
 */
export function describeInputs(folder) {
  const files = listFiles(folder, inputs).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|^cli\/attacks\//.test(file),
  );
  return hashContents(folder, files);
}

/**
 * @param {string} folder the repository
 * @param {string} [out]
 */
function describeOutputs(folder, out = 'out') {
  const path = join(folder, out);
  return hashListing(path, listFiles(path, outputs));
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
 * @param {string} [out]
 */
export function stampBuild(folder, builtFrom, out = 'out') {
  writeFileSync(join(folder, out, stampName), `${builtFrom} ${describeOutputs(folder, out)}`);
}

/**
 * Builds main, preload, renderer, and service into `out/`, unless that is up to date. Programs may be running from there, so a
 * build gets a folder of its own, which replaces `out/` once it is complete, and only if it differs.
 *
 * @param {string} folder the repository
 * @param {(next: string) => Promise<number>} [build] into a folder of the repository; resolves with an exit code
 */
export async function ensureBuild(folder, build = (next) => buildInto(folder, next)) {
  if (isBuildCurrent(folder)) return;
  say('Building…');
  const builtFrom = describeInputs(folder);
  const next = `out.next-${process.pid}`;
  try {
    const code = await build(next);
    if (code !== 0) throw new SetupError(`The build failed with code ${code}. See its output above.`);
    if (isSame(folder, 'out', next)) stampBuild(folder, builtFrom);
    else {
      stampBuild(folder, builtFrom, next);
      replaceOut(folder, next);
    }
  } finally {
    rmSync(join(folder, next), { recursive: true, force: true });
  }
}

/**
 * @param {string} folder the repository
 * @param {string} next
 */
function buildInto(folder, next) {
  // The renderer has a root of its own, so the path is absolute.
  return run(...npmRun('build', ['--logLevel', 'warn', '--outDir', join(folder, next)]), {
    cwd: folder,
    env: { ...process.env, [outFolderVariable]: next },
  });
}

/**
 * @param {string} folder the repository
 * @param {string} out
 * @param {string} next
 */
function isSame(folder, out, next) {
  const [before, after] = [out, next].map((name) => {
    const path = join(folder, name);
    return hashContents(path, listFiles(path, [...outputs, ...lists]));
  });
  return before === after;
}

/**
 * @param {string} folder the repository
 * @param {string} next
 */
function replaceOut(folder, next) {
  const before = `out.before-${process.pid}`;
  if (existsSync(join(folder, 'out'))) renameSync(join(folder, 'out'), join(folder, before));
  renameSync(join(folder, next), join(folder, 'out'));
  rmSync(join(folder, before), { recursive: true, force: true });
}

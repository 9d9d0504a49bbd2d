import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembleCliPackage } from './setup/cliPackage.mjs';
import { ensureElectron } from './setup/electronRuntime.mjs';
import { configuredFuses, packagedPrograms, wrongFuses } from './setup/fuses.mjs';
import { npm } from './setup/npm.mjs';
import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { readJson, root } from './setup/repository.mjs';
import { runScript, say, SetupError } from './setup/say.mjs';

/**
 * The platform packages of the keyring: a Mac build includes both architectures, while npm installs only its
 * own.
 */
const macKeyrings = ['@napi-rs/keyring-darwin-arm64', '@napi-rs/keyring-darwin-x64'];

const output = join(root, 'dist');

await runScript(async () => {
  const args = process.argv.slice(2);
  const isTrial = args.includes('--dir');
  await prepareModules();
  if (args.includes('--cli')) return packageCli();
  const runtime = await ensureElectron();
  if (!isTrial && runtime.kind !== 'official') {
    throw new SetupError(
      `A release needs the official Electron, but this is Electron ${runtime.version} from another source.\n` +
        'Package on a computer that can reach https://github.com/electron/electron/releases, ' +
        'or make a trial build: npm run package -- --dir',
    );
  }
  await prepareBuild();
  return isTrial ? packageTrial(runtime, args) : packageRelease(args);
});

/** A tarball with the command alone, which needs neither Electron nor this repository. */
async function packageCli() {
  const scratch = await mkdtemp(join(tmpdir(), 'atom-explorer-cli-'));
  try {
    await assembleCliPackage(scratch);
    await mkdir(output, { recursive: true });
    const code = await run(...npm(['pack', scratch, '--pack-destination', output, '--loglevel=error']));
    if (code !== 0) throw new SetupError(`npm pack failed with code ${code}. See its output above.`);
    const { version } = /** @type {{ version: string }} */ (readJson(join(root, 'package.json')));
    say(`To install the command: npm install -g ${join(output, `atom-explorer-${version}.tgz`)}`);
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {import('./setup/electronRuntime.mjs').ElectronRuntime} runtime
 * @param {readonly string[]} args
 */
async function packageTrial(runtime, args) {
  const scratch = await mkdtemp(join(tmpdir(), 'atom-explorer-package-'));
  try {
    const electron =
      runtime.kind === 'fallback' ? await copyWithoutLoader(runtime.folder, scratch) : runtime.folder;
    const code = await runBuilder([
      '--config',
      'electron-builder.trial.yml',
      `-c.electronDist=${electron}`,
      `-c.electronVersion=${runtime.version}`,
      ...args,
    ]);
    if (code === 0) say(`The unpacked app (Electron ${runtime.version}) is in ${output}.`);
    return code;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args */
async function packageRelease(args) {
  await installKeyringForAllProcessors();
  // What an earlier run left would be checked as if it were of this one.
  for (const { folder } of packagedPrograms(output)) await rm(folder, { recursive: true });
  const code = await runBuilder(args);
  if (code === 0) checkFuses();
  return code;
}

/** Reads the fuses back from what was packaged. */
function checkFuses() {
  const configured = configuredFuses(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  const programs = packagedPrograms(output);
  if (programs.length === 0) throw new SetupError(`No packaged app was found in ${output}.`);
  for (const { program } of programs) {
    const wrong = wrongFuses(program, configured);
    if (wrong.length > 0) {
      throw new SetupError(
        `${program} is not safe to release. Fuses that are not as configured: ${wrong.join(', ')}.`,
      );
    }
  }
  say('The fuses of the packaged app are as configured.');
}

/**
 * The loader is in the place of the packaged app, and would be found first.
 *
 * @param {string} runtime
 * @param {string} scratch
 */
async function copyWithoutLoader(runtime, scratch) {
  const copy = join(scratch, 'electron');
  await cp(runtime, copy, { recursive: true, preserveTimestamps: true });
  await rm(join(copy, 'resources/app'), { recursive: true });
  return copy;
}

async function installKeyringForAllProcessors() {
  const wanted = process.platform === 'darwin' ? macKeyrings : [];
  const missing = wanted.filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (missing.length === 0) return;
  const { version } = /** @type {{ version: string }} */ (
    readJson(join(root, 'node_modules/@napi-rs/keyring/package.json'))
  );
  say(`Installing ${missing.join(' ')}…`);
  // With --force, because npm would refuse packages for another architecture.
  const specifiers = missing.map((name) => `${name}@${version}`);
  const code = await run(
    ...npm(['install', '--no-save', '--force', '--no-audit', '--no-fund', '--loglevel=error', ...specifiers]),
  );
  if (code !== 0) throw new SetupError(`npm install failed with code ${code}. See its output above.`);
}

/** @param {readonly string[]} args */
function runBuilder(args) {
  return run(process.execPath, [fileURLToPath(import.meta.resolve('electron-builder/cli.js')), ...args]);
}

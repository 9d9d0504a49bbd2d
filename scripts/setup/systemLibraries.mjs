import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { capture, isOnPath } from './process.mjs';
import { SetupError, say } from './say.mjs';

/** Debian packages with the shared libraries that Electron loads. */
const electronPackages = [
  'libnss3',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libcups2',
  'libgtk-3-0',
  'libgbm1',
  'libasound2',
  'libxss1',
  'libxtst6',
  'libdrm2',
  'libxkbcommon0',
];

/** Debian package of each program that the scripts start. */
const programPackages = /** @type {const} */ ({
  Xvfb: 'xvfb',
  'dbus-run-session': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
  chromium: 'chromium',
  // They verify our evidence bundles in a test.
  openssl: 'openssl',
  python3: 'python3',
  // Tests of the service start a server of their own.
  initdb: 'postgresql',
});

const noSystemDatabase =
  'mkdir -p /etc/postgresql-common/createcluster.d && ' +
  'echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/no-main-cluster.conf';

const aptTimeoutMs = 30 * 60_000;
/** A machine that has just started is often busy updating itself, and a mirror may drop a connection. */
const aptPatience = ['DPkg::Lock::Timeout=600', 'Acquire::Retries=3'];

/** @typedef {keyof typeof programPackages} Program */

/**
 * The shared libraries that `ldd` could not find.
 *
 * @param {string} lddOutput
 * @returns {readonly string[]}
 */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? '');
}

/**
 * Linux only: makes sure that the system has what Electron and the tests need. If apt can install it, asks
 * first, or, without a terminal (CI), announces it. Otherwise says what to run.
 *
 * @param {{ readonly executable?: string, readonly programs: readonly Program[] }} needs `executable`: the
 * Electron to run
 */
export async function ensureSystemLibraries({ executable, programs }) {
  if (process.platform !== 'linux') return;
  const missing = findMissing(executable, programs);
  if (missing.length === 0) return;

  const wanted = [
    ...(missing.some((name) => name.includes('.so')) ? electronPackages : []),
    ...programs.filter((program) => missing.includes(program)).map((program) => programPackages[program]),
  ];
  if (!isOnPath('apt-get')) {
    throw new SetupError(
      `Missing on this system: ${missing.join(', ')}.\n` +
        `Install them (on Debian: ${wanted.join(' ')}), then run the same command again.`,
    );
  }
  await installWithApt(wanted, missing, terminalPrompt());
  const stillMissing = findMissing(executable, programs);
  if (stillMissing.length > 0) {
    throw new SetupError(`Still missing after installing ${wanted.join(' ')}: ${stillMissing.join(', ')}.`);
  }
}

/**
 * @param {string | undefined} executable
 * @param {readonly Program[]} programs
 */
function findMissing(executable, programs) {
  const libraries = executable === undefined ? [] : missingLibraries(capture('ldd', [executable]).output);
  return [...libraries, ...programs.filter((program) => !isOnPath(program) && !isInPostgres(program))];
}

/**
 * Whether system packages may be installed. Only an explicit yes counts.
 *
 * @param {readonly string[]} packages
 * @param {((question: string) => Promise<string>) | null} prompt null if nobody can answer
 */
export async function mayInstall(packages, prompt) {
  if (prompt === null) return true;
  const answer = await prompt(`Install these system packages with apt: ${packages.join(' ')}? [y/N] `);
  return /^\s*y(es)?\s*$/i.test(answer);
}

/** @returns {((question: string) => Promise<string>) | null} */
function terminalPrompt() {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI'] === 'true') return null;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await terminal.question(question);
    } finally {
      terminal.close();
    }
  };
}

/**
 * @param {readonly string[]} wanted
 * @param {readonly string[]} missing
 * @param {((question: string) => Promise<string>) | null} prompt
 */
async function installWithApt(wanted, missing, prompt) {
  const isRoot = process.getuid?.() === 0;
  const canInstall = isRoot || (isOnPath('sudo') && capture('sudo', ['-n', 'true']).code === 0);
  if (!canInstall || !(await mayInstall(wanted.map(currentName), prompt))) {
    throw new SetupError(
      `Missing on this system: ${missing.join(', ')}. Run this, then run the same command again:\n\n` +
        `  sudo apt-get update && sudo apt-get install -y ${wanted.map(currentName).join(' ')}\n`,
    );
  }
  // Set with env because sudo does not pass variables on.
  const asRoot = isRoot ? [] : ['sudo', '-n'];
  const [command, ...env] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive'];
  const prefix = [...env, 'apt-get', '-qq', ...aptPatience.flatMap((option) => ['-o', option])];
  say(`Missing on this system: ${summarise(missing)}. Installing them with apt…`);
  // A failed update is ignored: the broken package source may not be needed. If it is, the install fails.
  capture(command, [...prefix, 'update'], { timeoutMs: aptTimeoutMs });
  const packages = wanted.map(currentName).filter((name) => !isInstalled(name));
  say(`Installing ${packages.join(' ')}…`);
  // Its package would otherwise make a database for the whole system, and start it.
  if (packages.includes('postgresql')) capture(command, [...env, 'sh', '-c', noSystemDatabase]);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = capture(command, [...prefix, ...install], { timeoutMs: aptTimeoutMs });
  if (code !== 0) throw new SetupError(`apt-get failed with code ${code}:\n${output.trim()}`);
}

/**
 * Debian keeps the programs of each version of PostgreSQL out of the path.
 *
 * @param {Program} program
 */
function isInPostgres(program) {
  const versions = '/usr/lib/postgresql';
  return (
    existsSync(versions) &&
    readdirSync(versions).some((one) => existsSync(join(versions, one, 'bin', program)))
  );
}

/** @param {readonly string[]} names */
function summarise(names) {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown;
}

/**
 * Debian 13 and Ubuntu 24.04 renamed the libraries with a larger time_t, and some old names do not exist
 * there.
 *
 * @param {string} name
 */
function currentName(name) {
  const renamed = `${name}t64`;
  return capture('apt-cache', ['show', renamed]).code === 0 ? renamed : name;
}

/** @param {string} name */
function isInstalled(name) {
  return capture('dpkg-query', ['-W', '-f=${Status}', name]).output.includes('ok installed');
}

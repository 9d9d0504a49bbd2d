import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './repository.mjs';
import { SetupError } from './say.mjs';

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [license]
 * @property {string | { readonly url?: string }} [repository]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 */

/**
 * The folders, relative to the repository, of the packages that ship as installed: the production
 * dependencies with their own.
 *
 * @param {string} repository
 * @returns {readonly string[]}
 */
export function productionFolders(repository) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ folder) => {
    const { dependencies = {}, optionalDependencies = {} } = manifestIn(join(repository, folder));
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const places = [join(folder, 'node_modules', name), join('node_modules', name)];
      // Optional packages are installed only on their platform.
      const place = places.find((candidate) => existsSync(join(repository, candidate, 'package.json')));
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit('.');
  return [...found].sort();
}

/**
 * Name, version, license, and source of each package, with the text of its license.
 *
 * @param {string} repository
 * @param {readonly string[]} folders relative to it; repeated ones count once
 * @throws {SetupError} if a package names no license
 */
export function noticesText(repository, folders) {
  const packages = [...new Set(folders)].map((folder) => notice(join(repository, folder)));
  const byName = new Map(packages.map(({ title, text }) => [title, text]));
  const sections = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, text]) => `${title}\n\n${text}`);
  const line = '-'.repeat(80);
  return (
    'Atom Explorer contains the following third-party software, each under its own license.\n' +
    'Electron and Chromium come with their own notices.\n\n' +
    `${line}\n\n${sections.join(`\n\n${line}\n\n`)}\n`
  );
}

/** @param {string} folder absolute */
function notice(folder) {
  const { name, version, license, repository } = manifestIn(folder);
  if (license === undefined)
    throw new SetupError(`${name} ${version} names no license. Review it before shipping.`);
  const source = typeof repository === 'string' ? repository : repository?.url;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-](md|txt|markdown|mit|apache.*))?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return {
    title: `${name} ${version}`,
    text: [`License: ${license}`, ...(source === undefined ? [] : [`Source: ${source}`]), '', ...texts]
      .join('\n')
      .trim(),
  };
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function manifestIn(folder) {
  return /** @type {Manifest} */ (readJson(join(folder, 'package.json')));
}

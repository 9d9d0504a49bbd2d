import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Every file under `paths` (files or folders, relative to `base`), sorted, with `/` between segments. Missing
 * paths are skipped.
 *
 * @param {string} base
 * @param {readonly string[]} paths
 * @returns {readonly string[]}
 */
export function listFiles(base, paths) {
  /** @type {string[]} */
  const files = [];
  const visit = (/** @type {string} */ path) => {
    if (statSync(path).isDirectory()) readdirSync(path).forEach((name) => visit(join(path, name)));
    else files.push(relative(base, path).split(sep).join('/'));
  };
  paths
    .map((path) => join(base, path))
    .filter((path) => existsSync(path))
    .forEach(visit);
  return files.sort();
}

/**
 * SHA-256 over names and contents, each preceded by its length, so that moving a byte from one file to the
 * next changes the hash.
 *
 * @param {string} base
 * @param {readonly string[]} files as `listFiles` gives them
 * @returns {string} hex
 */
export function hashContents(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(base, file));
    hash.update(`${file.length}:${file}${content.length}:`).update(content);
  }
  return hash.digest('hex');
}

/**
 * SHA-256 over names, sizes, and modification times: a fast check for changes by other programs.
 *
 * @param {string} base
 * @param {readonly string[]} files
 * @returns {string} hex
 */
export function hashListing(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(base, file));
    hash.update(`${file}\n${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Output folder for pictures and reports; not under version control. */
export const localCache = resolve(root, '.cache');

/**
 * @param {string} path
 * @returns {unknown}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

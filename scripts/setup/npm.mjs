import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The npm that started this script, or the one next to this Node: a command without a shell, so that quoting
 * is the same on all platforms.
 *
 * @param {readonly string[]} args
 * @returns {readonly [command: string, args: readonly string[]]}
 */
export function npm(args) {
  const nodeFolder = dirname(process.execPath);
  const script = [
    process.env['npm_execpath'],
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((path) => path !== undefined && /npm-cli\.c?js$/.test(path) && existsSync(path));
  return script === undefined ? ['npm', args] : [process.execPath, [script, ...args]];
}

/**
 * Runs a script of package.json with arguments.
 *
 * @param {string} name
 * @param {readonly string[]} [args]
 */
export function npmRun(name, args = []) {
  return npm(['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])]);
}

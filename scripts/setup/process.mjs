import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './repository.mjs';

/**
 * @typedef {{ readonly env?: NodeJS.ProcessEnv, readonly cwd?: string }} RunOptions
 * @typedef {{ readonly code: number, readonly output: string }} Captured
 */

/** Ctrl+C reaches the whole process group: the child ends by itself, and this process waits to clean up. */
const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program in this terminal until it ends. Resolves with its exit code, or 128 + n for signal n.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const handlers = forwarded.map((signal) => {
      // SIGINT comes from the terminal and has reached the child already.
      const handler = () => signal !== 'SIGINT' && child.kill(signal);
      process.on(signal, handler);
      return /** @type {const} */ ([signal, handler]);
    });
    const release = () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/**
 * Runs a short program and captures its output. `code` is -1 if it could not be started or timed out.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { readonly timeoutMs?: number }} [options]
 * @returns {Captured}
 */
export function capture(command, args, { env = process.env, cwd = root, timeoutMs = 60_000 } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const failure = result.error === undefined ? '' : result.error.message;
  return { code: result.status ?? -1, output: `${result.stdout ?? ''}${result.stderr ?? ''}${failure}` };
}

/** @param {string} program */
export function isOnPath(program) {
  return capture('sh', ['-c', `command -v ${program}`]).code === 0;
}

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError, say } from './say.mjs';

/**
 * A virtual screen. `stop` ends it; at the latest it ends with this process.
 *
 * @typedef {object} Display
 * @property {{ readonly DISPLAY: string }} environment
 * @property {() => Buffer} readScreen its current content, as an XWD image
 * @property {() => Promise<void>} stop
 */

/** Whether there is no screen for windows. */
export function isHeadless() {
  return process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
}

/** @returns {Promise<Display>} */
export async function startDisplay() {
  const folder = mkdtempSync(join(tmpdir(), 'atom-explorer-display-'));
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset', '-fbdir', folder],
    // In its own process group, because Ctrl+C must reach the app first and its screen last.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  const end = () => server.kill();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };

  let complaints = '';
  server.stderr?.on('data', (chunk) => (complaints += chunk));
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    let written = '';
    server.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
      written += chunk;
      if (written.endsWith('\n')) resolve(written.trim());
    });
    server.once('error', reject);
    server.once('exit', () => reject(new SetupError(`Xvfb did not start:\n${complaints}`)));
  });
  const number = await ready;
  say(`No display found. Started Xvfb on :${number}.`);
  return {
    environment: { DISPLAY: `:${number}` },
    readScreen: () => readFileSync(join(folder, 'Xvfb_screen0')),
    stop,
  };
}

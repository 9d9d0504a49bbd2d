import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, isOnPath } from './process.mjs';
import { SetupError } from './say.mjs';

/**
 * Chromium refuses to run its sandbox as root. Only these scripts disable the sandbox, never the app itself.
 */
export const needsNoSandbox = process.platform === 'linux' && process.getuid?.() === 0;

/** @returns {readonly string[]} */
export function sandboxArguments() {
  return needsNoSandbox ? ['--no-sandbox'] : [];
}

/**
 * On Linux systems without unprivileged user namespaces, the Chromium sandbox needs its setuid helper. Without
 * this check Electron would crash with a core dump.
 *
 * @param {string} executable
 */
export function requireWorkingSandbox(executable) {
  if (process.platform !== 'linux' || needsNoSandbox) return;
  const helper = join(dirname(executable), 'chrome-sandbox');
  if (!existsSync(helper) || isOwnedByRootWithSetuid(helper) || mayMakeNamespaces()) return;
  throw new SetupError(
    'This system does not allow user namespaces, so the Chromium sandbox needs its setuid helper.\n' +
      'Run this, then run the same command again:\n\n' +
      `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\n`,
  );
}

/** @param {string} file */
function isOwnedByRootWithSetuid(file) {
  const { uid, mode } = statSync(file);
  return uid === 0 && (mode & 0o4000) !== 0;
}

/** Tries to create one, because kernels and distributions have several settings for this. */
function mayMakeNamespaces() {
  return !isOnPath('unshare') || capture('unshare', ['--user', '--map-root-user', 'true']).code === 0;
}

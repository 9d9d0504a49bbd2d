import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the OS keyring holds for this app, seen from outside the app through libsecret's own tool. */
export async function keyringDump(): Promise<string> {
  // secret-tool prints secrets on stdout and their attributes on stderr.
  const { stdout, stderr } = await run('secret-tool', [
    'search',
    '--all',
    '--unlock',
    'service',
    'Atom Explorer',
  ]);
  return stdout + stderr;
}

/** Removes every entry of this app from the keyring, as a user could with a keyring manager. */
export async function clearKeyring(): Promise<void> {
  // It answers 1 where there is nothing to clear, so it is asked only when there is.
  if ((await keyringDump()) !== '') await run('secret-tool', ['clear', 'service', 'Atom Explorer']);
}

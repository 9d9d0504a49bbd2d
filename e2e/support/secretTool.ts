import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const service = 'Atom Explorer';

/** What the system's keychain holds for this app, seen from outside the app through the system's own tool. */
export async function keyringDump(): Promise<string> {
  switch (process.platform) {
    case 'darwin':
      return (await run('security', ['dump-keychain'])).stdout
        .split(/^keychain: /m)
        .filter((entry) => entry.includes(`"${service}"`))
        .join('');
    case 'win32':
      return (await run('cmdkey', ['/list'])).stdout
        .split(/\r?\n\r?\n/)
        .filter((entry) => entry.includes(service))
        .join('\n');
    default: {
      // secret-tool prints secrets on stdout and their attributes on stderr.
      const { stdout, stderr } = await run('secret-tool', [
        'search',
        '--all',
        '--unlock',
        'service',
        service,
      ]);
      return stdout + stderr;
    }
  }
}

/** Removes every entry of this app from the keychain, as a user could with a keychain manager. */
export async function clearKeyring(): Promise<void> {
  // The tools fail where there is nothing to remove, so they are asked only when there is.
  if ((await keyringDump()) === '') return;
  switch (process.platform) {
    case 'darwin':
      // Removes one entry at a time.
      await run('security', ['delete-generic-password', '-s', service]);
      return clearKeyring();
    case 'win32':
      for (const [, target = ''] of (await keyringDump()).matchAll(/Target: (.+)/g)) {
        await run('cmdkey', [`/delete:${target.trim()}`]);
      }
      return;
    default:
      await run('secret-tool', ['clear', 'service', service]);
  }
}

import { homedir } from 'node:os';
import path from 'node:path';

/** Where the app keeps its files. */
export function appFolder(env: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  const base =
    process.platform === 'darwin'
      ? path.join(home, 'Library', 'Application Support')
      : process.platform === 'win32'
        ? (env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'))
        : (env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'));
  return path.join(base, 'Atom Explorer');
}

import { homedir } from 'node:os';
import { join } from 'node:path';

/** The operating system's folder for a user's application data; not the folder of the desktop app. */
export function userDataFolder(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): string {
  const folder = 'atom-memory-service';
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', folder);
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), folder);
    default:
      return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), folder);
  }
}

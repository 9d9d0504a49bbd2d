import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput } from '../command.ts';

/** Names the program of the window where it is not where its packages put it. */
export const programVariable = 'ATOM_EXPLORER_APP';

type Environment = Readonly<Record<string, string | undefined>>;

/** How the window is started. */
export interface WindowProgram {
  readonly file: string;
  /** Before what it opens. */
  readonly args: readonly string[];
}

/** @throws UnusableInput if it is not installed, with what to install */
export async function findWindow(env: Environment, platform: NodeJS.Platform): Promise<WindowProgram> {
  const named = env[programVariable];
  if (named !== undefined && named !== '') {
    if (await canStart(named)) return startOf(named, platform);
    throw new UnusableInput(
      `${programVariable} is ${visibleLine(named)}, which is not a program that can be started.`,
    );
  }
  for (const place of usualPlaces(env, platform)) if (await canStart(place)) return startOf(place, platform);
  throw new UnusableInput(
    `The app is not installed. npm installs only this command. Install the app from its package for your system (${packages(platform)}). If it is somewhere else, set ${programVariable} to the path of its program.`,
  );
}

/** A bundle of macOS is not a program: the system starts it. */
function startOf(file: string, platform: NodeJS.Platform): WindowProgram {
  return platform === 'darwin' && file.endsWith('.app')
    ? { file: '/usr/bin/open', args: ['-a', file] }
    : { file, args: [] };
}

function usualPlaces(env: Environment, platform: NodeJS.Platform): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', path.join(homedir(), 'Applications')].map((folder) =>
        path.join(folder, 'Atom Explorer.app'),
      );
    case 'win32': {
      const local = env['LOCALAPPDATA'];
      const folders = [local === undefined ? undefined : path.join(local, 'Programs'), env['ProgramFiles']];
      return folders.flatMap((folder) =>
        folder === undefined
          ? []
          : ['Atom Explorer', 'atom-explorer'].map((name) => path.join(folder, name, 'Atom Explorer.exe')),
      );
    }
    default:
      return [
        ...(env['PATH'] ?? '')
          .split(path.delimiter)
          .filter((folder) => path.isAbsolute(folder))
          .map((folder) => path.join(folder, 'atom-explorer-app')),
        '/opt/Atom Explorer/atom-explorer-app',
      ];
  }
}

function packages(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'a .dmg file';
    case 'win32':
      return 'an .exe file';
    default:
      return 'a .deb file or an AppImage';
  }
}

async function canStart(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

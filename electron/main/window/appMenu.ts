import { app, Menu, shell } from 'electron';
import path from 'node:path';
import { commandIds, type CommandId } from '#shared/commands/commandTable.ts';
import type { CommandState } from '#shared/commands/commandState.ts';
import type { AppLog } from '../log/appLog.ts';
import { isEnabled, menuTemplate, noCommands } from './menu.ts';

/** The menu of the app. */
export interface AppMenu {
  /** What the active window can do. */
  readonly show: (state: CommandState) => void;
  /** Sets what happens when the user chooses a command. */
  readonly onChoice: (choose: (command: CommandId) => void) => void;
}

/** Sets the menu of the app. @param programs the folder of the built programs */
export function setAppMenu(appLog: AppLog, programs: string): AppMenu {
  const showNotices = (): void => {
    const folder = app.isPackaged ? process.resourcesPath : path.join(programs, '..');
    const failed = (error: unknown): void => {
      appLog.write('error', 'Could not open the third-party notices.', error);
    };
    shell.openPath(path.join(folder, 'third-party-notices.txt')).then((reason) => {
      if (reason !== '') failed(reason);
    }, failed);
  };
  let choose: (command: CommandId) => void = () => undefined;
  let shownKeys = '';
  const build = (state: CommandState): Menu => {
    shownKeys = JSON.stringify(state.keys);
    const menu = Menu.buildFromTemplate(
      menuTemplate({
        isMac: process.platform === 'darwin',
        isPackaged: app.isPackaged,
        state,
        choose: (command) => choose(command),
        showNotices,
      }),
    );
    Menu.setApplicationMenu(menu);
    return menu;
  };
  let menu = build(noCommands);
  return {
    show: (state) => {
      // The key of an item cannot be changed.
      if (JSON.stringify(state.keys) !== shownKeys) menu = build(state);
      for (const id of commandIds) {
        const item = menu.getMenuItemById(id);
        const enabled = isEnabled(id, state);
        if (item !== null && item.enabled !== enabled) item.enabled = enabled;
      }
    },
    onChoice: (listener) => {
      choose = listener;
    },
  };
}

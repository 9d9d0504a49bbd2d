import type { CommandState } from '#shared/commands/commandState.ts';
import type { AppInfo, WindowError } from '#shared/ipc/appTypes.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { StorageUse } from '#shared/domain/storageUse.ts';
import type { GivenLink } from '#shared/domain/appLink.ts';
import type { appOperations } from '#shared/ipc/appOperations.ts';
import type { Theme } from '../window/windowState.ts';
import type { IpcHandlers } from './register.ts';

export function createAppHandlers(effects: {
  readonly appInfo: AppInfo;
  readonly setTheme: (theme: Theme) => void;
  /** In percent. */
  readonly zoom: () => number;
  readonly setZoom: (percent: number) => void;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly logWindowError: (error: WindowError) => void;
  readonly showLogFile: () => void;
  readonly clearLog: () => void;
  readonly storageUse: () => Promise<StorageUse>;
  readonly showDataFolder: () => void;
  readonly showCommands: (state: CommandState) => void;
  readonly takeLink: () => GivenLink | null;
  /** Whether it was opened: false if there are too many windows. */
  readonly openWindow: (shown: ConnectionId) => boolean;
}): IpcHandlers<typeof appOperations> {
  return {
    appInfo: async () => succeed(effects.appInfo),
    setTheme: async (theme) => {
      effects.setTheme(theme);
      return succeed(null);
    },
    zoom: async () => succeed(effects.zoom()),
    setZoom: async (percent) => {
      effects.setZoom(percent);
      return succeed(null);
    },
    copyText: async (text) => {
      await effects.writeClipboard(text);
      return succeed(null);
    },
    reportError: async (error) => {
      effects.logWindowError(error);
      return succeed(null);
    },
    showCommands: async (state) => {
      effects.showCommands(state);
      return succeed(null);
    },
    takeGivenLink: async () => succeed(effects.takeLink()),
    openWindow: async ({ connectionId }) =>
      effects.openWindow(connectionId) ? succeed(null) : tooManyWindows,
    clearLog: async () => {
      effects.clearLog();
      return succeed(null);
    },
    storageUse: async () => succeed(await effects.storageUse()),
    showDataFolder: async () => {
      effects.showDataFolder();
      return succeed(null);
    },
    showLogFile: async () => {
      effects.showLogFile();
      return succeed(null);
    },
  };
}

const tooManyWindows: Result<never> = refuseInput(
  'connectionId',
  'Too many windows are open. Close one first.',
);

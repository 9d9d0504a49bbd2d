import type { AppInfo, WindowError } from '#shared/ipc/appTypes.ts';
import { succeed } from '#shared/domain/result.ts';
import type { appOperations } from '#shared/ipc/appOperations.ts';
import type { Theme } from '../window/windowState.ts';
import type { IpcHandlers } from './register.ts';

export function createAppHandlers(effects: {
  readonly appInfo: AppInfo;
  readonly setTheme: (theme: Theme) => void;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly logWindowError: (error: WindowError) => void;
  readonly showLogFile: () => void;
}): IpcHandlers<typeof appOperations> {
  return {
    appInfo: async () => succeed(effects.appInfo),
    setTheme: async (theme) => {
      effects.setTheme(theme);
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
    showLogFile: async () => {
      effects.showLogFile();
      return succeed(null);
    },
  };
}

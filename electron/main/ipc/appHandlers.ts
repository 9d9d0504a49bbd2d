import type { AppInfo, WindowError } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Theme } from '../window/windowState.ts';
import type { IpcHandlers } from './register.ts';

export function createAppHandlers(effects: {
  readonly appInfo: AppInfo;
  readonly setTheme: (theme: Theme) => void;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly logWindowError: (error: WindowError) => void;
  readonly showLogFile: () => void;
}): IpcHandlers<'app'> {
  return {
    'app:info': async () => succeed(effects.appInfo),
    'app:setTheme': async (theme) => {
      effects.setTheme(theme);
      return succeed(null);
    },
    'app:copyText': async (text) => {
      await effects.writeClipboard(text);
      return succeed(null);
    },
    'app:reportError': async (error) => {
      effects.logWindowError(error);
      return succeed(null);
    },
    'app:showLogFile': async () => {
      effects.showLogFile();
      return succeed(null);
    },
  };
}

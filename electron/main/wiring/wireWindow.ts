import { app, clipboard, nativeTheme, shell, type BrowserWindow } from 'electron';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import { createAppHandlers } from '../ipc/appHandlers.ts';
import type { IpcRegistration } from '../ipc/register.ts';
import type { AppLog } from '../log/appLog.ts';
import { createWindowErrorLog } from '../log/windowErrors.ts';
import { isOwnMainFrame } from '../window/appOrigin.ts';
import { createDialogs } from '../window/dialogs.ts';
import { backgroundColour, showMainWindow, type MainWindow } from '../window/mainWindow.ts';
import type { WindowMemory } from '../window/windowMemory.ts';
import type { Surroundings } from './surroundings.ts';

export interface WindowEffects extends Pick<Surroundings, 'now'> {
  readonly appLog: AppLog;
  readonly appInfo: AppInfo;
  readonly devServerOrigin: string | null;
  readonly windowMemory: WindowMemory;
  /** A hidden window that loads the page. */
  readonly openWindow: () => MainWindow;
}

/** The window and its dialogs. It is not shown yet. */
export function wireWindow(effects: WindowEffects) {
  const { appLog, windowMemory } = effects;
  let window: BrowserWindow | null = null;
  const isMac = process.platform === 'darwin';

  const tell: Surroundings['tell'] = (event, payload) => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, payload);
  };
  const isTrustedSender: IpcRegistration['isTrustedSender'] = ({ sender, senderFrame }) =>
    sender === window?.webContents && isOwnMainFrame(senderFrame, effects.devServerOrigin);
  const open = (): void => {
    const created = effects.openWindow();
    const opened = created.window;
    showMainWindow(created, { state: windowMemory.state(), remember: windowMemory.remember });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    window = opened;
  };
  const showLogFile = (): void => {
    shell.showItemInFolder(appLog.file);
  };

  return {
    tell,
    isTrustedSender,
    dialogs: createDialogs({
      window: () => window,
      documents: app.getPath('documents'),
      isTrialRuntime: effects.appInfo.isFallbackRuntime,
    }),
    handlers: createAppHandlers({
      appInfo: effects.appInfo,
      setTheme: (theme) => {
        nativeTheme.themeSource = theme;
        window?.setBackgroundColor(backgroundColour());
        windowMemory.remember({ theme });
      },
      // A promise in current Electron, a value in the old fallback runtime; await works for both.
      writeClipboard: async (text) => {
        await clipboard.writeText(text);
      },
      logWindowError: createWindowErrorLog(appLog, effects.now),
      showLogFile,
    }),
    /** Brings the window to the front, and opens it if it is closed. */
    raise: (): void => {
      if (window === null) open();
      else {
        if (window.isMinimized()) window.restore();
        window.focus();
      }
    },
    /** Shows the window, and opens it again when the system asks for it. */
    show: (): void => {
      open();
      app.on('activate', () => {
        if (window === null) open();
      });
      app.on('open-file', () => {
        // A new window asks for the file itself.
        if (window === null) open();
        else tell('evidenceGiven', null);
      });
      app.on('second-instance', () => {
        // `start.ts` took the file that it was given.
        tell('evidenceGiven', null);
        if (window === null) open();
        else {
          if (window.isMinimized()) window.restore();
          window.focus();
        }
      });
      app.on('window-all-closed', () => {
        if (!isMac) app.quit();
      });
    },
  };
}

import { app, clipboard, Menu, nativeTheme, shell, type BrowserWindow } from 'electron';
import path from 'node:path';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import type { GivenFiles } from '../evidence/givenFiles.ts';
import { createAppHandlers } from '../ipc/appHandlers.ts';
import type { IpcRegistration } from '../ipc/register.ts';
import type { AppLog } from '../log/appLog.ts';
import { createWindowErrorLog } from '../log/windowErrors.ts';
import { isOwnPage } from '../window/appOrigin.ts';
import { createDialogs } from '../window/dialogs.ts';
import { backgroundColour, showMainWindow } from '../window/mainWindow.ts';
import { menuTemplate } from '../window/menu.ts';
import type { WindowMemory } from '../window/windowMemory.ts';
import type { Surroundings } from './surroundings.ts';

export interface WindowEffects extends Pick<Surroundings, 'programs' | 'log' | 'now'> {
  readonly appLog: AppLog;
  readonly appInfo: AppInfo;
  readonly givenFiles: GivenFiles;
  readonly devServerOrigin: string | null;
  readonly windowMemory: WindowMemory;
  /** A hidden window that loads the page. */
  readonly openWindow: () => BrowserWindow;
}

/** The window, its menu and its dialogs. It is not shown yet. */
export function wireWindow(effects: WindowEffects) {
  const { programs, appLog, windowMemory, givenFiles, log } = effects;
  let window: BrowserWindow | null = null;
  const isMac = process.platform === 'darwin';

  const tell: Surroundings['tell'] = (event, payload) => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, payload);
  };
  const isTrustedSender: IpcRegistration['isTrustedSender'] = ({ sender, senderFrame }) =>
    senderFrame !== null &&
    senderFrame.parent === null &&
    sender === window?.webContents &&
    isOwnPage(senderFrame.url, effects.devServerOrigin);
  const open = (): void => {
    const opened = effects.openWindow();
    showMainWindow(opened, { state: windowMemory.state(), remember: windowMemory.remember });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    window = opened;
  };
  const showLogFile = (): void => {
    shell.showItemInFolder(appLog.file);
  };
  const showNotices = (): void => {
    const folder = app.isPackaged ? process.resourcesPath : path.join(programs, '..');
    shell.openPath(path.join(folder, 'third-party-notices.txt')).then(
      (reason) => {
        if (reason !== '') log('Could not open the third-party notices.', reason);
      },
      (error: unknown) => {
        log('Could not open the third-party notices.', error);
      },
    );
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
      Menu.setApplicationMenu(
        Menu.buildFromTemplate(menuTemplate({ isMac, isPackaged: app.isPackaged, showLogFile, showNotices })),
      );
      open();
      app.on('activate', () => {
        if (window === null) open();
      });
      app.on('open-file', () => {
        // A new window asks for the file itself.
        if (window === null) open();
        else tell('evidenceGiven', null);
      });
      app.on('second-instance', (_event, args, workingFolder) => {
        if (givenFiles.takeFrom(args.slice(1), workingFolder)) tell('evidenceGiven', null);
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

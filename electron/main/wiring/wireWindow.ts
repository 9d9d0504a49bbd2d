import path from 'node:path';
import { app, clipboard, nativeTheme, shell, type BrowserWindow } from 'electron';
import type { CommandId } from '#shared/commands/commandTable.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import type { IpcEventName } from '#shared/ipc/events.ts';
import { createAppHandlers } from '../ipc/appHandlers.ts';
import type { IpcRegistration } from '../ipc/register.ts';
import type { AppLog } from '../log/appLog.ts';
import { linkScheme } from '#shared/appLink/atomLink.ts';
import type { Given } from '../links/given.ts';
import { readGivenLink } from '../links/readAppLink.ts';
import { createWindowErrorLog } from '../log/windowErrors.ts';
import type { AppMenu } from '../window/appMenu.ts';
import { isOwnMainFrame } from '../window/appOrigin.ts';
import { createDialogs } from '../window/dialogs.ts';
import { backgroundColour, showMainWindow, zoomOf, type MainWindow } from '../window/mainWindow.ts';
import { createOpenWindows, mostWindows } from '../window/openWindows.ts';
import type { WindowMemory } from '../window/windowMemory.ts';
import type { WindowState } from '../window/windowState.ts';
import { measureStorage } from '../../../engine/storage/storageUse.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

export interface WindowEffects extends Pick<Surroundings, 'now'> {
  /** Contains everything that is saved. */
  readonly folder: string;
  readonly connectionIds: () => readonly ConnectionId[];
  readonly appLog: AppLog;
  readonly appInfo: AppInfo;
  readonly devServerOrigin: string | null;
  readonly windowMemory: WindowMemory;
  /** A hidden window that loads the page, which shows this connection; null: the one that was shown last. */
  readonly openWindow: (shown: ConnectionId | null) => MainWindow;
  readonly givenLinks: Given;
  readonly menu: AppMenu;
}

/** Only one window does something about these. */
const forOneWindow: ReadonlySet<IpcEventName> = new Set<IpcEventName>([
  'evidenceGiven',
  'linkGiven',
  'auditChosen',
  'commandChosen',
]);

/** How far a new window is from the one before, in pixels. */
const besideBy = 28;

/** The windows and their dialogs. None is shown yet. */
export function wireWindow(effects: WindowEffects) {
  const { appLog, windowMemory } = effects;
  const windows = createOpenWindows();
  const isMac = process.platform === 'darwin';

  const tell: Surroundings['tell'] = (event, payload) => {
    const active = windows.active();
    const told = forOneWindow.has(event) ? (active === null ? [] : [active]) : windows.all();
    for (const window of told) if (!window.isDestroyed()) window.webContents.send(event, payload);
  };
  const isTrustedSender: IpcRegistration['isTrustedSender'] = ({ sender, senderFrame }) =>
    windows.has(sender) && isOwnMainFrame(senderFrame, effects.devServerOrigin);
  const open = (shown: ConnectionId | null = null): void => {
    const before = windows.active();
    const created = effects.openWindow(shown);
    const state = windowMemory.state();
    showMainWindow(created, {
      state: before === null ? state : { ...state, ...placeBeside(before) },
      remember: windowMemory.remember,
    });
    windows.add(created.window);
  };
  const openAnother = (shown: ConnectionId | null): boolean => {
    if (windows.all().length >= mostWindows) return false;
    open(shown);
    return true;
  };
  const raise = (): void => {
    const window = windows.active();
    if (window === null) open();
    else {
      if (window.isMinimized()) window.restore();
      window.focus();
    }
  };
  const showLogFile = (): void => {
    shell.showItemInFolder(appLog.file);
  };

  const chooseCommand = (command: CommandId): void => {
    if (command === 'newWindow') openAnother(null);
    else if (command === 'showLogFile') showLogFile();
    else tell('commandChosen', { command });
  };

  return {
    tell,
    isTrustedSender,
    dialogs: createDialogs({
      window: windows.active,
      documents: app.getPath('documents'),
      isTrialRuntime: effects.appInfo.isFallbackRuntime,
    }),
    handlers: createAppHandlers({
      appInfo: effects.appInfo,
      setTheme: (theme) => {
        nativeTheme.themeSource = theme;
        for (const window of windows.all()) window.setBackgroundColor(backgroundColour());
        windowMemory.remember({ theme });
      },
      zoom: () => {
        const window = windows.active();
        return window === null ? windowMemory.state().zoom : zoomOf(window);
      },
      setZoom: (zoom) => {
        for (const window of windows.all()) window.webContents.setZoomFactor(zoom / 100);
        windowMemory.remember({ zoom });
      },
      // A promise in current Electron, a value in the old fallback runtime; await works for both.
      writeClipboard: async (text) => {
        await clipboard.writeText(text);
      },
      logWindowError: createWindowErrorLog(appLog, effects.now),
      showLogFile,
      clearLog: appLog.clear,
      storageUse: () => measureStorage(effects.folder, path.dirname(appLog.file), effects.connectionIds()),
      showDataFolder: () => shell.showItemInFolder(effects.folder),
      showCommands: effects.menu.show,
      openWindow: openAnother,
      takeLink: () => readGivenLink(effects.givenLinks.take()),
    }),
    /** Brings the active window to the front, and opens one if there is none. */
    raise,
    /** Shows the window, and opens it again when the system asks for it. */
    show: (): void => {
      open();
      effects.menu.onChoice(chooseCommand);
      app.on('activate', () => {
        if (windows.active() === null) open();
      });
      app.on('open-file', () => {
        // A new window asks for the file itself.
        if (windows.active() === null) open();
        else tell('evidenceGiven', null);
      });
      app.on('second-instance', () => {
        // `start.ts` took the file that it was given.
        tell('evidenceGiven', null);
        tell('linkGiven', null);
        raise();
      });
      // On Windows, no installer does it. `--`: the link is never read as an option.
      if (app.isPackaged && process.platform === 'win32')
        app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--']);
      app.on('open-url', () => {
        // A new window asks for the link itself.
        if (windows.active() === null) open();
        else tell('linkGiven', null);
      });
      app.on('window-all-closed', () => {
        if (!isMac) app.quit();
      });
    },
  };
}

function placeBeside(window: BrowserWindow): Pick<WindowState, 'bounds' | 'isMaximized'> {
  const bounds = window.getNormalBounds();
  return { bounds: { ...bounds, x: bounds.x + besideBy, y: bounds.y + besideBy }, isMaximized: false };
}

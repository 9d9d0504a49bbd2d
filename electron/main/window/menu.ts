import type { MenuItemConstructorOptions } from 'electron';

/** Ctrl+W closes a tab, as in other apps, so closing the window needs another key. */
const closeWindow: MenuItemConstructorOptions = { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' };

/** The standard menu. Developer tools are included only if the app runs from its sources. */
export function menuTemplate(options: {
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  readonly showLogFile: () => void;
  readonly showNotices: () => void;
  readonly newWindow: () => void;
}): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const appMenu: MenuItemConstructorOptions[] = options.isMac ? [{ role: 'appMenu' }] : [];
  const fileMenu: MenuItemConstructorOptions = {
    role: 'fileMenu',
    submenu: [
      { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: options.newWindow },
      separator,
      options.isMac ? closeWindow : { role: 'quit' },
    ],
  };
  const developerItems: MenuItemConstructorOptions[] = options.isPackaged
    ? []
    : [separator, { role: 'reload' }, { role: 'toggleDevTools' }];
  const viewMenu: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...developerItems,
    ],
  };
  const helpMenu: MenuItemConstructorOptions = {
    role: 'help',
    label: 'Help',
    submenu: [
      { label: 'Show Log File', click: options.showLogFile },
      { label: 'Third-Party Notices', click: options.showNotices },
    ],
  };
  return [...appMenu, fileMenu, { role: 'editMenu' }, viewMenu, windowMenu(options.isMac), helpMenu];
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  return isMac
    ? { role: 'windowMenu' }
    : { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, closeWindow] };
}

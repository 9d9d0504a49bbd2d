import { app, Menu, shell } from 'electron';
import path from 'node:path';
import type { AppLog } from '../log/appLog.ts';
import { menuTemplate } from './menu.ts';

/** Sets the menu of the app. @param programs the folder of the built programs @param newWindow opens another window */
export function setAppMenu(appLog: AppLog, programs: string, newWindow: () => void): void {
  const showNotices = (): void => {
    const folder = app.isPackaged ? process.resourcesPath : path.join(programs, '..');
    const failed = (error: unknown): void => {
      appLog.write('error', 'Could not open the third-party notices.', error);
    };
    shell.openPath(path.join(folder, 'third-party-notices.txt')).then((reason) => {
      if (reason !== '') failed(reason);
    }, failed);
  };
  const template = menuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    showLogFile: () => {
      shell.showItemInFolder(appLog.file);
    },
    showNotices,
    newWindow,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

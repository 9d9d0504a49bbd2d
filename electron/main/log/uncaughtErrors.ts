import { app, dialog } from 'electron';
import type { AppLog } from './appLog.ts';

/** Logs uncaught errors of the main process, and the end of every other process of the app. */
export function logUncaughtErrors(log: AppLog): void {
  let isTelling = false;
  process.on('uncaughtException', (thrown) => {
    log.write('error', 'Uncaught error in the main process.', thrown);
    // Before that there is no event loop for a dialog, and startup reports its own failures.
    if (isTelling || !app.isReady()) return;
    isTelling = true;
    tellUser()
      .catch((failure: unknown) => {
        log.write('error', 'Could not show the dialog about an uncaught error.', failure);
      })
      .finally(() => {
        isTelling = false;
      });
  });
  process.on('unhandledRejection', (reason) => {
    log.write('error', 'Unhandled rejection in the main process.', reason);
  });
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.write('error', `A ${name ?? type} process ended: ${reason}, exit code ${String(exitCode)}.`);
  });
}

async function tellUser(): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Atom Explorer',
    message: 'Something went wrong in Atom Explorer',
    detail:
      'You can keep working, but restart the app if it behaves unexpectedly. Everything saved so far is kept.\n\n' +
      'For details, see Help > Show Log File.',
    buttons: ['Keep Working', 'Restart'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return;
  app.relaunch();
  app.quit();
}

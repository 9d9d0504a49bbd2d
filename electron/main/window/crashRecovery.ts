import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { AppLog } from '../log/appLog.ts';

const nothingLost =
  'Connections, drafts, and running jobs are not affected. You can reload the window without losing them.';

/**
 * Logs when the window's process crashes or hangs, and offers to reload it. Uploads and other long jobs run
 * in the main process and continue meanwhile.
 */
export function offerReloadAfterCrash(window: BrowserWindow, log: AppLog): void {
  const { webContents } = window;
  let openQuestion: AbortController | null = null;
  /** The app ended the hung process itself to reload the window. */
  let isReplacing = false;

  /** null if the question was withdrawn. A newer question replaces the previous one. */
  const ask = async (options: MessageBoxOptions): Promise<number | null> => {
    openQuestion?.abort();
    const question = new AbortController();
    openQuestion = question;
    const { response } = await dialog.showMessageBox(window, {
      title: 'Atom Explorer',
      noLink: true,
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
      ...options,
    });
    if (question.signal.aborted || window.isDestroyed()) return null;
    openQuestion = null;
    return response;
  };
  const failed = (error: unknown): void => {
    log.write('error', 'Could not show the dialog about the window.', error);
  };

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (isReplacing) {
      isReplacing = false;
      webContents.reload();
      return;
    }
    if (reason === 'clean-exit') return;
    log.write('error', `The window process ended: ${reason}, exit code ${String(exitCode)}.`);
    ask({
      type: 'error',
      message: 'The window stopped working',
      detail: `${nothingLost}\n\nReason: ${reason}. For details, see Help > Show Log File.`,
      buttons: ['Reload', 'Quit'],
    })
      .then((response) => {
        if (response === 0) webContents.reload();
        else if (response === 1) app.quit();
      })
      .catch(failed);
  });
  window.on('unresponsive', () => {
    log.write('error', 'The window is not responding.');
    ask({
      type: 'warning',
      message: 'The window is not responding',
      detail: `You can wait or reload it. ${nothingLost}`,
      buttons: ['Wait', 'Reload'],
    })
      .then((response) => {
        if (response !== 1) return;
        // A hung process does not react to a reload.
        isReplacing = true;
        webContents.forcefullyCrashRenderer();
      })
      .catch(failed);
  });
  window.on('responsive', () => {
    openQuestion?.abort();
  });
  webContents.on('preload-error', (_event, _file, error) => {
    log.write('error', "The window's preload script failed.", error);
  });
}

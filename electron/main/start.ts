import {
  app,
  dialog,
  ipcMain,
  protocol,
  session,
  type BrowserWindow,
  type IpcMainInvokeEvent,
} from 'electron';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGivenFiles } from './evidence/givenFiles.ts';
import { createAppLog } from './log/appLog.ts';
import { logUncaughtErrors } from './log/uncaughtErrors.ts';
import { appOrigin, appScheme } from './window/appOrigin.ts';
import { offerReloadAfterCrash } from './window/crashRecovery.ts';
import { createMainWindow } from './window/mainWindow.ts';
import { createRendererFileHandler } from './window/rendererFiles.ts';
import { guardContents, guardSession, resolverRules } from './window/sessionGuards.ts';

/*
 * Only what must come first when the app starts. The window starts its process, loads its page, and runs its script before
 * the parts of the app (index.ts) are loaded and wired, which keeps this thread busy meanwhile. What the page asks for
 * before that waits.
 */

/** The names of all operations of the IPC contract, filled in by the build: the contract itself would bring zod along. */
declare const ipcOperationNames: readonly string[];
/** For the script of the page to leave this process after it was read. */
const handOverMs = 10;
/** The parts are wired by then, whatever becomes of the page. */
const latestWiringMs = 500;

type IpcListener = (event: IpcMainInvokeEvent, input: unknown) => unknown;

const appLog = createAppLog({ folder: path.join(app.getPath('userData'), 'logs'), echo: console.error });
logUncaughtErrors(appLog);
const givenFiles = createGivenFiles();
givenFiles.takeFrom(process.argv.slice(1), process.cwd());
// On macOS, before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  givenFiles.give(file);
});
const devServerUrl = app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null);
const devServerOrigin = devServerUrl === null ? null : new URL(devServerUrl).origin;
const pageUrl = devServerUrl ?? `${appOrigin}/index.html`;

// Before anything is awaited: Electron takes schemes and switches only until it is ready.
app.commandLine.appendSwitch('host-resolver-rules', resolverRules(devServerOrigin));
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
if (app.requestSingleInstanceLock()) {
  app.whenReady().then(start).catch(giveUp);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const guarded = guardSession(session.defaultSession, devServerOrigin);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, devServerOrigin);
  });

  // No page is served before the session is guarded.
  const readPage = createRendererFileHandler(path.join(__dirname, '../renderer'));
  let scriptIsServed = (): void => undefined;
  const served = new Promise<void>((resolve) => (scriptIsServed = resolve));
  protocol.handle(appScheme, async (request) => {
    await guarded;
    const response = await readPage(request);
    if (request.url.endsWith('.js')) setTimeout(scriptIsServed, handOverMs);
    return response;
  });

  const listeners = new Map<string, IpcListener>();
  let answer = (): void => undefined;
  const wired = new Promise<void>((resolve) => (answer = resolve));
  for (const operation of ipcOperationNames) {
    ipcMain.handle(operation, async (event, input: unknown) => {
      await wired;
      return listeners.get(operation)?.(event, input);
    });
  }

  const createWindow = (): BrowserWindow => {
    const window = createMainWindow(path.join(__dirname, '../preload/index.js'));
    offerReloadAfterCrash(window, appLog);
    window.loadURL(pageUrl).catch((error: unknown) => {
      appLog.write('error', 'Could not load the window.', error);
    });
    return window;
  };
  let first: BrowserWindow | null = createWindow();
  // Makes the runtime load its Request and Response now, while the process of the window starts.
  Response.error();
  await Promise.race([served, sleep(latestWiringMs)]);

  const { wireApp } = await import('./index.ts');
  await wireApp({
    appLog,
    givenFiles,
    devServerOrigin,
    programs: __dirname,
    ipcMain: { handle: (operation, listener) => void listeners.set(operation, listener) },
    openWindow: () => {
      const window = first ?? createWindow();
      first = null;
      return window;
    },
  });
  answer();
}

/** Only what keeps the app from running at all comes here, such as a user data folder that cannot be read. */
function giveUp(error: unknown): void {
  appLog.write('error', 'Atom Explorer could not start.', error);
  const reason = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(
    'Atom Explorer could not start',
    `${reason}\n\nFor details, see the log file:\n${appLog.file}`,
  );
  app.exit(1);
}

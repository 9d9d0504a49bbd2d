import {
  app,
  dialog,
  ipcMain,
  Menu,
  protocol,
  session,
  type IpcMainInvokeEvent,
  type Session,
} from 'electron';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#shared/domain/result.ts';
import type { IpcOutput, OperationName } from '#shared/ipc/contract.ts';
import { beginCatalogueWorker, startCatalogueWorker } from '../../engine/known/workerThread.ts';
import { createGivenFiles, createGivenLinks } from './links/given.ts';
import { createAppLog } from './log/appLog.ts';
import { logUncaughtErrors } from './log/uncaughtErrors.ts';
import { appOrigin, appScheme, isOwnMainFrame } from './window/appOrigin.ts';
import { offerReloadAfterCrash } from './window/crashRecovery.ts';
import { createMainWindow, type MainWindow } from './window/mainWindow.ts';
import { createRendererFileHandler } from './window/rendererFiles.ts';
import { guardContents, guardSession, resolverRules } from './window/sessionGuards.ts';

/*
 * Only what must come first when the app starts. The window starts its process, loads its page, and runs its script before
 * the parts of the app (index.ts) are loaded and wired, which keeps this thread busy meanwhile. What the page asks for
 * before that waits.
 */

/** The names of all operations of the IPC contract, filled in by the build: the contract itself would bring zod along. */
declare const ipcOperationNames: readonly string[];
/** The longest wait for the page, even if it never loads. */
const latestMs = 5_000;
/** Time to draw what was rendered: no event says that it is on the screen. */
const frameMs = 150;
/** The longest wait for both scripts of a page that has asked for something. A development server sends more than two. */
const servedMs = 300;

/** Loaded one after the other, so that files of the page are served in between. */
const largeParts = [
  () => import('#shared/ipc/contract.ts'),
  () => import('../../engine/composeReadings.ts'),
  () => import('./wiring/wireEvidence.ts'),
  () => import('./wiring/wireUploads.ts'),
];

/** The only operation that is answered before the parts are wired, because the first screen depends on it. */
const firstOperation: OperationName = 'listConnections';
const noConnections: Result<IpcOutput<'listConnections'>> = { ok: true, value: [] };

type IpcListener = (event: IpcMainInvokeEvent, input: unknown) => unknown;

const appLog = createAppLog({ folder: path.join(app.getPath('userData'), 'logs'), echo: console.error });
logUncaughtErrors(appLog);
const givenFiles = createGivenFiles();
givenFiles.takeFrom(process.argv.slice(1), process.cwd());
const givenLinks = createGivenLinks();
givenLinks.takeFrom(process.argv.slice(1), process.cwd());
// On macOS, before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  givenFiles.give(file);
});
app.on('open-url', (event, link) => {
  event.preventDefault();
  givenLinks.give(link);
});
app.on('second-instance', (_event, args, workingFolder) => {
  givenFiles.takeFrom(args.slice(1), workingFolder);
  givenLinks.takeFrom(args.slice(1), workingFolder);
});
// Otherwise, Electron builds a menu of its own.
Menu.setApplicationMenu(null);
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

  /** Nothing is saved yet: there are no connections, and the window has no place to return to. */
  const isFirstStart = ['connections.json', 'window.json'].every(
    (file) => !existsSync(path.join(app.getPath('userData'), file)),
  );
  // No page is served before the session is guarded.
  const readPage = createRendererFileHandler(path.join(__dirname, '../renderer'), !isFirstStart);
  protocol.handle(appScheme, async (request) => {
    await guarded;
    return readPage(request);
  });

  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const listeners = new Map<string, IpcListener>();
  let answer = (): void => undefined;
  const wired = new Promise<void>((resolve) => (answer = resolve));
  for (const operation of ipcOperationNames) {
    ipcMain.handle(operation, async (event, input: unknown) => {
      const isFirst = operation === firstOperation && isFirstStart && !listeners.has(operation);
      if (isFirst && isOwnMainFrame(event.senderFrame, devServerOrigin)) return noConnections;
      ask();
      await wired;
      return listeners.get(operation)?.(event, input);
    });
  }

  const createWindow = (shown: string | null = null): MainWindow => {
    const created = createMainWindow(path.join(__dirname, '../preload/index.js'));
    offerReloadAfterCrash(created.window, appLog);
    created.window
      .loadURL(shown === null ? pageUrl : `${pageUrl}#connection=${shown}`)
      .catch((error: unknown) => {
        appLog.write('error', 'Could not load the window.', error);
      });
    return created;
  };
  let first: MainWindow | null = createWindow();
  if (isFirstStart) {
    const { window, isReady } = first;
    void isReady.then(() => {
      if (!window.isDestroyed()) window.show();
    });
  }
  // Once the page is loading.
  const { setAppMenu } = await import('./window/appMenu.ts');
  const menu = setAppMenu(appLog, __dirname);
  // Loading the parts keeps this thread busy, and the page needs it: it goes first. At the first start so does its screen;
  // once that is rendered, the page asks for more.
  await Promise.race([
    isFirstStart
      ? asked.then(() => sleep(frameMs))
      : // Its own script asks as soon as it runs, when that of the frame is often still on its way.
        Promise.race([scriptsServed(session.defaultSession), asked.then(() => sleep(servedMs))]),
    sleep(latestMs),
  ]);
  // The parts need it for the first screen. It loads while they do.
  const catalogueProgram = path.join(__dirname, 'catalogue-worker.js');
  const startCatalogue = startCatalogueWorker(
    catalogueProgram,
    isFirstStart ? null : beginCatalogueWorker(catalogueProgram),
  );
  for (const load of largeParts) {
    await load();
    await nextTask();
  }
  // Closed already, so the app is quitting.
  if (first.window.isDestroyed()) return;
  const { wireApp } = await import('./index.ts');
  await wireApp({
    appLog,
    givenFiles,
    givenLinks,
    devServerOrigin,
    programs: __dirname,
    startCatalogue,
    ipcMain: { handle: (operation, listener) => void listeners.set(operation, listener) },
    menu,
    openWindow: (shown) => {
      const window = first ?? createWindow(shown);
      first = null;
      return window;
    },
  });
  answer();
}

/** Resolves when both scripts of the page have left this process: its own, and that of the frame. */
function scriptsServed({ webRequest }: Session): Promise<void> {
  let served = 0;
  return new Promise((resolve) => {
    webRequest.onCompleted({ urls: [`${appOrigin}/*.js`] }, () => {
      served += 1;
      if (served < 2) return;
      webRequest.onCompleted(null);
      resolve();
    });
  });
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

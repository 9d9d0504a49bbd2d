import { app, nativeTheme, powerMonitor, shell } from 'electron';
import path from 'node:path';
import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readAppInfo } from './appInfo.ts';
import type { RunningThread } from '../../engine/known/catalogueThread.ts';
import { createOriginConsent } from '../../engine/connections/originConsent.ts';
import { confirmedAddresses, openProfileStore } from '../../engine/connections/profileStore.ts';
import type { Given } from './links/given.ts';
import { createUserFiles } from '../../engine/storage/userFiles/userFiles.ts';
import { createInstallationKey } from '../../engine/connections/identity/installationKey.ts';
import { createTrustedKeys } from '../../engine/connections/identity/trustedKeys.ts';
import { createActiveRequests } from './ipc/activeRequests.ts';
import { createAtomHandlers } from './ipc/atomHandlers.ts';
import { succeed } from '#shared/domain/result.ts';
import { registerIpc, type IpcRegistration } from './ipc/register.ts';
import { createRequestLogHandlers } from './ipc/requestLogHandlers.ts';
import type { AppLog } from './log/appLog.ts';
import { showSetAsideConnections } from './window/dialogs.ts';
import { createServiceFactBooks } from '../../engine/client/facts/serviceFacts.ts';
import { watchAbsence } from './window/absence.ts';
import { showNotification } from './window/notifications.ts';
import { lockFolder } from '../../engine/storage/folderLock.ts';
import { runQuitSteps } from '../../engine/quitSteps.ts';
import { cleanUpBeforeQuit } from './window/quitting.ts';
import type { AppMenu } from './window/appMenu.ts';
import type { MainWindow } from './window/mainWindow.ts';
import { createPaper } from './window/paper.ts';
import { openWindowMemory } from './window/windowMemory.ts';
import { composeReadings } from '../../engine/composeReadings.ts';
import { createReadingHandlers } from './wiring/readingHandlers.ts';
import { realEffects, type Surroundings } from '../../engine/surroundings.ts';
import { wireAudits } from './wiring/wireAudits.ts';
import { wireEvidence } from './wiring/wireEvidence.ts';
import { wireJobs } from './wiring/wireJobs.ts';
import { wireOutside } from './wiring/wireOutside.ts';
import { wireRecalls } from './wiring/wireRecalls.ts';
import { wireScoreboard } from './wiring/wireScoreboard.ts';
import { wireSnapshots } from './wiring/wireSnapshots.ts';
import { wireUploads } from './wiring/wireUploads.ts';
import { wireWindow } from './wiring/wireWindow.ts';
import { wireWrites } from './wiring/wireWrites.ts';

// The composition root: all parts are connected here. `wiring/` has one function for each domain.

/** What `start.ts` has started. */
export interface AppStart {
  readonly appLog: AppLog;
  readonly givenFiles: Given;
  readonly givenLinks: Given;
  readonly devServerOrigin: string | null;
  /** The folder of the built programs: the service, the keychain, the workers. */
  readonly programs: string;
  /** Starts the thread with the known keys. */
  readonly startCatalogue: () => RunningThread;
  /** Registers the function that answers an operation. */
  readonly ipcMain: IpcRegistration['ipcMain'];
  /** A hidden window that loads the page, which shows this connection; null: the one that was shown last. */
  readonly openWindow: (shown: ConnectionId | null) => MainWindow;
  readonly menu: AppMenu;
}

/** Creates and connects the parts of the app, and shows the window. */
export async function wireApp(begun: AppStart): Promise<void> {
  const { appLog, givenFiles, programs, ipcMain } = begun;
  const { now, newId } = realEffects;
  const log = (message: string, error: unknown): void => {
    appLog.write('error', message, error);
  };
  const folder = app.getPath('userData');
  const [profiles, windowMemory] = await Promise.all([
    openProfileStore(path.join(folder, 'connections.json'), now),
    openWindowMemory(path.join(folder, 'window.json'), { now, log }),
  ]);
  nativeTheme.themeSource = windowMemory.state().theme;

  const appInfo = readAppInfo(app.getAppPath(), process.env['ATOM_EXPLORER_RUNTIME']);
  const window = wireWindow({
    ...begun,
    folder,
    connectionIds: () => profiles.all().map(({ id }) => id),
    appInfo,
    windowMemory,
    now,
  });
  const { dialogs } = window;
  const surroundings: Surroundings = { ...realEffects, folder, programs, tell: window.tell, log };
  const outside = wireOutside(surroundings, appLog);
  const { keychain, embedded, requestLog } = outside;
  const installationKey = createInstallationKey({
    file: path.join(folder, 'identity.json'),
    storage: keychain,
    changed: () => window.tell('installationKeysChanged', null),
    now,
    log,
  });
  const trustedKeys = createTrustedKeys({ file: path.join(folder, 'trusted-keys.json'), now, log });
  const consent = createOriginConsent({
    // A network attacker can force the trial runtime, so with it even saved connections are confirmed.
    knownAddresses: () => (appInfo.isFallbackRuntime ? [] : confirmedAddresses(profiles.all())),
    ask: dialogs.askWhetherToConnect,
  });
  const requests = createActiveRequests();
  const files = createUserFiles({ ...dialogs, newId });

  // The domains.
  const serviceFacts = createServiceFactBooks({
    ...surroundings,
    folder: path.join(folder, 'service-facts'),
    addressOf: (id) => profiles.find(id)?.baseUrl ?? null,
    changed: (connectionId) => window.tell('serviceFactsChanged', { connectionId }),
  });
  const core = composeReadings({
    ...surroundings,
    ...outside,
    observeExchange: serviceFacts.observe,
    profiles,
    mayCall: consent.stillAllowed,
    installationKey,
    // Against an audit on the command line that was given this folder. It ends with the process.
    lockFolder: untilItSucceeds(() => lockFolder(folder, 'Atom Explorer')),
    keepsValues: true,
    startCatalogue: begun.startCatalogue,
    snapshotThread: (id) => snapshots.thread(id),
  });
  core.removals.deleteWith(requestLog.clear, serviceFacts.forget);
  const common = {
    ...core,
    ...dialogs,
    keychain,
    requests,
    installationKey,
    trustedKeys,
    files,
    serviceFacts,
  };
  const recalls = wireRecalls(surroundings, common);
  const scoreboard = wireScoreboard(surroundings, common);
  const writing = wireWrites(surroundings, common);
  const longWork = wireJobs(surroundings, {
    ...common,
    uploads: { restore: (id: ConnectionId) => uploads.restore(id) },
  });
  const { jobs } = longWork;
  const { snapshots, handlers: snapshotHandlers } = wireSnapshots(surroundings, { ...common, ...longWork });
  const { uploads, handlers: uploadHandlers } = wireUploads(surroundings, {
    ...common,
    ...writing,
    jobs,
  });
  const evidence = wireEvidence(surroundings, {
    ...common,
    ...writing,
    ...longWork,
    ...outside,
    confirmsAgain: appInfo.isFallbackRuntime,
    givenFiles,
    appVersion: appInfo.version,
  });

  const auditing = wireAudits(
    { ...surroundings, now: core.now },
    {
      ...common,
      ...writing,
      ...longWork,
      acceptedLosses: core.stateRecords.accepted,
      timestamps: evidence.timestamps,
      paper: createPaper(log),
      showInFolder: (file) => shell.showItemInFolder(file),
      appVersion: appInfo.version,
      notify: showNotification,
      raiseWindow: window.raise,
    },
  );

  // Operations of the window.
  registerIpc(
    { ipcMain, isTrustedSender: window.isTrustedSender, connections: core.connections, log },
    {
      ...window.handlers,
      ...createAtomHandlers(core.readings, writing.writes, requests),
      ...createReadingHandlers(surroundings, { ...common, consent, embedded, profiles, http: outside.http }),
      saveFile: ({ suggestedName, content }) => files.save(suggestedName, content),
      openFile: files.open,
      ...createRequestLogHandlers({ requestLog, requests, files, appVersion: appInfo.version }),
      readServiceFacts: async ({ connectionId }) => succeed(await serviceFacts.of(connectionId)),
      ...evidence.handlers,
      ...auditing.handlers,
      ...longWork.handlers,
      ...scoreboard.handlers,
      ...snapshotHandlers,
      ...writing.handlers,
      ...uploadHandlers,
      ...recalls.handlers,
    },
  );

  window.show();
  // Work of an earlier session is not waited for, because it may need a keychain that does not respond.
  void uploads.sweep();
  void core.connections.finishRemovals();
  auditing.lookAtSchedules();
  // While the computer is locked or asleep, memory contains no key that the keychain protects, and no recent
  // answer, and no recorded body.
  const dropSecrets = (): void => {
    core.dropSecrets();
    requestLog.dropBodies();
    installationKey.drop();
  };
  watchAbsence(powerMonitor, { left: dropSecrets, returned: core.keepValuesAgain });
  cleanUpBeforeQuit(() =>
    runQuitSteps(
      [
        // First, because long jobs may still write to what is closed next, and may wait for a keychain or a
        // service.
        [
          { name: 'cancel pending requests', run: requests.cancelAll },
          { name: 'close the keychain', run: outside.closeKeychain },
          { name: 'stop jobs', run: jobs.close },
        ],
        [
          { name: 'close uploads', run: uploads.close },
          { name: 'close audits', run: auditing.close },
        ],
        [
          { name: 'close connections to services', run: outside.http.close },
          { name: 'close connections to timestamp authorities', run: outside.timestampHttp.close },
          { name: 'stop the demo memory', run: embedded.stop },
          ...core.quitSteps,
          { name: 'close past recalls', run: recalls.close },
          { name: 'close the scoreboard', run: scoreboard.close },
          { name: 'close service facts', run: serviceFacts.close },
          ...writing.quitSteps,
          { name: 'close snapshots', run: snapshots.close },
          { name: 'save the window position', run: windowMemory.settled },
        ],
      ],
      { log, patienceMs: 10_000 },
    ),
  );

  if (profiles.setAside !== null) showSetAsideConnections(profiles.setAside, log);
}

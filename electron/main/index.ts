import {
  app,
  clipboard,
  Menu,
  nativeTheme,
  powerMonitor,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import { randomBytes, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { IpcEvent, IpcEventName } from '#shared/ipc/events.ts';
import { readAppInfo } from './appInfo.ts';
import { createCatalogues } from './catalogue/catalogues.ts';
import { createCatalogueThread } from './catalogue/catalogueThread.ts';
import { startCatalogueWorker } from './catalogue/workerThread.ts';
import { createComparisons } from './comparisons/comparisons.ts';
import { createConnections, type Connections } from './connections/connections.ts';
import { createKeyVault } from './connections/keyVault.ts';
import { createOriginConsent } from './connections/originConsent.ts';
import { openProfileStore } from './connections/profileStore.ts';
import { createDiscoveries } from './discovery/discoveries.ts';
import { createDrafts, mostDraftUnits } from './drafts/drafts.ts';
import { createEmbeddedService } from './embedded/embeddedService.ts';
import { forkService } from './embedded/forkService.ts';
import { createEvidenceExports, type MakeReport } from './evidence/evidenceExports.ts';
import type { GivenFiles } from './evidence/givenFiles.ts';
import { createOpenedBundles, mostVerifyingMs } from './evidence/openedBundles.ts';
import { answerLimits, createRecentAnswers } from './evidence/recentAnswers.ts';
import { createUserFiles } from './files/userFiles.ts';
import { createDataKeys } from './storage/dataKeys.ts';
import { dataKeyLength } from './storage/recordCipher.ts';
import { createHistories, mostWaitingUnits } from './history/histories.ts';
import { createGateway } from './gateway/gateway.ts';
import { createHttpClient, defaultLimits } from './gateway/httpClient.ts';
import { systemAuthorities } from './gateway/trust.ts';
import { isSignedBy } from './identity/ed25519.ts';
import { createInstallationKey } from './identity/installationKey.ts';
import { createTrustedKeys } from './identity/trustedKeys.ts';
import { createKeyImports } from './imports/keyImports.ts';
import { createActiveRequests } from './ipc/activeRequests.ts';
import { createAppHandlers } from './ipc/appHandlers.ts';
import { createAtomHandlers } from './ipc/atomHandlers.ts';
import { createCatalogueHandlers } from './ipc/catalogueHandlers.ts';
import { createConnectionHandlers } from './ipc/connectionHandlers.ts';
import { createHistoryHandlers } from './ipc/historyHandlers.ts';
import { createExpectationHandlers } from './ipc/expectationHandlers.ts';
import { createRunHandlers } from './ipc/runHandlers.ts';
import { registerIpc, type IpcRegistration } from './ipc/register.ts';
import { createEvidenceHandlers } from './ipc/evidenceHandlers.ts';
import { createIdentityHandlers } from './ipc/identityHandlers.ts';
import { createFileHandlers } from './ipc/fileHandlers.ts';
import { createJobHandlers } from './ipc/jobHandlers.ts';
import { createLedgerHandlers } from './ipc/ledgerHandlers.ts';
import { createPinHandlers } from './ipc/pinHandlers.ts';
import { createRecordingHandlers } from './ipc/recordingHandlers.ts';
import { createScoreboardHandlers } from './ipc/scoreboardHandlers.ts';
import { createRequestHandlers } from './ipc/requestHandlers.ts';
import { createSnapshotHandlers } from './ipc/snapshotHandlers.ts';
import { createUploadHandlers } from './ipc/uploadHandlers.ts';
import { createWriteHandlers } from './ipc/writeHandlers.ts';
import { forkKeychain } from './keychain/forkKeychain.ts';
import { createSerialKeyStorage } from './keychain/keyStorage.ts';
import { createRemoteKeyStorage } from './keychain/remoteKeyStorage.ts';
import { createCatalogueMemory } from './jobs/catalogueMemory.ts';
import { createJobs } from './jobs/jobs.ts';
import { createPins } from './pins/pins.ts';
import { readDemoMemory } from './readings/readDemoMemory.ts';
import { createReadings } from './readings/readings.ts';
import { readKeyFile } from '../../workers/keyFileReader.ts';
import { openUploadRows } from '../../workers/uploadRows/openUploadRows.ts';
import { createUploads } from './uploads/uploads.ts';
import { beginAppendLog } from './storage/appendLog.ts';
import { withSnapshots } from './snapshots/snapshotGateway.ts';
import { createSnapshots } from './snapshots/snapshots.ts';
import { askSecondOpinion, startSnapshotThread } from './snapshots/snapshotThread.ts';
import { createRecordings, mostRecordingBytes } from './recordings/recordings.ts';
import { createScoreboards } from './scoreboard/scoreboards.ts';
import { createExpectationRuns } from './recalls/expectationRuns.ts';
import { createRunKeeper } from './recalls/keepRuns.ts';
import { createRecallMemories } from './recalls/recallMemories.ts';
import { reportInThread, sealInThread, verifyInThread } from '../../workers/evidenceThread.ts';
import { inferInThread } from '../../workers/inferenceThread.ts';
import { createVerifierPool } from '../../workers/verifierPool.ts';
import { createBatchPaths } from './verification/batchPaths.ts';
import { createSchemeLearning } from './verification/schemeLearning.ts';
import type { AppLog } from './log/appLog.ts';
import { hidingSecrets, hidingSentKeys } from './log/hideKeys.ts';
import { createWindowErrorLog } from './log/windowErrors.ts';
import { isOwnPage } from './window/appOrigin.ts';
import { backgroundColour, showMainWindow } from './window/mainWindow.ts';
import { createDialogs, showSetAsideConnections } from './window/dialogs.ts';
import { menuTemplate } from './window/menu.ts';
import { runQuitSteps } from './window/quitSteps.ts';
import { cleanUpBeforeQuit } from './window/quitting.ts';
import { openWindowMemory } from './window/windowMemory.ts';
import { createReceipts } from './writes/receipts.ts';
import { createSizeKnowledges } from './writes/sizeKnowledge.ts';
import { createWriteMemories } from './writes/writeMemories.ts';
import { createWrites } from './writes/writes.ts';

// The composition root: all parts are created and connected here, and nowhere else.

const now = Date.now;

/** What `start.ts` has started. */
export interface AppStart {
  readonly appLog: AppLog;
  readonly givenFiles: GivenFiles;
  readonly devServerOrigin: string | null;
  /** The folder of the built programs: the service, the keychain, the workers. */
  readonly programs: string;
  /** Registers the function that answers an operation. */
  readonly ipcMain: IpcRegistration['ipcMain'];
  /** A hidden window that loads the page. */
  readonly openWindow: () => BrowserWindow;
}

/** Creates and connects the parts of the app, and shows the window. */
export async function wireApp(begun: AppStart): Promise<void> {
  const { appLog, givenFiles, devServerOrigin, programs, ipcMain, openWindow } = begun;
  const log = (message: string, error: unknown): void => {
    appLog.write('error', message, error);
  };
  const userData = app.getPath('userData');
  const [profiles, windowMemory] = await Promise.all([
    openProfileStore(path.join(userData, 'connections.json'), now),
    openWindowMemory(path.join(userData, 'window.json'), { now, log }),
  ]);
  nativeTheme.themeSource = windowMemory.state().theme;

  let window: BrowserWindow | null = null;
  const send = <E extends IpcEventName>(event: E, payload: IpcEvent<E>): void => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, payload);
  };
  const connectionsChanged = (): void => {
    send('connectionsChanged', null);
  };
  const runsChanged = (connectionId: ConnectionId): void => {
    send('runsChanged', { connectionId });
  };
  const expectationsChanged = (connectionId: ConnectionId): void => {
    send('expectationsChanged', { connectionId });
  };
  const sleepUnlessAborted = (ms: number, signal: AbortSignal | null): Promise<void> =>
    sleep(ms, undefined, signal === null ? {} : { signal }).catch(() => undefined);

  // Connections and their services.
  const embedded = createEmbeddedService({
    spawn: () =>
      forkService(path.join(programs, 'service.js'), (line) => appLog.write('info', `Demo memory: ${line}`)),
    dataFolder: path.join(userData, 'demo-memory'),
    newApiKey: () => randomBytes(32).toString('base64url'),
    startTimeoutMs: 60_000,
    stopTimeoutMs: 5_000,
    onChange: connectionsChanged,
  });
  // The window's session has no network access. This one only looks up the system proxy; nothing is loaded
  // with it.
  const network = {
    proxyFor: (url: string) => session.fromPartition('system-proxy').resolveProxy(url),
    trusted: systemAuthorities(process.env, log),
  };
  const http = hidingSentKeys(createHttpClient(defaultLimits, network), appLog);
  const services = createGateway({ http, now, random: Math.random, sleep: sleepUnlessAborted });
  const gateway = withSnapshots(services, { thread: (id) => snapshots.thread(id) }, now);
  const keychainProcess = createRemoteKeyStorage({
    spawn: () => forkKeychain(path.join(programs, 'keychain.js')),
    idleMs: 30_000,
    graceMs: 500,
  });
  const keychain = createSerialKeyStorage(hidingSecrets(keychainProcess, appLog), 20_000);
  const installationKey = createInstallationKey({
    file: path.join(userData, 'identity.json'),
    storage: keychain,
    changed: () => {
      send('installationKeysChanged', null);
    },
    now,
    log,
  });
  const trustedKeys = createTrustedKeys({ file: path.join(userData, 'trusted-keys.json'), now, log });
  const vault = createKeyVault(keychain, { now, learned: connectionsChanged });
  const appInfo = readAppInfo(app.getAppPath(), process.env['ATOM_EXPLORER_RUNTIME']);
  const dialogs = createDialogs({
    window: () => window,
    documents: app.getPath('documents'),
    isTrialRuntime: appInfo.isFallbackRuntime,
  });
  const consent = createOriginConsent({
    // A network attacker can force the trial runtime, so with it even saved connections are confirmed.
    knownAddresses: () => (appInfo.isFallbackRuntime ? [] : profiles.all().map(({ baseUrl }) => baseUrl)),
    ask: dialogs.askWhetherToConnect,
  });
  const connections: Connections = createConnections({
    profiles,
    vault,
    embedded,
    now,
    newId: randomUUID,
    mayCall: consent.stillAllowed,
    forget: async (id) => {
      answers.forget(id);
      imports.forget(id);
      snapshots.forget(id);
      uploads.letGo(id);
      await jobs.forget(id);
      await Promise.all([
        discoveries.forget(id),
        catalogues.forget(id),
        pins.forget(id),
        histories.forget(id),
        recallMemories.forget(id),
        scoreboards.forget(id),
        recordings.connectionRemoved(id),
        writeMemories.forget(id),
        drafts.forget(id),
        uploads.forget(id),
      ]);
    },
  });

  // Storage of what the services return.
  const answers = createRecentAnswers(answerLimits);
  const recallMemories = createRecallMemories(path.join(userData, 'recalls'), { now, newId: randomUUID });
  const scoreboards = createScoreboards({
    folder: path.join(userData, 'scoreboard'),
    isKnown: (id) => connections.profile(id).ok,
    changed: (connectionId) => {
      send('scoreboardChanged', { connectionId });
    },
    now,
    log,
  });
  const recordings = createRecordings({
    folder: path.join(userData, 'recordings'),
    newId: randomUUID,
    changed: () => {
      send('recordingsChanged', null);
    },
    openLog: beginAppendLog,
    mostBytes: mostRecordingBytes,
    now,
    log,
  });
  const pins = createPins({
    folder: path.join(userData, 'pins'),
    changed: (connectionId) => {
      send('pinsChanged', { connectionId });
    },
    now,
    newId: randomUUID,
  });
  const catalogues = createCatalogues({
    folder: path.join(userData, 'catalogue'),
    pinsOf: async (id) => (await pins.of(id)).pins,
    thread: createCatalogueThread({
      start: startCatalogueWorker(path.join(programs, 'catalogue-worker.js')),
      restarted: () => {
        send('catalogueRestarted', null);
      },
      log,
    }),
    now,
    changed: (connectionId, revision) => {
      send('catalogueChanged', { connectionId, revision });
    },
    ledgerChanged: (connectionId) => {
      send('ledgerChanged', { connectionId });
    },
    ledger: {
      keys: { ...installationKey, verify: isSignedBy },
      newId: randomUUID,
      pause: () => nextTask(),
      log,
    },
    pace: { setTimer: setTimeout },
  });
  const histories = createHistories({
    folder: path.join(userData, 'history'),
    dataKeys: createDataKeys(keychain, 'history'),
    connections: () => connections,
    now,
    newId: randomUUID,
    mostWaiting: mostWaitingUnits,
    pause: () => nextTask(),
    log,
  });

  const isKnown = (id: ConnectionId): boolean => connections.profile(id).ok;
  const writeMemories = createWriteMemories(path.join(userData, 'writes'), { now });
  const sizes = createSizeKnowledges({ memories: writeMemories, isKnown, log });
  const receipts = createReceipts({
    memories: writeMemories,
    isKnown,
    changed: (connectionId) => {
      send('writesChanged', { connectionId });
    },
    log,
  });
  const drafts = createDrafts({
    folder: path.join(userData, 'drafts'),
    dataKeys: createDataKeys(keychain, 'drafts'),
    connections: () => connections,
    changed: (connectionId) => {
      send('draftsChanged', { connectionId });
    },
    mostUnits: mostDraftUnits,
    now,
    log,
  });

  // Responses are checked, saved, and turned into readings.
  const batchPaths = createBatchPaths({
    // One core is left for the window.
    makePool: () =>
      createVerifierPool(path.join(programs, 'verify-worker.js'), Math.max(1, availableParallelism() - 1)),
    log,
  });
  const readings = createReadings({
    gateway,
    connections,
    catalogues,
    pins,
    batchPaths,
    learning: createSchemeLearning({
      inThread: (task) => inferInThread(path.join(programs, 'inference-worker.js'), task),
      log,
    }),
    announce: {
      activity: (activity) => {
        send('activity', activity);
      },
      connectionsChanged,
    },
    observers: [
      histories.observe,
      createRunKeeper({ memories: recallMemories, connections, runsChanged, log }),
      scoreboards.observe,
      recordings.observe,
    ],
    keepAnswer: answers.keep,
    now,
    log,
  });

  const writes = createWrites({
    readings,
    receipts,
    sizes,
    pause: () => nextTask(),
    now,
    newId: randomUUID,
  });

  // Long jobs.
  const requests = createActiveRequests();
  const expectationRuns = createExpectationRuns({
    memories: recallMemories,
    readings,
    expectationsChanged,
    now,
    newId: randomUUID,
    sleep: sleepUnlessAborted,
  });
  const jobs = createJobs({
    announce: (job) => {
      send('job', job);
    },
    now,
    random: Math.random,
    newId: randomUUID,
    sleep: sleepUnlessAborted,
    log,
  });
  const memory = createCatalogueMemory(catalogues);
  const discoveries = createDiscoveries({
    folder: path.join(userData, 'discovery'),
    jobs,
    memory,
    readings,
    now,
  });
  const imports = createKeyImports({
    jobs,
    memory,
    readings,
    connections,
    parse: (task) => readKeyFile(path.join(programs, 'key-file-worker.js'), task),
    newId: randomUUID,
    now,
  });
  const snapshots = createSnapshots({
    startThread: (file) => startSnapshotThread(path.join(programs, 'snapshot-worker.js'), file),
    askSecondOpinion: (file, signal) =>
      askSecondOpinion(path.join(programs, 'second-opinion-worker.js'), file, signal),
    connections,
    readAll: imports.startKeys,
    changed: (connectionId) => {
      send('snapshotChanged', { connectionId });
    },
    newId: randomUUID,
    log,
  });

  const uploads = createUploads({
    folder: path.join(userData, 'uploads'),
    dataKeys: createDataKeys(keychain, 'uploads'),
    newDataKey: () => randomBytes(dataKeyLength),
    openRows: openUploadRows,
    workerFile: path.join(programs, 'upload-rows-worker.js'),
    jobs,
    readings,
    connections,
    sizes,
    receipts,
    someKeys: async (connectionId) => {
      const sort = { column: 'key', direction: 'ascending' } as const;
      const query = {
        connectionId,
        filter: { text: '', mode: 'contains' },
        delimiter: '.',
        path: '',
        sort,
      } as const;
      try {
        const { keys } = await catalogues.of(connectionId);
        return (await keys.keys(query, { from: 0, to: 5 })).rows;
      } catch (error) {
        log('Could not read the known keys.', error);
        return [];
      }
    },
    ...dialogs,
    changed: (connectionId) => {
      send('uploadChanged', { connectionId });
    },
    pace: { setTimer: setTimeout },
    now,
    newId: randomUUID,
    sleep: sleepUnlessAborted,
    log,
  });
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

  const files = createUserFiles({ ...dialogs, newId: randomUUID });

  const evidenceWorker = path.join(programs, 'evidence-worker.js');
  const report: MakeReport = (task) => reportInThread(evidenceWorker, task);
  const evidenceExports = createEvidenceExports({
    answers,
    readings,
    connections,
    receipts,
    pins,
    catalogues,
    installationKey,
    jobs,
    memory,
    files,
    askWhereToSave: dialogs.askWhereToSave,
    seal: (input, signer) => sealInThread(evidenceWorker, input, signer),
    report,
    appVersion: appInfo.version,
    newId: randomUUID,
    now,
  });

  const openedBundles = createOpenedBundles({
    installationKey,
    trustedKeys,
    files,
    report,
    verify: (bytes, keys) => verifyInThread(evidenceWorker, bytes, keys, mostVerifyingMs),
    newId: randomUUID,
  });

  // Operations of the window.
  registerIpc(
    {
      ipcMain,
      isTrustedSender: ({ sender, senderFrame }) =>
        senderFrame !== null &&
        senderFrame.parent === null &&
        sender === window?.webContents &&
        isOwnPage(senderFrame.url, devServerOrigin),
      log,
    },
    {
      ...createAppHandlers({
        appInfo,
        setTheme: (theme) => {
          nativeTheme.themeSource = theme;
          window?.setBackgroundColor(backgroundColour());
          windowMemory.remember({ theme });
        },
        // A promise in current Electron, a value in the old fallback runtime; await works for both.
        writeClipboard: async (text) => {
          await clipboard.writeText(text);
        },
        logWindowError: createWindowErrorLog(appLog, now),
        showLogFile,
      }),
      ...createAtomHandlers(readings, writes, requests),
      ...createLedgerHandlers({
        catalogues,
        connections,
        files,
        verifying: (connectionId, entries) => {
          send('ledgerVerifying', { connectionId, entries });
        },
      }),
      ...createCatalogueHandlers({ catalogues, connections, now: Date.now }),
      ...createPinHandlers({ pins, connections, installationKey }),
      ...createConnectionHandlers({
        connections,
        consent,
        gateway,
        requests,
        pins,
        connectionsChanged,
        readDemoMemory: () =>
          readDemoMemory({ embedded, readings, catalogues, newId: randomUUID }).catch((error: unknown) => {
            log('Could not load the known keys of the demo memory.', error);
          }),
        now,
        newId: randomUUID,
      }),
      ...createFileHandlers(files),
      ...createEvidenceHandlers(evidenceExports, openedBundles, givenFiles),
      ...createIdentityHandlers(installationKey, trustedKeys, files),
      ...createJobHandlers({
        jobs,
        memory,
        readings,
        connections,
        discoveries,
        uploads,
        imports,
        comparisons: createComparisons({ jobs, memory, readings, connections }),
        askWhereToSave: dialogs.askWhereToSave,
        newId: randomUUID,
        now,
      }),
      ...createHistoryHandlers({ histories, connectionsChanged }),
      ...createScoreboardHandlers(scoreboards, connections),
      ...createRecordingHandlers({
        recordings,
        connections,
        requests,
        replay: { readings, newId: randomUUID, sleep: sleepUnlessAborted, now },
        tellProgress: (progress) => {
          send('replayProgress', progress);
        },
      }),
      ...createRequestHandlers(requests),
      ...createSnapshotHandlers({ snapshots, askWhatToOpen: dialogs.askWhatToOpen, connectionsChanged }),
      ...createWriteHandlers({
        drafts,
        receipts,
        sizes,
        connections,
        askWhereToSave: dialogs.askWhereToSave,
        newId: randomUUID,
        now,
      }),
      ...createUploadHandlers(uploads),
      ...createRunHandlers({
        memories: recallMemories,
        connections,
        runsChanged,
      }),
      ...createExpectationHandlers({
        memories: recallMemories,
        connections,
        runs: expectationRuns,
        requests,
        expectationsChanged,
      }),
    },
  );

  // The window itself, and quitting.
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ isMac, isPackaged: app.isPackaged, showLogFile, showNotices })),
  );

  const open = (): void => {
    const opened = openWindow();
    showMainWindow(opened, { state: windowMemory.state(), remember: windowMemory.remember });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    window = opened;
  };
  open();
  // Work of an earlier session is not waited for, because it may need a keychain that does not respond.
  void uploads.sweep();
  // While the computer is locked or asleep, memory contains no key that the keychain protects, and no recent answer.
  const dropSecrets = (): void => {
    vault.dropSaved();
    installationKey.drop();
    answers.forgetAll();
  };
  powerMonitor.on('lock-screen', dropSecrets);
  powerMonitor.on('suspend', dropSecrets);
  app.on('activate', () => {
    if (window === null) open();
  });
  app.on('open-file', () => {
    send('evidenceGiven', null);
  });
  app.on('second-instance', (_event, args, workingFolder) => {
    if (givenFiles.takeFrom(args.slice(1), workingFolder)) send('evidenceGiven', null);
    if (window === null) open();
    else {
      if (window.isMinimized()) window.restore();
      window.focus();
    }
  });
  app.on('window-all-closed', () => {
    if (!isMac) app.quit();
  });

  cleanUpBeforeQuit(() =>
    runQuitSteps(
      [
        // First, because long jobs may still write to what is closed next, and may wait for a keychain or a
        // service.
        [
          { name: 'cancel pending requests', run: requests.cancelAll },
          { name: 'close the keychain', run: keychainProcess.close },
          { name: 'stop jobs', run: jobs.close },
        ],
        [{ name: 'close uploads', run: uploads.close }],
        [
          { name: 'close connections to services', run: http.close },
          { name: 'stop the demo memory', run: embedded.stop },
          { name: 'close the known keys', run: catalogues.close },
          { name: 'close pins', run: pins.close },
          { name: 'close histories', run: histories.close },
          { name: 'close past recalls', run: recallMemories.close },
          { name: 'close the scoreboard', run: scoreboards.close },
          { name: 'close recordings', run: recordings.close },
          { name: 'close the write log', run: writeMemories.close },
          { name: 'close drafts', run: drafts.close },
          { name: 'stop the proof workers', run: batchPaths.close },
          { name: 'close snapshots', run: snapshots.close },
          { name: 'save the window position', run: windowMemory.settled },
        ],
      ],
      { log, patienceMs: 10_000 },
    ),
  );

  if (profiles.setAside !== null) showSetAsideConnections(profiles.setAside, log);
}

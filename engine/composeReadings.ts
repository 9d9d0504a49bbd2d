import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { GroundsOf } from '#shared/grounds/grounds.ts';
import { inferInThread } from './reading/inferenceThread.ts';
import { createVerifierPool } from './reading/verifierPool.ts';
import { createBrowseLayouts } from './known/browseLayouts.ts';
import { createCatalogues } from './known/catalogues.ts';
import { createCatalogueThread, type RunningThread } from './known/catalogueThread.ts';
import { startCatalogueWorker } from './known/workerThread.ts';
import { createConnections, type Connections, type ConnectionsEffects } from './connections/connections.ts';
import { createKeyVault } from './connections/keyVault.ts';
import { withDialects } from './client/dialects/dialectGateway.ts';
import { createOpenServerGateway } from './client/dialects/openServerGateway.ts';
import { answerLimits, createRecentAnswers } from './evidence/recentAnswers.ts';
import { createGateway, type GatewayEffects, type ObserveExchange } from './client/gateway.ts';
import { withPace } from './client/pacedClient.ts';
import { createKeptValues } from './reading/history/keptValues.ts';
import { createHistories, mostWaitingUnits } from './reading/history/histories.ts';
import { isSignedBy } from './connections/identity/ed25519.ts';
import type { InstallationKey } from './connections/identity/installationKey.ts';
import type { KeyStorage } from './storage/keychain/keyStorage.ts';
import { createPins } from './roots/pins/pins.ts';
import { createReadings, type ReadingObserver } from './reading/readings.ts';
import { withSnapshots } from './snapshots/snapshotGateway.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { createStateRecords } from './known/stateRecord/stateRecords.ts';
import { createDataKeys } from './storage/dataKeys.ts';
import { createBatchPaths } from './reading/verification/batchPaths.ts';
import { createConnectionGrounds } from './reading/verification/connectionGrounds.ts';
import { createSchemeLearning } from './reading/verification/schemeLearning.ts';
import { createRemovals } from './connections/removals.ts';
import type { QuitStep } from './quitSteps.ts';
import { createSteadyClock } from './steadyClock.ts';
import type { Surroundings } from './surroundings.ts';

export interface ReadingPartsEffects
  extends Surroundings, Pick<ConnectionsEffects, 'profiles' | 'embedded' | 'mayCall'> {
  readonly http: GatewayEffects['http'];
  /** Learns about services from their responses. */
  readonly observeExchange?: ObserveExchange;
  /** Saves the API keys, and the keys of sealed files. */
  readonly keychain: KeyStorage;
  /** Locks the folder; rejects while another process uses it. Absent: it is locked already. */
  readonly lockFolder?: () => Promise<unknown>;
  /** Whether every record of the state is signed with the installation key, so that one without a signature counts for nothing. */
  readonly isStateSigned?: boolean;
  /** The folder is new, and deleted afterwards. */
  readonly remembersNothing?: boolean;
  /** Whether values that are read stay in memory, so that they can be searched. Absent: no. */
  readonly keepsValues?: boolean;
  /** Grounds that are known to be missing, whatever is found. Absent: none. */
  readonly missingGrounds?: Partial<GroundsOf<'reading'>>;
  /** Absent: the thread with the known keys starts when it is needed. */
  readonly startCatalogue?: () => RunningThread;
  /** Signs the checkpoints of the root ledgers. */
  readonly installationKey: InstallationKey;
  /** The thread with the file of a connection that is a snapshot. */
  readonly snapshotThread: Snapshots['thread'];
}

/**
 * The parts that read from services, verify what they return, and remember it: the gateway, the connections and where
 * their calls go, known keys, root ledgers, pins, histories and readings. Without Electron, so that the command line
 * gives the same verdicts as the app.
 */
export function composeReadings(effects: ReadingPartsEffects) {
  const { folder, programs, tell, keychain, installationKey, log, newId } = effects;
  // What came first decides whether a memory contradicts itself.
  const now = createSteadyClock(effects.now);
  const connectionsChanged = (): void => tell('connectionsChanged', null);

  const { observeExchange } = effects;
  const sending: GatewayEffects = {
    ...effects,
    now,
    http: withPace(effects.http, effects),
    ...(observeExchange !== undefined && { observe: observeExchange }),
  };
  const services = withDialects({
    documented: createGateway(sending),
    openServer: createOpenServerGateway(sending),
    save: async (id, baseUrl, facts) => {
      try {
        await connections.saveService(id, baseUrl, facts);
        connectionsChanged();
      } catch (error) {
        log('Could not save the dialect of the service.', error);
      }
    },
  });
  const gateway = withSnapshots(services, { thread: effects.snapshotThread }, now);
  const removals = createRemovals((error) =>
    log('Could not delete everything of a removed connection.', error),
  );
  const vault = createKeyVault(keychain, { now, learned: connectionsChanged });
  const answers = createRecentAnswers(answerLimits, (id) => effects.profiles.find(id)?.baseUrl ?? null);
  removals.stopWith(answers.forget);
  const connections: Connections = createConnections({
    ...effects,
    vault,
    forget: removals.run,
  });

  // What is remembered.
  const stateRecords = createStateRecords({
    folder,
    profileOf: effects.profiles.find,
    keys: { ...installationKey, verify: isSignedBy },
    isSignatureRequired: effects.isStateSigned ?? false,
    now,
    log,
  });
  effects.profiles.beforeChange(stateRecords.profileWillBe);
  const pins = createPins({
    folder: path.join(folder, 'pins'),
    changed: (connectionId) => tell('pinsChanged', { connectionId }),
    now,
    newId,
    watch: stateRecords,
  });
  const catalogues = createCatalogues({
    folder: path.join(folder, 'catalogue'),
    pinsOf: async (id) => (await pins.of(id)).pins,
    thread: createCatalogueThread({
      start: effects.startCatalogue ?? startCatalogueWorker(path.join(programs, 'catalogue-worker.js')),
      restarted: () => {
        keptValues.forgetAll();
        tell('catalogueRestarted', null);
      },
      log,
      keepsValues: effects.keepsValues ?? false,
    }),
    now,
    changed: (connectionId, revision) => tell('catalogueChanged', { connectionId, revision }),
    ledgerChanged: (connectionId) => tell('ledgerChanged', { connectionId }),
    ledger: { keys: { ...installationKey, verify: isSignedBy }, newId, pause: effects.pause, log },
    pace: { setTimer: effects.setTimer },
    watch: stateRecords,
    ...(effects.lockFolder !== undefined && { locked: effects.lockFolder }),
  });
  const histories = createHistories({
    folder: path.join(folder, 'history'),
    dataKeys: createDataKeys(keychain, 'history'),
    connections: () => connections,
    now,
    newId,
    mostWaiting: mostWaitingUnits,
    pause: effects.pause,
    log,
  });

  const keptValues = createKeptValues({ histories, catalogues, pause: effects.pause, log });

  const keepValues = (keeps: boolean): void => {
    keptValues.allow(keeps);
    catalogues.keepValues(keeps).catch((error: unknown) => {
      log(keeps ? 'Values are not kept for searching.' : 'Could not drop the values from memory.', error);
    });
  };

  const browseLayouts = createBrowseLayouts(path.join(folder, 'browse'), now);

  const grounds = createConnectionGrounds({
    pins,
    catalogues,
    stateRecords,
    remembersNothing: effects.remembersNothing ?? false,
    missing: effects.missingGrounds ?? {},
    log,
  });

  // Responses are checked, saved, and turned into readings.
  const batchPaths = createBatchPaths({
    // One core is left for the window.
    makePool: () =>
      createVerifierPool(path.join(programs, 'verify-worker.js'), Math.max(1, availableParallelism() - 1)),
    log,
  });
  const observers: ReadingObserver[] = [histories.observe];
  const readings = createReadings({
    gateway,
    connections,
    catalogues,
    pins,
    grounds,
    batchPaths,
    learning: createSchemeLearning({
      inThread: (task) => inferInThread(path.join(programs, 'inference-worker.js'), task),
      log,
    }),
    announce: {
      activity: (activity) => tell('activity', activity),
      connectionsChanged,
    },
    observers,
    needsReadings: histories.keeps,
    keepAnswer: answers.keep,
    now,
    log,
  });

  removals.deleteWith(
    stateRecords.forget,
    catalogues.forget,
    pins.forget,
    histories.forget,
    browseLayouts.forget,
  );

  const quitSteps: readonly QuitStep[] = [
    { name: 'close the known keys', run: catalogues.close },
    { name: 'close pins', run: pins.close },
    { name: 'close histories', run: histories.close },
    { name: 'close the layouts of Browse', run: browseLayouts.close },
    { name: 'stop the proof workers', run: batchPaths.close },
  ];
  return {
    /** The clock of everything that is read. */
    now,
    gateway,
    connections,
    connectionsChanged,
    answers,
    pins,
    catalogues,
    grounds,
    stateRecords,
    histories,
    keptValues,
    browseLayouts,
    readings,
    /**
     * Called after every completed call from now on, except for the responses of large audits: they are checked as a whole,
     * without readings to observe, unless the history needs these.
     */
    observe: (observer: ReadingObserver): void => {
      observers.push(observer);
    },
    /** Removes from memory what a locked computer must not hold: the keys that the keychain has, recent answers, and values. */
    dropSecrets: (): void => {
      vault.dropSaved();
      answers.forgetAll();
      keepValues(false);
    },
    /** After `dropSecrets`, no values that are read stay in memory until this is called. */
    keepValuesAgain: (): void => keepValues(true),
    quitSteps,
    removals,
  };
}

export type ReadingParts = ReturnType<typeof composeReadings>;

import { contextBridge, ipcRenderer } from 'electron';
import type { AtomExplorerApi, IpcChannel, IpcEvents, IpcInput, IpcOutput } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/domain/result.ts';

function call<C extends IpcChannel>(channel: C) {
  // The main process parses the input and shapes the answer; the contract is the type of both ends.
  return (input?: IpcInput<C>): Promise<Result<IpcOutput[C]>> => ipcRenderer.invoke(channel, input);
}

function subscribe<E extends keyof IpcEvents>(channel: E) {
  return (listener: (event: IpcEvents[E]) => void): (() => void) => {
    // The IpcRendererEvent stays here: handed on, it would carry a way back to ipcRenderer.
    const forward = (_event: unknown, payload: IpcEvents[E]): void => {
      listener(payload);
    };
    ipcRenderer.on(channel, forward);
    return () => {
      ipcRenderer.removeListener(channel, forward);
    };
  };
}

const api: AtomExplorerApi = {
  appInfo: call('app:info'),
  setTheme: call('app:setTheme'),
  copyText: call('app:copyText'),
  listConnections: call('connections:list'),
  addConnection: call('connections:add'),
  editConnection: call('connections:edit'),
  setConnectionKey: call('connections:setKey'),
  saveConnectionKey: call('connections:saveKey'),
  removeConnection: call('connections:remove'),
  setConnectionScheme: call('connections:setScheme'),
  testConnection: call('connections:test'),
  openDemo: call('connections:openDemo'),
  readAtom: call('atoms:read'),
  readAtoms: call('atoms:readMany'),
  recall: call('atoms:recall'),
  storeAtom: call('atoms:store'),
  saveFile: call('files:save'),
  openFile: call('files:open'),
  readScoreboard: call('scoreboard:read'),
  readObservations: call('scoreboard:observations'),
  noteOpened: call('scoreboard:opened'),
  clearScoreboard: call('scoreboard:clear'),
  listRecordings: call('recordings:list'),
  startRecording: call('recordings:start'),
  stopRecording: call('recordings:stop'),
  readRecording: call('recordings:read'),
  renameRecording: call('recordings:rename'),
  removeRecording: call('recordings:remove'),
  addRecording: call('recordings:add'),
  replayRecording: call('recordings:replay'),
  cancelRequest: call('requests:cancel'),
  listRuns: call('runs:list'),
  readRun: call('runs:read'),
  changeRun: call('runs:change'),
  removeRuns: call('runs:remove'),
  restoreRuns: call('runs:restore'),
  listExpectations: call('expectations:list'),
  addExpectations: call('expectations:add'),
  replaceExpectation: call('expectations:replace'),
  removeExpectations: call('expectations:remove'),
  restoreExpectations: call('expectations:restore'),
  runExpectations: call('expectations:run'),
  onRunsChanged: subscribe('event:runsChanged'),
  onExpectationsChanged: subscribe('event:expectationsChanged'),
  catalogueSummary: call('catalogue:summary'),
  catalogueTree: call('catalogue:tree'),
  locateInTree: call('catalogue:locateInTree'),
  catalogueAtoms: call('catalogue:atoms'),
  locateInAtoms: call('catalogue:locateInAtoms'),
  catalogueKeys: call('catalogue:keys'),
  catalogueEntries: call('catalogue:entries'),
  leafMap: call('catalogue:leafMap'),
  annotateKeys: call('catalogue:annotate'),
  forgetKeys: call('catalogue:forget'),
  listJobs: call('jobs:list'),
  pauseJob: call('jobs:pause'),
  resumeJob: call('jobs:resume'),
  cancelJob: call('jobs:cancel'),
  dismissJob: call('jobs:dismiss'),
  startReading: call('reads:start'),
  startExport: call('exports:start'),
  readKeyFile: call('imports:read'),
  readKeyTable: call('imports:readTable'),
  startImport: call('imports:start'),
  dropImport: call('imports:drop'),
  learnMissingKeys: call('imports:learnMissing'),
  startDiscovery: call('discovery:start'),
  listHistory: call('history:list'),
  readKeptValue: call('history:value'),
  historySize: call('history:size'),
  setHistoryKept: call('history:setKept'),
  clearHistory: call('history:clear'),
  onActivity: subscribe('event:activity'),
  onConnectionsChanged: subscribe('event:connectionsChanged'),
  onCatalogueChanged: subscribe('event:catalogueChanged'),
  onCatalogueRestarted: subscribe('event:catalogueRestarted'),
  onJob: subscribe('event:job'),
  onScoreboardChanged: subscribe('event:scoreboardChanged'),
  onRecordingsChanged: subscribe('event:recordingsChanged'),
  onReplayProgress: subscribe('event:replayProgress'),
};

contextBridge.exposeInMainWorld('atomExplorer', api);

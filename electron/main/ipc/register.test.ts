import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import { ipcOperations, type OperationName } from '#shared/ipc/contract.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { requestLogOperations } from '#shared/ipc/requestLogOperations.ts';
import { succeed } from '#shared/domain/result.ts';
import { gone } from '../../../engine/connections/connectionRefusals.ts';
import type { Profile } from '../../../engine/connections/profileStore.ts';
import { registerIpc, type IpcHandlers } from './register.ts';

type Listener = (event: IpcMainInvokeEvent, payload: unknown) => unknown;

/** Registers handlers that return their input, except for the replaced ones. */
function register(replaced: Partial<IpcHandlers> = {}, { isTrusted = true, isKnown = true } = {}) {
  const listeners = new Map<string, Listener>();
  const logged: unknown[] = [];
  const reached: string[] = [];
  const echoes = Object.fromEntries(
    Object.keys(ipcOperations).map((operation) => [
      operation,
      async (input: unknown) => {
        reached.push(operation);
        return succeed(input);
      },
    ]),
  );
  registerIpc(
    {
      ipcMain: {
        handle: (operation, listener) => {
          listeners.set(operation, listener);
        },
      },
      isTrustedSender: () => isTrusted,
      connections: { profile: () => (isKnown ? succeed({} as Profile) : gone) },
      log: (message, error) => logged.push(message, error),
    },
    { ...(echoes as unknown as IpcHandlers), ...replaced },
  );
  const event = { senderFrame: { url: 'https://evil.example/' } } as IpcMainInvokeEvent;
  const invoke = async (operation: OperationName, payload?: unknown): Promise<unknown> =>
    listeners.get(operation)?.(event, payload);
  return { invoke, listeners, logged, reached };
}

const replacement = {
  find: 'a',
  replace: '',
  matchesCase: true,
  within: 'both',
  filter: { edited: true },
  except: [1],
};
const filter = { text: 'a', mode: 'glob', states: ['unread'], bookmarked: true, tags: ['t', 'u'] };
const atoms = {
  connectionId: 'i',
  filter: { text: '', mode: 'contains' },
  delimiter: '/',
  path: '',
  sort: { column: 'hash', direction: 'descending' },
};
const rootsQuery = {
  connectionId: 'i',
  show: 'doubtful',
  among: null,
  text: 't',
  sort: { column: 'times', direction: 'ascending' },
};
const requestsQuery = { connectionId: 'i', show: 'failed', method: 'GET', text: 't', until: 5 };
const expectation = { name: null, query: 'q', within: 1, limit: 10, expect: ['k'], reject: [] };

const valid: { readonly [C in OperationName]: unknown } = {
  appInfo: undefined,
  setTheme: 'dark',
  reportError: { message: 'failed', stack: null },
  showLogFile: undefined,
  clearLog: undefined,
  storageUse: undefined,
  showDataFolder: undefined,
  zoom: undefined,
  setZoom: 125,
  showCommands: { available: ['back'], keys: { back: 'Alt+ArrowLeft', find: null } },
  takeGivenLink: undefined,
  openWindow: { connectionId: 'i' },
  copyText: 'text',
  listConnections: undefined,
  addConnection: {
    name: 'n',
    baseUrl: 'https://a.example',
    colour: 'blue',
    readOnly: false,
    apiKey: 'k',
  },
  editConnection: { id: 'i', name: 'n', baseUrl: 'https://a.example', colour: 'blue', readOnly: true },
  replaceConnectionKey: { requestId: 'r', id: 'i', apiKey: 'k', isTested: true },
  chooseAuthorities: undefined,
  exportConnections: undefined,
  openConnectionFile: undefined,
  importConnections: {
    connections: [
      { name: 'n', address: 'https://a.example', color: 'blue', environment: 'none', readOnly: false },
    ],
  },
  saveConnectionKey: { id: 'i' },
  readServiceFacts: { connectionId: 'i' },
  readConnectionKey: { id: 'i' },
  removeConnection: { id: 'i' },
  setConnectionScheme: { id: 'i', scheme: embeddedServiceScheme },
  testConnection: { requestId: 'r', id: 'i' },
  openDemo: undefined,
  setPractice: { isOn: true },
  practiceKey: undefined,
  chooseSnapshot: undefined,
  getSnapshot: { id: 'i' },
  keepSnapshot: { id: 'i' },
  dropSnapshot: { id: 'i' },
  readAtom: { connectionId: 'i', requestId: 'r', key: 'k' },
  readAtoms: { connectionId: 'i', requestId: 'r', keys: ['k'] },
  recall: { connectionId: 'i', requestId: 'r', query: '', limit: 1 },
  storeAtom: {
    connectionId: 'i',
    requestId: 'r',
    key: 'k',
    value: '',
    precondition: { kind: 'absent' },
    allowSensitive: false,
  },
  storeAtoms: {
    connectionId: 'i',
    requestId: 'r',
    title: 't',
    atoms: [{ key: 'k', value: '', precondition: { kind: 'as-read', version: 1, value: '' } }],
    allowSensitive: true,
  },
  listDrafts: { connectionId: 'i' },
  keepDraft: {
    connectionId: 'i',
    id: 'd',
    key: 'k',
    value: 'v',
    base: { version: null, value: 'w', verdict: null },
  },
  removeDraft: { connectionId: 'i', id: 'd' },
  listWrites: { connectionId: 'i', text: '', window: { from: 0, to: 1 } },
  locateWrite: { connectionId: 'i', text: '', id: 'w' },
  listUploadedRows: { connectionId: 'i', id: 'w', window: { from: 0, to: 1 } },
  readWrite: { connectionId: 'i', id: 'w' },
  exportWrites: { connectionId: 'i', ids: null, format: 'json' },
  clearWrites: { connectionId: 'i' },
  countPrevious: { connectionId: 'i', id: 'w' },
  readPrevious: { connectionId: 'i', id: 'w' },
  summarizePrevious: { connectionId: 'i', id: 'w' },
  previousUsage: { connectionId: 'i' },
  clearPrevious: { connectionId: 'i' },
  sizeKnowledge: { connectionId: 'i' },
  currentUpload: { connectionId: 'i' },
  chooseUploadFiles: {},
  beginChosenUpload: { connectionId: 'i', fileId: 'f' },
  beginDroppedUpload: { connectionId: 'i', name: 'a.csv', bytes: 1 },
  beginPreviousUpload: { connectionId: 'i', writeId: 'w', title: 'a.csv' },
  addDroppedBytes: { uploadId: 'u', bytes: new Uint8Array(1) },
  endDroppedUpload: { uploadId: 'u' },
  readUploadAs: {
    uploadId: 'u',
    choice: { format: 'csv', encoding: 'utf-8', delimiter: ';', hasHeader: true },
  },
  stageUpload: {
    uploadId: 'u',
    mapping: { key: '{key}', value: { kind: 'object', columns: ['a'] }, trimKeys: true },
  },
  remapUpload: { uploadId: 'u' },
  uploadRows: {
    uploadId: 'u',
    filter: { problem: 'duplicate', edited: true },
    window: { from: 0, to: 10 },
  },
  countUploadValues: { uploadId: 'u', column: 0, filter: { cell: { column: 1, text: null } }, from: 0 },
  keysNotInFile: { uploadId: 'u' },
  uploadRow: { uploadId: 'u', row: 0 },
  changeUploadRow: { uploadId: 'u', row: 0, key: 'k', value: 'v' },
  revertUploadRows: { uploadId: 'u', selection: { kind: 'rows', rows: [0] } },
  dropUploadRows: {
    uploadId: 'u',
    selection: { kind: 'filter', filter: { status: 'blocked' } },
    dropped: true,
  },
  allowUploadRows: { uploadId: 'u', selection: { kind: 'rows', rows: [0] }, allowed: true },
  findInUploadRows: { uploadId: 'u', replacement, from: 0 },
  replaceInUploadRows: { uploadId: 'u', replacement },
  undoReplaceInUploadRows: { uploadId: 'u', undoId: 1 },
  sendUploadRowsAgain: { uploadId: 'u', selection: { kind: 'rows', rows: [0] } },
  setDuplicateRule: { uploadId: 'u', rule: 'last' },
  compareUpload: { uploadId: 'u' },
  sendUpload: {
    uploadId: 'u',
    settings: { batchAtoms: 500, skipSame: true, replacesUnseen: false, onRefusal: 'ask', verify: true },
  },
  answerUpload: { uploadId: 'u', answer: { kind: 'drop', always: false } },
  stopUpload: { uploadId: 'u' },
  verifyUpload: { uploadId: 'u' },
  installationKeys: undefined,
  createInstallationKey: undefined,
  replaceInstallationKey: undefined,
  outlineEvidence: { connectionId: 'i', about: { kind: 'atom', key: 'k', requestId: 'r' } },
  saveEvidence: {
    connectionId: 'i',
    about: { kind: 'run', query: 'q', requestId: 'r' },
    choice: { format: 'bundle', values: true, rawResponses: false, timestampFrom: null, withScript: true },
  },
  startEvidence: {
    connectionId: 'i',
    selection: { kind: 'keys', keys: ['k'] },
    choice: { format: 'bundle', values: true, rawResponses: false, timestampFrom: null, withScript: true },
  },
  openEvidence: undefined,
  openEvidenceBytes: { fileName: 'a.sigstore.json', bytes: new Uint8Array(2) },
  openGivenEvidence: undefined,
  readOfEvidence: { id: 'e', at: 0 },
  responseOfEvidence: { id: 'e', at: 0 },
  saveEvidenceReport: { id: 'e', format: 'html' },
  closeEvidence: { id: 'e' },
  timestampSettings: undefined,
  addTimestampAuthority: { name: 'n', pem: 'p' },
  removeTimestampAuthority: { fingerprint: 'ab'.repeat(32) },
  trustedKeys: undefined,
  addTrustedKey: { name: 'n', pem: 'p' },
  removeTrustedKey: { fingerprint: 'ab'.repeat(32) },
  savePublicKey: { fingerprint: 'ab'.repeat(32) },
  saveUploadReport: { uploadId: 'u', format: 'csv' },
  discardUpload: { uploadId: 'u' },
  saveFile: { suggestedName: 'a.csv', content: 'text' },
  openFile: { title: 't', extensions: ['csv'] },
  readScoreboard: { connectionId: 'i', latest: null, edgeFilter: '' },
  readObservations: { connectionId: 'i' },
  noteOpened: { connectionId: 'i', key: 'k' },
  clearScoreboard: { connectionId: 'i' },
  listRuns: { connectionId: 'i' },
  readRun: { connectionId: 'i', id: 'r' },
  changeRun: { connectionId: 'i', id: 'r', name: null, pinned: true },
  removeRuns: { connectionId: 'i', ids: ['r'] },
  restoreRuns: { connectionId: 'i', ids: ['r'] },
  listExpectations: { connectionId: 'i' },
  addExpectations: { connectionId: 'i', expectations: [expectation] },
  replaceExpectation: { connectionId: 'i', id: 'e', expectation },
  removeExpectations: { connectionId: 'i', ids: ['e'] },
  restoreExpectations: { connectionId: 'i', ids: ['e'] },
  runExpectations: { connectionId: 'i', requestId: 'r', ids: null, requireVerified: true },
  cancelRequest: { requestId: 'r' },
  requestSummary: { connectionId: null },
  loggedRequests: { query: requestsQuery, window: { from: 0, to: 100 } },
  locateLoggedRequest: { query: requestsQuery, id: 1 },
  loggedRequest: { id: 1 },
  findLoggedRequest: { requestId: 'r' },
  recordRequestBodies: { isOn: true },
  clearRequests: { connectionId: 'i' },
  exportRequests: { kind: 'query', query: requestsQuery },
  catalogueSummary: { connectionId: 'i' },
  findRoot: { connectionId: 'i', rootHash: 'ab' },
  catalogueTree: {
    query: { connectionId: 'i', filter, delimiter: '.', open: { others: true, except: [''] } },
    window: { from: 0, to: 1 },
  },
  locateInTree: {
    query: { connectionId: 'i', filter, delimiter: '.', open: { others: false, except: [''] } },
    target: { kind: 'typed', text: 'a', after: 3 },
  },
  catalogueAtoms: { query: atoms, window: { from: 0, to: 1 } },
  locateInAtoms: { query: atoms, key: 'k' },
  catalogueKeys: { query: atoms, window: { from: 0, to: 100_000 } },
  catalogueEntries: { connectionId: 'i', keys: ['k'] },
  valueCoverage: { connectionId: 'i' },
  seenFields: { connectionId: 'i' },
  browseLayout: { connectionId: 'i' },
  saveBrowseLayout: { connectionId: 'i', layout: { columns: [{ name: '$.unit', width: 80 }], filters: [] } },
  leafMap: { connectionId: 'i', cells: 100 },
  annotateKeys: { connectionId: 'i', keys: ['k'], change: { note: 'n', addTags: ['t'] } },
  changeSummary: { connectionId: 'i', since: 0 },
  keyChanges: { connectionId: 'i', keys: ['k'] },
  keyMemory: { connectionId: 'i', key: 'k' },
  settleConflicts: {
    connectionId: 'i',
    selection: { kind: 'keys', keys: ['k'] },
    settlement: 'keep',
  },
  listPins: { connectionId: 'i' },
  addPin: {
    connectionId: 'i',
    pin: {
      rootHash: 'ab'.repeat(32),
      treeSize: '7',
      isExact: false,
      source: { kind: 'print' },
      note: '',
    },
  },
  editPin: { connectionId: 'i', id: 'p', note: 'n', isExact: true },
  removePin: { connectionId: 'i', id: 'p' },
  readCheckpoint: { text: 't', verifierKey: null },
  exportPin: { connectionId: 'i', id: 'p' },
  acceptRoot: { connectionId: 'i', rootHash: 'ab', note: 'n' },
  savedState: { connectionId: 'i' },
  acceptLostState: { connectionId: 'i', parts: ['ledger'] },
  ledgerSummary: { connectionId: 'i' },
  ledgerRoots: { query: rootsQuery, window: { from: 0, to: 9 } },
  locateLedgerRoot: { query: rootsQuery, rootHash: 'ab' },
  ledgerRoot: { connectionId: 'i', rootHash: 'ab' },
  verifyLedger: { connectionId: 'i' },
  ledgerConsistency: { connectionId: 'i', from: 1, to: 2 },
  signLedger: { connectionId: 'i' },
  exportLedger: { connectionId: 'i', what: { kind: 'proof', entry: 0 } },
  forgetKeys: { connectionId: 'i', selection: { kind: 'query', query: atoms, except: ['k'] } },
  listJobs: { connectionId: 'i' },
  pauseJob: { jobId: 'j' },
  resumeJob: { jobId: 'j' },
  cancelJob: { jobId: 'j' },
  dismissJob: { jobId: 'j' },
  startReading: {
    connectionId: 'i',
    selection: {
      kind: 'query',
      query: {
        connectionId: 'i',
        filter: { text: '', mode: 'contains', states: ['red', 'unread'] },
        delimiter: '.',
        path: 'v1',
        sort: { column: 'key', direction: 'ascending' },
      },
      except: ['v1.a'],
    },
  },
  startExport: {
    connectionId: 'i',
    selection: { kind: 'keys', keys: ['v1.a'] },
    content: 'proofs',
    format: 'csv',
  },
  readKeyFile: { connectionId: 'i', name: 'keys.txt', bytes: new Uint8Array([97]) },
  readKeyTable: { importId: 'm', column: 0, hasHeader: true },
  startImport: { importId: 'm', how: 'verify' },
  dropImport: { importId: 'm' },
  learnMissingKeys: { jobId: 'j' },
  startDiscovery: {
    connectionId: 'i',
    afresh: false,
    settings: { seeds: ['crop'], budget: 100, limit: null, pauseMs: 0, guesses: true },
  },
  listAudits: { connectionId: 'i' },
  compareConnections: { connectionId: 'i', otherId: 'j' },
  startAudit: {
    connectionId: 'i',
    name: 'Monthly',
    scope: { kind: 'branch', path: 'v1', delimiter: '.' },
    changes: { kind: 'own-writes' },
    options: { pinsRoot: false, rereadsMoved: true, shard: null },
  },
  readAuditList: { connectionId: 'i', name: 'list.csv', bytes: new Uint8Array([97]), use: 'expected' },
  auditDetails: { connectionId: 'i', auditId: 'a' },
  auditRecords: {
    connectionId: 'i',
    auditId: 'a',
    filter: { show: 'findings', outcomes: ['red'], check: 'path', root: 0, prefix: 'v1.' },
    page: { from: 0, to: 100 },
  },
  pauseAudit: { connectionId: 'i', auditId: 'a' },
  resumeAudit: { connectionId: 'i', auditId: 'a' },
  cancelAudit: { connectionId: 'i', auditId: 'a' },
  repeatAudit: { connectionId: 'i', auditId: 'a' },
  auditMovedKeys: { connectionId: 'i', auditId: 'a', name: 'Moved' },
  renameAudit: { connectionId: 'i', auditId: 'a', name: 'Yearly' },
  deleteAudit: { connectionId: 'i', auditId: 'a' },
  compareAudits: {
    before: { connectionId: 'i', auditId: 'a' },
    after: { connectionId: 'j', auditId: 'b' },
  },
  auditSinceLast: { connectionId: 'i', auditId: 'a' },
  auditDifferences: {
    before: { connectionId: 'i', auditId: 'a' },
    after: { connectionId: 'j', auditId: 'b' },
    filter: { kind: 'version' },
    page: { from: 0, to: 10 },
  },
  exportAuditDifferences: {
    before: { connectionId: 'i', auditId: 'a' },
    after: { connectionId: 'j', auditId: 'b' },
    filter: { expectation: 'expected' },
    format: 'csv',
  },
  exportAudit: {
    connectionId: 'i',
    auditId: 'a',
    format: 'junit',
    auditor: { name: 'Ada', organization: '' },
  },
  printAudit: { connectionId: 'i', auditId: 'a', auditor: { name: '', organization: '' } },
  outlineAuditEvidence: { connectionId: 'i', auditId: 'a', values: { kind: 'chosen', keys: ['v1.*'] } },
  saveAuditEvidence: {
    connectionId: 'i',
    auditId: 'a',
    choice: {
      values: { kind: 'failures' },
      rawResponses: false,
      timestampFrom: null,
      withScript: true,
      withReport: true,
      withPdf: false,
      withRecords: true,
      auditor: { name: 'Ada', organization: 'Audit office' },
    },
  },
  showAuditEvidence: { connectionId: 'i', auditId: 'a' },
  listAuditSchedules: { connectionId: 'i' },
  createAuditSchedule: {
    connectionId: 'i',
    auditId: 'a',
    timing: { kind: 'at', hour: 2, minute: 30, days: [1, 5] },
    notifies: 'changes',
    signs: 'failures',
    auditor: { name: '', organization: '' },
  },
  changeAuditSchedule: { connectionId: 'i', scheduleId: 's', change: { isOn: false } },
  deleteAuditSchedule: { connectionId: 'i', scheduleId: 's' },
  listHistory: { connectionId: 'i', key: 'k' },
  readKeptValue: { connectionId: 'i', key: 'k', id: '1' },
  historySize: { connectionId: 'i' },
  setHistoryKept: { connectionId: 'i', isKept: true },
  clearHistory: { connectionId: 'i', key: 'k' },
};
const namesConnection = (input: unknown): boolean => {
  const { connectionId, query } = (input ?? {}) as { connectionId?: unknown; query?: typeof atoms };
  return typeof (connectionId ?? query?.connectionId) === 'string';
};
const operations = Object.keys(ipcOperations) as OperationName[];

describe('registerIpc', () => {
  it('handles exactly the operations of the contract', () => {
    expect([...register().listeners.keys()].sort()).toEqual([...operations].sort());
  });

  it.each(operations)('passes on a valid %s', async (operation) => {
    const { invoke } = register();
    expect(await invoke(operation, valid[operation])).toEqual({ ok: true, value: valid[operation] });
  });

  it.each(operations)('refuses %s from another page, and logs it', async (operation) => {
    const { invoke, logged, reached } = register({}, { isTrusted: false });
    await expect(invoke(operation, valid[operation])).rejects.toThrow('not allowed');
    expect(reached).toEqual([]);
    expect(logged).toContain('https://evil.example/');
  });

  it.each(operations)('refuses invalid input to %s before any handler sees it', async (operation) => {
    const { invoke, reached } = register();
    const extra = valid[operation];
    const malformed = [7, [], { unexpected: 1 }, null];
    if (typeof extra === 'object') malformed.push({ ...extra, unexpected: 1 });
    for (const payload of malformed) {
      expect(await invoke(operation, payload)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
    expect(reached).toEqual([]);
  });

  it.each(operations.filter((operation) => namesConnection(valid[operation])))(
    'refuses %s for a connection that does not exist, unless it also concerns those that were removed',
    async (operation) => {
      const { invoke, reached } = register({}, { isKnown: false });
      const answer = await invoke(operation, valid[operation]);
      if (operation in requestLogOperations) expect(reached).toEqual([operation]);
      else expect([answer, reached]).toEqual([gone, []]);
    },
  );

  it.each(['startReading', 'startExport', 'settleConflicts', 'forgetKeys', 'startEvidence'] as const)(
    'refuses %s with keys that were selected in another connection',
    async (operation) => {
      const { invoke, reached } = register();
      const selection = { kind: 'query', query: { ...atoms, connectionId: 'j' }, except: [] };
      const input = { ...(valid[operation] as object), selection };
      expect(await invoke(operation, input)).toMatchObject({ ok: false, error: { field: 'selection' } });
      expect(reached).toEqual([]);
      const own = { ...input, selection: { ...selection, query: atoms } };
      expect(await invoke(operation, own)).toMatchObject({ ok: true });
    },
  );

  it('names the field', async () => {
    const { invoke } = register();
    const payload = { connectionId: 'i', requestId: 'r', keys: ['a', 7] };
    expect(await invoke('readAtoms', payload)).toMatchObject({ error: { field: 'keys.1' } });
  });

  it.each([
    ['readAtom', { connectionId: 'i', requestId: 'r', key: '' }, 'The input “key” is empty.'],
    [
      'readAtom',
      { connectionId: 'i', requestId: 'r', key: 'k'.repeat(1_000_001) },
      'The input “key” is longer than 1000000 characters.',
    ],
    [
      'readAtoms',
      { connectionId: 'i', requestId: 'r', keys: [7] },
      'The input “keys.0” is not of type string.',
    ],
    [
      'recall',
      { connectionId: 'i', requestId: 'r', query: 'q', limit: 0 },
      'The input “limit” must be at least 1.',
    ],
    ['readAtom', { connectionId: 'i', requestId: 'r', key: 'a', more: 1 }, 'The input is not accepted.'],
  ] as const)(
    'says what is wrong with an input of %s in words of its own',
    async (operation, payload, message) => {
      const { invoke } = register();
      expect(await invoke(operation, payload)).toMatchObject({ ok: false, error: { message } });
    },
  );

  it.each([
    ['a node rule', { ...embeddedServiceScheme, path: { ...embeddedServiceScheme.path, node: 'xor' } }],
    ['a pre-image', { ...embeddedServiceScheme, leaf: { ...embeddedServiceScheme.leaf, preimage: 'mood' } }],
    ['a missing part', { leaf: embeddedServiceScheme.leaf }],
  ])('refuses a chosen scheme with an invalid part: %s', async (_what, scheme) => {
    const { invoke, reached } = register();
    expect(await invoke('setConnectionScheme', { id: 'i', scheme })).toMatchObject({ ok: false });
    expect(reached).toEqual([]);
  });

  it('allows clearing a scheme, and choosing one without a leaf rule', async () => {
    const { invoke } = register();
    const withoutLeaf = { path: embeddedServiceScheme.path, leaf: null };
    for (const scheme of [null, withoutLeaf])
      expect(await invoke('setConnectionScheme', { id: 'i', scheme })).toMatchObject({ ok: true });
  });

  it('never repeats the input in the message of a refusal', async () => {
    const { invoke } = register();
    const answer = await invoke('replaceConnectionKey', { id: 7, apiKey: ['sk-secret'] });
    expect(JSON.stringify(answer)).not.toContain('sk-secret');
  });

  it('says that the disk is full, also if a database noticed it', async () => {
    const ofFiles = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      path: '/profile/pins/one.json',
    });
    const ofDatabase = new Error('Database is not open', {
      cause: new Error('IO error: 000003.log: No space left on device'),
    });
    for (const error of [ofFiles, ofDatabase]) {
      const { invoke } = register({ listConnections: () => Promise.reject(error) });
      expect(await invoke('listConnections')).toMatchObject({
        ok: false,
        error: { code: 'file_failed', failure: 'full' },
      });
    }
  });

  it('returns a plain message when a handler throws, and logs the rest', async () => {
    const bug = new Error('at /home/me: sk-secret');
    const { invoke, logged } = register({ listConnections: () => Promise.reject(bug) });
    const answer = await invoke('listConnections');
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toMatch(/home|secret|stack/);
    expect(logged).toContain(bug);
  });
});

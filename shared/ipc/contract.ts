import { z } from 'zod';
import type { BatchReading, AtomReading, RecallReading } from '../domain/atom.ts';
import type { CatalogueEntry, CatalogueSummary, LeafMap } from '../domain/catalogue.ts';
import type { RowPlace, RowsAnswer, TreeRow } from '../domain/catalogueQuery.ts';
import { settlements, type KeyMemory } from '../domain/keyMemory.ts';
import {
  connectionColours,
  type Activity,
  type Connection,
  type ConnectionId,
  type ConnectionProbe,
  type RootInLedger,
  type RootSighting,
} from '../domain/connection.ts';
import { exportContents, exportFormats, type Job, type JobOf } from '../domain/job.ts';
import type { ImportReading } from '../domain/keyImport.ts';
import type { AtomHistory, HistorySize, KeptValue } from '../domain/history.ts';
import { mostExpectations, type ExpectationsListing } from '../domain/expectation.ts';
import { longestRunName, type RecallRun, type RunsListing } from '../domain/recallRun.ts';
import type { Result } from '../domain/result.ts';
import type { Scoreboard } from '../domain/scoreboard.ts';
import type { BatchReceipt, SizeKnowledge, StoreReceipt } from '../domain/store.ts';
import type { Draft, DraftListing } from '../domain/draft.ts';
import type { Upload, UploadRow, UploadRowInFull } from '../domain/upload.ts';
import type { WriteListing, WriteReceipt } from '../domain/writeReceipt.ts';
import {
  recordingNameSchema,
  type Recording,
  type RecordingList,
  type RecordingSummary,
} from '../recordings/recording.ts';
import type { Replay, ReplayProgress } from '../recordings/replay.ts';
import type { Observation } from '../scoreboard/observation.ts';
import {
  annotationChange,
  atomsQuery,
  keySelection,
  rowWindow,
  treeQuery,
  treeTarget,
} from './catalogueInput.ts';
import { connectionId } from './connectionIdInput.ts';
import { expectationSchema } from '../recall/expectationsFile.ts';
import { chosenScheme } from './schemeInput.ts';
import { atomsToStore, atomToStore, draftToKeep } from './storeInput.ts';
import {
  duplicateRule,
  rowMapping,
  rowText,
  sendSettings,
  sourceChoice,
  uploadAnswer,
  uploadId,
  uploadRowFilter,
  uploadRowNumber,
  uploadRowSelection,
} from './uploadInput.ts';

/** UTF-16 units of an error that the window reports. */
export const longestErrorMessage = 2_000;
export const longestErrorStack = 8_000;

/** Made by the renderer for each call to a service, so that it can cancel it. */
const requestId = z.string().min(1).max(100);
const atomKey = z.string().min(1).max(1_000_000);
const jobId = z.string().min(1).max(100);
const apiKey = z.string().min(1).max(10_000);
/** `app` where the app asks of its own accord; `user` where it is not said. */
const askedBy = z.enum(['user', 'app']).optional();
/** It names a file. */
const recordingId = z.string().regex(/^[a-z0-9-]{1,64}$/);

const profile = {
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().trim().min(1).max(2_000),
  colour: z.enum(connectionColours),
  readOnly: z.boolean(),
};

/** An error that nobody caught in the window, for the log. */
const windowError = z.strictObject({
  message: z.string().max(longestErrorMessage),
  stack: z.string().max(longestErrorStack).nullable(),
});
export type WindowError = Readonly<z.infer<typeof windowError>>;

/** Channel -> parser of its input. The main process parses every payload with it and refuses the rest. */
export const ipcInputs = {
  'app:info': z.undefined(),
  'app:setTheme': z.enum(['light', 'dark', 'system']),
  'app:copyText': z.string().max(50_000_000),
  'app:reportError': windowError,
  'app:showLogFile': z.undefined(),
  'connections:list': z.undefined(),
  'connections:add': z.strictObject({ ...profile, apiKey }),
  /** The key stays bound to its origin: moving to another scheme, host or port without `apiKey` drops the stored key. */
  'connections:edit': z.strictObject({ id: connectionId, ...profile, apiKey: apiKey.optional() }),
  'connections:setKey': z.strictObject({ id: connectionId, apiKey }),
  /** Tries again to move a key that is held for this session only into the keychain. */
  'connections:saveKey': z.strictObject({ id: connectionId }),
  /** Asks the keychain for the key again, after it failed. The connection that comes back says how it went. */
  'connections:readKey': z.strictObject({ id: connectionId }),
  'connections:remove': z.strictObject({ id: connectionId }),
  /** Pins the rules that the user chose; null forgets the pin, and the next proofs pin anew. */
  'connections:setScheme': z.strictObject({ id: connectionId, scheme: chosenScheme.nullable() }),
  /** With `apiKey`: a connection that is being typed. With `id`: a stored one, at its stored address only. */
  'connections:test': z.union([
    z.strictObject({ requestId, baseUrl: profile.baseUrl, apiKey }),
    z.strictObject({ requestId, id: connectionId }),
  ]),
  /** Starts the embedded service if it is not running. */
  'connections:openDemo': z.undefined(),
  'atoms:read': z.strictObject({ connectionId, requestId, key: atomKey }),
  'atoms:readMany': z.strictObject({
    connectionId,
    requestId,
    // What a service names may be empty: such a key is set aside, and does not keep the others from being read.
    keys: z.array(z.string().max(1_000_000)).min(1).max(1_000),
    askedBy,
  }),
  'atoms:recall': z.strictObject({
    connectionId,
    requestId,
    query: z.string().max(100_000),
    limit: z.number().int().min(1).max(10_000),
    askedBy,
  }),
  /** Reads the atom again, stores it where it is as `basis` says, and reads back. Kept in the log of writes. */
  'atoms:store': z.strictObject({ connectionId, requestId, ...atomToStore }),
  /** The same for several, as one atomic batch. */
  'atoms:storeMany': z.strictObject({ connectionId, requestId, ...atomsToStore }),
  /** Asks the user where to save; the window never names a path. */
  'files:save': z.strictObject({
    suggestedName: z.string().min(1).max(200),
    content: z.union([z.string().max(200_000_000), z.instanceof(Uint8Array)]),
  }),
  /** Asks the user for a file. `extensions` without the dot, such as `csv`. */
  'files:open': z.strictObject({
    title: z.string().min(1).max(200),
    extensions: z.array(z.string().regex(/^[a-z0-9]{1,10}$/)).min(1),
  }),
  /** `latest`: how many of the latest observations count; null: all that are kept. */
  'scoreboard:read': z.strictObject({
    connectionId,
    latest: z.number().int().min(1).max(1_000_000).nullable(),
    edgeFilter: z.string().max(1_000),
  }),
  'scoreboard:observations': z.strictObject({ connectionId }),
  /** The user opened an atom other than the hits of a recall; a step, whether or not it takes a request. */
  'scoreboard:opened': z.strictObject({ connectionId, key: atomKey }),
  'scoreboard:clear': z.strictObject({ connectionId }),
  'recordings:list': z.undefined(),
  /** Ends the one that is being recorded. An empty name: named after the connection. */
  'recordings:start': z.strictObject({ connectionId, name: z.string().trim().max(200) }),
  'recordings:stop': z.undefined(),
  'recordings:read': z.strictObject({ id: recordingId }),
  'recordings:rename': z.strictObject({ id: recordingId, name: recordingNameSchema }),
  'recordings:remove': z.strictObject({ id: recordingId }),
  /** A recording as text, from a file or from a replay; the latter with the connection that it was replayed over. */
  'recordings:add': z.strictObject({
    text: z.string().max(200_000_000),
    connectionId: connectionId.nullable(),
  }),
  /** Asks the first `steps` requests of a recording again, over any connection. */
  'recordings:replay': z.strictObject({
    requestId,
    id: recordingId,
    connectionId,
    steps: z.number().int().min(1).max(100_000),
  }),
  'requests:cancel': z.strictObject({ requestId }),
  'runs:list': z.strictObject({ connectionId }),
  'runs:read': z.strictObject({ connectionId, id: requestId }),
  /** What is left out stays as it is. */
  'runs:change': z.strictObject({
    connectionId,
    id: requestId,
    name: z.string().trim().min(1).max(longestRunName).nullable().optional(),
    pinned: z.boolean().optional(),
  }),
  'runs:remove': z.strictObject({ connectionId, ids: z.array(requestId).min(1) }),
  /** Brings back what was removed last. */
  'runs:restore': z.strictObject({ connectionId }),
  'expectations:list': z.strictObject({ connectionId }),
  'expectations:add': z.strictObject({
    connectionId,
    expectations: z.array(expectationSchema).min(1).max(mostExpectations),
  }),
  'expectations:replace': z.strictObject({ connectionId, id: requestId, expectation: expectationSchema }),
  'expectations:remove': z.strictObject({ connectionId, ids: z.array(requestId).min(1) }),
  'expectations:restore': z.strictObject({ connectionId }),
  /** `ids`: null for all. Ends when all were asked for, or with `cancelled`. */
  'expectations:run': z.strictObject({
    connectionId,
    requestId,
    ids: z.array(requestId).min(1).nullable(),
    requireVerified: z.boolean(),
  }),
  'catalogue:summary': z.strictObject({ connectionId }),
  /** What the ledger of a connection knows of one root, in lower-case hex. */
  'catalogue:findRoot': z.strictObject({ connectionId, rootHash: z.string().regex(/^[0-9a-f]{2,256}$/) }),
  'catalogue:tree': z.strictObject({ query: treeQuery, window: rowWindow(1_000) }),
  'catalogue:locateInTree': z.strictObject({ query: treeQuery, target: treeTarget }),
  'catalogue:atoms': z.strictObject({ query: atomsQuery, window: rowWindow(1_000) }),
  'catalogue:locateInAtoms': z.strictObject({ query: atomsQuery, key: z.string().max(1_000_000) }),
  'catalogue:keys': z.strictObject({ query: atomsQuery, window: rowWindow(100_000) }),
  'catalogue:entries': z.strictObject({
    connectionId,
    keys: z.array(z.string().max(1_000_000)).max(1_000).readonly(),
  }),
  'catalogue:leafMap': z.strictObject({ connectionId, cells: z.number().int().min(1).max(10_000) }),
  'catalogue:annotate': z.strictObject({
    connectionId,
    keys: z.array(z.string().max(1_000_000)).min(1).max(100_000).readonly(),
    change: annotationChange,
  }),
  /** A query in the selection has to be about the same connection. */
  'catalogue:forget': z.strictObject({ connectionId, selection: keySelection }),
  'catalogue:memory': z.strictObject({ connectionId, key: z.string().max(1_000_000) }),
  'catalogue:settle': z.strictObject({
    connectionId,
    selection: keySelection,
    settlement: z.enum(settlements),
  }),
  'catalogue:acceptRoot': z.strictObject({ connectionId, rootHash: z.string().max(1_000) }),
  /** Those under way, those that ended and were not dismissed, and a discovery that an earlier session left unfinished. */
  'jobs:list': z.strictObject({ connectionId }),
  /** The four do nothing where the job is not in a state for it. */
  'jobs:pause': z.strictObject({ jobId }),
  'jobs:resume': z.strictObject({ jobId }),
  'jobs:cancel': z.strictObject({ jobId }),
  /** Takes a job that ended off the list. */
  'jobs:dismiss': z.strictObject({ jobId }),
  /** Reads and verifies a selection. A query must be one of the same connection. */
  'reads:start': z.strictObject({ connectionId, selection: keySelection }),
  /** Asks the user where to save, and answers null where they cancel. */
  'exports:start': z.strictObject({
    connectionId,
    selection: keySelection,
    content: z.enum(exportContents),
    format: z.enum(exportFormats),
  }),
  /** Reads a file of keys. Nothing is learned and nothing asked before `imports:start`. */
  'imports:read': z.strictObject({
    connectionId,
    name: z.string().min(1).max(1_000),
    bytes: z.instanceof(Uint8Array),
  }),
  /** Reads the same file again, with what the user chose for its table. */
  'imports:readTable': z.strictObject({
    importId: jobId,
    column: z.number().int().min(0),
    hasHeader: z.boolean(),
  }),
  /** `verify`: asks the service for the keys and learns those that it has. `learn`: takes them all, unread. */
  'imports:start': z.strictObject({ importId: jobId, how: z.enum(['verify', 'learn']) }),
  'imports:drop': z.strictObject({ importId: jobId }),
  /** Makes known, unread, what an import that ended found missing. */
  'imports:learnMissing': z.strictObject({ jobId }),
  /** `afresh` forgets what an earlier discovery of this connection asked; else that is not asked again. */
  'discovery:start': z.strictObject({
    connectionId,
    afresh: z.boolean(),
    settings: z.strictObject({
      seeds: z.array(z.string().min(1).max(1_000)).max(1_000),
      budget: z.number().int().min(1).max(1_000_000),
      limit: z.number().int().min(1).max(10_000).nullable(),
      pauseMs: z.number().int().min(0).max(600_000),
      guesses: z.boolean(),
    }),
  }),
  'history:list': z.strictObject({ connectionId, key: atomKey }),
  'history:value': z.strictObject({ connectionId, key: atomKey, id: z.string().min(1).max(100) }),
  'history:size': z.strictObject({ connectionId }),
  /** What was kept so far stays, until it is cleared. */
  'history:setKept': z.strictObject({ connectionId, isKept: z.boolean() }),
  /** Without `key`: all that is kept of the connection. */
  'history:clear': z.strictObject({ connectionId, key: atomKey.optional() }),
  'drafts:list': z.strictObject({ connectionId }),
  /** In place of an earlier one of the same id. */
  'drafts:keep': z.strictObject({ connectionId, ...draftToKeep }),
  'drafts:remove': z.strictObject({ connectionId, id: z.string().min(1).max(100) }),
  'writes:list': z.strictObject({ connectionId, window: rowWindow(1_000) }),
  'writes:read': z.strictObject({ connectionId, id: z.string().min(1).max(100) }),
  /** Asks the user where to save them. `ids`: null for all. */
  'writes:export': z.strictObject({
    connectionId,
    ids: z.array(z.string().min(1).max(100)).min(1).max(100_000).nullable(),
    format: z.enum(exportFormats),
  }),
  'writes:clear': z.strictObject({ connectionId }),
  'writes:sizes': z.strictObject({ connectionId }),
  'uploads:current': z.strictObject({ connectionId }),
  /** Asks the user for a file; null where they cancel. Refused while the connection has an upload that is not ended or discarded. */
  'uploads:choose': z.strictObject({ connectionId }),
  /** A file that was dropped on the window, which then hands over its bytes piece by piece. */
  'uploads:beginDropped': z.strictObject({
    connectionId,
    name: z.string().min(1).max(1_000),
    bytes: z.number().int().min(0),
  }),
  'uploads:addDropped': z.strictObject({
    uploadId,
    bytes: z
      .instanceof(Uint8Array)
      .refine(({ byteLength }) => byteLength <= 8 * 1024 * 1024, 'at most 8 MiB'),
  }),
  'uploads:endDropped': z.strictObject({ uploadId }),
  /** Reads the beginning of the file in another way. */
  'uploads:readAs': z.strictObject({ uploadId, choice: sourceChoice }),
  /** Begins to read and check all rows. */
  'uploads:stage': z.strictObject({ uploadId, mapping: rowMapping }),
  /** Back to the mapping; what was fixed and dropped is gone. */
  'uploads:remap': z.strictObject({ uploadId }),
  'uploads:rows': z.strictObject({ uploadId, filter: uploadRowFilter, window: rowWindow(1_000) }),
  'uploads:row': z.strictObject({ uploadId, row: uploadRowNumber }),
  'uploads:changeRow': z.strictObject({ uploadId, row: uploadRowNumber, key: rowText, value: rowText }),
  /** Undoes what was changed in rows: as they are in the file. */
  'uploads:revertRows': z.strictObject({ uploadId, selection: uploadRowSelection }),
  'uploads:dropRows': z.strictObject({ uploadId, selection: uploadRowSelection, dropped: z.boolean() }),
  /** Lets rows pass, or no longer, in spite of problems that can be allowed. */
  'uploads:allowRows': z.strictObject({ uploadId, selection: uploadRowSelection, allowed: z.boolean() }),
  /** Once sending has ended: those of the rows that were refused or are unknown wait for `uploads:send`, as they are. */
  'uploads:sendRowsAgain': z.strictObject({ uploadId, selection: uploadRowSelection }),
  'uploads:setDuplicateRule': z.strictObject({ uploadId, rule: duplicateRule }),
  'uploads:compare': z.strictObject({ uploadId }),
  'uploads:send': z.strictObject({ uploadId, settings: sendSettings }),
  'uploads:answer': z.strictObject({ uploadId, answer: uploadAnswer }),
  /** Ends sending for good; what was not sent is skipped. */
  'uploads:stop': z.strictObject({ uploadId }),
  'uploads:verify': z.strictObject({ uploadId }),
  /** Asks the user where to save the outcome of every row. */
  'uploads:saveReport': z.strictObject({ uploadId, format: z.enum(exportFormats) }),
  /** Done with it: its rows are deleted from this machine. Refused while it is sending. */
  'uploads:discard': z.strictObject({ uploadId }),
} as const satisfies Record<string, z.ZodType>;

export type IpcChannel = keyof typeof ipcInputs;
/** What the renderer may send (before parsing). */
export type IpcInput<C extends IpcChannel> = z.input<(typeof ipcInputs)[C]>;
/** What a handler in main receives (after parsing). */
export type IpcParsedInput<C extends IpcChannel> = z.output<(typeof ipcInputs)[C]>;

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly electron: string;
  /** The old npm-hosted runtime, for trying out and tests only; the window says so. */
  readonly isFallbackRuntime: boolean;
}

export interface SavedFile {
  /** null where the user cancelled. */
  readonly path: string | null;
  /** Where a link led that the file took the place of. What it led to is unchanged. */
  readonly replacedLink?: string;
}

export interface OpenedFile {
  /** Without its folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Channel -> what the answer carries when it went well. */
export interface IpcOutput {
  'app:info': AppInfo;
  'app:setTheme': null;
  'app:copyText': null;
  'app:reportError': null;
  'app:showLogFile': null;
  'connections:list': readonly Connection[];
  'connections:add': Connection;
  'connections:edit': Connection;
  'connections:setKey': Connection;
  'connections:saveKey': Connection;
  'connections:readKey': Connection;
  'connections:remove': null;
  'connections:setScheme': Connection;
  'connections:test': ConnectionProbe;
  'connections:openDemo': Connection;
  'atoms:read': AtomReading;
  'atoms:readMany': BatchReading;
  'atoms:recall': RecallReading;
  'atoms:store': StoreReceipt;
  'atoms:storeMany': BatchReceipt;
  'files:save': SavedFile;
  'files:open': OpenedFile | null;
  'scoreboard:read': Scoreboard;
  'scoreboard:observations': readonly Observation[];
  'scoreboard:opened': null;
  'scoreboard:clear': null;
  'recordings:list': RecordingList;
  'recordings:start': RecordingSummary;
  'recordings:stop': null;
  'recordings:read': Recording;
  'recordings:rename': null;
  'recordings:remove': null;
  'recordings:add': RecordingSummary;
  'recordings:replay': Replay;
  'requests:cancel': null;
  'runs:list': RunsListing;
  'runs:read': RecallRun;
  'runs:change': null;
  'runs:remove': null;
  'runs:restore': null;
  'expectations:list': ExpectationsListing;
  'expectations:add': { readonly added: number };
  'expectations:replace': null;
  'expectations:remove': null;
  'expectations:restore': null;
  'expectations:run': null;
  'catalogue:summary': CatalogueSummary;
  'catalogue:findRoot': RootInLedger;
  'catalogue:tree': RowsAnswer<TreeRow>;
  'catalogue:locateInTree': RowPlace;
  'catalogue:atoms': RowsAnswer<CatalogueEntry>;
  'catalogue:locateInAtoms': RowPlace;
  'catalogue:keys': RowsAnswer<string>;
  /** In the order asked; null for what is not known. */
  'catalogue:entries': readonly (CatalogueEntry | null)[];
  'catalogue:leafMap': LeafMap;
  /** Keys that are not known are left out. */
  'catalogue:annotate': { readonly annotated: number };
  'catalogue:forget': { readonly forgotten: number };
  /** What is remembered of a key; null for nothing. */
  'catalogue:memory': KeyMemory | null;
  /** Of how many keys a conflict was settled. */
  'catalogue:settle': { readonly settled: number };
  /** The newest root of the ledger afterwards. */
  'catalogue:acceptRoot': RootSighting | null;
  'jobs:list': readonly Job[];
  'jobs:pause': null;
  'jobs:resume': null;
  'jobs:cancel': null;
  'jobs:dismiss': null;
  'reads:start': JobOf<'read'>;
  'exports:start': JobOf<'export'> | null;
  'imports:read': ImportReading;
  'imports:readTable': ImportReading;
  'imports:start': JobOf<'import'>;
  'imports:drop': null;
  'imports:learnMissing': JobOf<'import'>;
  'discovery:start': JobOf<'discovery'>;
  'history:list': AtomHistory;
  'history:value': KeptValue;
  'history:size': HistorySize;
  'history:setKept': Connection;
  'history:clear': null;
  'drafts:list': DraftListing;
  'drafts:keep': Draft;
  'drafts:remove': null;
  'writes:list': WriteListing;
  'writes:read': WriteReceipt;
  'writes:export': SavedFile;
  'writes:clear': null;
  'writes:sizes': SizeKnowledge;
  'uploads:current': Upload | null;
  'uploads:choose': Upload | null;
  'uploads:beginDropped': Upload;
  'uploads:addDropped': null;
  'uploads:endDropped': Upload;
  'uploads:readAs': Upload;
  'uploads:stage': Upload;
  'uploads:remap': Upload;
  'uploads:rows': RowsAnswer<UploadRow>;
  'uploads:row': UploadRowInFull;
  'uploads:changeRow': UploadRow;
  'uploads:revertRows': { readonly changed: number };
  'uploads:dropRows': { readonly changed: number };
  'uploads:allowRows': { readonly changed: number };
  'uploads:sendRowsAgain': { readonly changed: number };
  'uploads:setDuplicateRule': Upload;
  'uploads:compare': Upload;
  'uploads:send': Upload;
  'uploads:answer': Upload;
  'uploads:stop': Upload;
  'uploads:verify': Upload;
  'uploads:saveReport': SavedFile;
  'uploads:discard': null;
}

/** Sent from main to the window. */
export interface IpcEvents {
  'event:activity': Activity;
  'event:connectionsChanged': null;
  /** At most four times a second for each connection. */
  'event:catalogueChanged': { readonly connectionId: ConnectionId; readonly revision: number };
  'event:runsChanged': { readonly connectionId: ConnectionId };
  /** Their list, their outcomes, or how far a run has come. */
  'event:expectationsChanged': { readonly connectionId: ConnectionId };
  /** What holds the known keys had died and is open again; nothing is lost. */
  'event:catalogueRestarted': null;
  /** A job began, went on or ended; at most 4 times a second of each job, and always of its end. */
  'event:job': Job;
  'event:scoreboardChanged': { readonly connectionId: ConnectionId };
  'event:recordingsChanged': null;
  'event:replayProgress': ReplayProgress & { readonly requestId: string };
  'event:draftsChanged': { readonly connectionId: ConnectionId };
  'event:writesChanged': { readonly connectionId: ConnectionId };
  /** Its phase, its rows or its question; at most four times a second. How far a job has come is told by `event:job`. */
  'event:uploadChanged': { readonly connectionId: ConnectionId };
}

type Call<C extends IpcChannel> =
  undefined extends IpcInput<C>
    ? () => Promise<Result<IpcOutput[C]>>
    : (input: IpcInput<C>) => Promise<Result<IpcOutput[C]>>;
type Subscribe<E extends keyof IpcEvents> = (listener: (event: IpcEvents[E]) => void) => () => void;

/** What the preload exposes as `window.atomExplorer`: one named function per operation, no channel names. */
export interface AtomExplorerApi {
  readonly appInfo: Call<'app:info'>;
  readonly setTheme: Call<'app:setTheme'>;
  readonly copyText: Call<'app:copyText'>;
  readonly reportError: Call<'app:reportError'>;
  readonly showLogFile: Call<'app:showLogFile'>;
  readonly listConnections: Call<'connections:list'>;
  readonly addConnection: Call<'connections:add'>;
  readonly editConnection: Call<'connections:edit'>;
  readonly setConnectionKey: Call<'connections:setKey'>;
  readonly saveConnectionKey: Call<'connections:saveKey'>;
  readonly readConnectionKey: Call<'connections:readKey'>;
  readonly removeConnection: Call<'connections:remove'>;
  readonly setConnectionScheme: Call<'connections:setScheme'>;
  readonly testConnection: Call<'connections:test'>;
  readonly openDemo: Call<'connections:openDemo'>;
  readonly readAtom: Call<'atoms:read'>;
  readonly readAtoms: Call<'atoms:readMany'>;
  readonly recall: Call<'atoms:recall'>;
  readonly storeAtom: Call<'atoms:store'>;
  readonly storeAtoms: Call<'atoms:storeMany'>;
  readonly saveFile: Call<'files:save'>;
  readonly openFile: Call<'files:open'>;
  readonly readScoreboard: Call<'scoreboard:read'>;
  readonly readObservations: Call<'scoreboard:observations'>;
  readonly noteOpened: Call<'scoreboard:opened'>;
  readonly clearScoreboard: Call<'scoreboard:clear'>;
  readonly listRecordings: Call<'recordings:list'>;
  readonly startRecording: Call<'recordings:start'>;
  readonly stopRecording: Call<'recordings:stop'>;
  readonly readRecording: Call<'recordings:read'>;
  readonly renameRecording: Call<'recordings:rename'>;
  readonly removeRecording: Call<'recordings:remove'>;
  readonly addRecording: Call<'recordings:add'>;
  readonly replayRecording: Call<'recordings:replay'>;
  readonly cancelRequest: Call<'requests:cancel'>;
  readonly listRuns: Call<'runs:list'>;
  readonly readRun: Call<'runs:read'>;
  readonly changeRun: Call<'runs:change'>;
  readonly removeRuns: Call<'runs:remove'>;
  readonly restoreRuns: Call<'runs:restore'>;
  readonly listExpectations: Call<'expectations:list'>;
  readonly addExpectations: Call<'expectations:add'>;
  readonly replaceExpectation: Call<'expectations:replace'>;
  readonly removeExpectations: Call<'expectations:remove'>;
  readonly restoreExpectations: Call<'expectations:restore'>;
  readonly runExpectations: Call<'expectations:run'>;
  readonly onRunsChanged: Subscribe<'event:runsChanged'>;
  readonly onExpectationsChanged: Subscribe<'event:expectationsChanged'>;
  readonly catalogueSummary: Call<'catalogue:summary'>;
  readonly findRoot: Call<'catalogue:findRoot'>;
  readonly catalogueTree: Call<'catalogue:tree'>;
  readonly locateInTree: Call<'catalogue:locateInTree'>;
  readonly catalogueAtoms: Call<'catalogue:atoms'>;
  readonly locateInAtoms: Call<'catalogue:locateInAtoms'>;
  readonly catalogueKeys: Call<'catalogue:keys'>;
  readonly catalogueEntries: Call<'catalogue:entries'>;
  readonly leafMap: Call<'catalogue:leafMap'>;
  readonly annotateKeys: Call<'catalogue:annotate'>;
  readonly forgetKeys: Call<'catalogue:forget'>;
  readonly keyMemory: Call<'catalogue:memory'>;
  readonly settleConflicts: Call<'catalogue:settle'>;
  readonly acceptRoot: Call<'catalogue:acceptRoot'>;
  readonly listJobs: Call<'jobs:list'>;
  readonly pauseJob: Call<'jobs:pause'>;
  readonly resumeJob: Call<'jobs:resume'>;
  readonly cancelJob: Call<'jobs:cancel'>;
  readonly dismissJob: Call<'jobs:dismiss'>;
  readonly startReading: Call<'reads:start'>;
  readonly startExport: Call<'exports:start'>;
  readonly readKeyFile: Call<'imports:read'>;
  readonly readKeyTable: Call<'imports:readTable'>;
  readonly startImport: Call<'imports:start'>;
  readonly dropImport: Call<'imports:drop'>;
  readonly learnMissingKeys: Call<'imports:learnMissing'>;
  readonly startDiscovery: Call<'discovery:start'>;
  readonly listHistory: Call<'history:list'>;
  readonly readKeptValue: Call<'history:value'>;
  readonly historySize: Call<'history:size'>;
  readonly setHistoryKept: Call<'history:setKept'>;
  readonly clearHistory: Call<'history:clear'>;
  readonly listDrafts: Call<'drafts:list'>;
  readonly keepDraft: Call<'drafts:keep'>;
  readonly removeDraft: Call<'drafts:remove'>;
  readonly listWrites: Call<'writes:list'>;
  readonly readWrite: Call<'writes:read'>;
  readonly exportWrites: Call<'writes:export'>;
  readonly clearWrites: Call<'writes:clear'>;
  readonly sizeKnowledge: Call<'writes:sizes'>;
  readonly currentUpload: Call<'uploads:current'>;
  readonly chooseUpload: Call<'uploads:choose'>;
  readonly beginDroppedUpload: Call<'uploads:beginDropped'>;
  readonly addDroppedBytes: Call<'uploads:addDropped'>;
  readonly endDroppedUpload: Call<'uploads:endDropped'>;
  readonly readUploadAs: Call<'uploads:readAs'>;
  readonly stageUpload: Call<'uploads:stage'>;
  readonly remapUpload: Call<'uploads:remap'>;
  readonly uploadRows: Call<'uploads:rows'>;
  readonly uploadRow: Call<'uploads:row'>;
  readonly changeUploadRow: Call<'uploads:changeRow'>;
  readonly revertUploadRows: Call<'uploads:revertRows'>;
  readonly dropUploadRows: Call<'uploads:dropRows'>;
  readonly allowUploadRows: Call<'uploads:allowRows'>;
  readonly sendUploadRowsAgain: Call<'uploads:sendRowsAgain'>;
  readonly setDuplicateRule: Call<'uploads:setDuplicateRule'>;
  readonly compareUpload: Call<'uploads:compare'>;
  readonly sendUpload: Call<'uploads:send'>;
  readonly answerUpload: Call<'uploads:answer'>;
  readonly stopUpload: Call<'uploads:stop'>;
  readonly verifyUpload: Call<'uploads:verify'>;
  readonly saveUploadReport: Call<'uploads:saveReport'>;
  readonly discardUpload: Call<'uploads:discard'>;
  readonly onDraftsChanged: Subscribe<'event:draftsChanged'>;
  readonly onWritesChanged: Subscribe<'event:writesChanged'>;
  readonly onUploadChanged: Subscribe<'event:uploadChanged'>;
  readonly onActivity: Subscribe<'event:activity'>;
  readonly onConnectionsChanged: Subscribe<'event:connectionsChanged'>;
  readonly onCatalogueChanged: Subscribe<'event:catalogueChanged'>;
  readonly onCatalogueRestarted: Subscribe<'event:catalogueRestarted'>;
  readonly onJob: Subscribe<'event:job'>;
  readonly onScoreboardChanged: Subscribe<'event:scoreboardChanged'>;
  readonly onRecordingsChanged: Subscribe<'event:recordingsChanged'>;
  readonly onReplayProgress: Subscribe<'event:replayProgress'>;
}

import { z } from 'zod';
import type { BatchReading, AtomReading, RecallReading } from '../domain/atom.ts';
import type { CatalogueListing } from '../domain/catalogue.ts';
import {
  connectionColours,
  type Activity,
  type Connection,
  type ConnectionId,
  type ConnectionProbe,
} from '../domain/connection.ts';
import type { Result } from '../domain/result.ts';
import type { StoreReceipt } from '../domain/store.ts';
import { chosenScheme } from './schemeInput.ts';

const connectionId = z
  .string()
  .min(1)
  .max(100)
  .transform((id) => id as ConnectionId);
/** Made by the renderer for each call to a service, so that it can cancel it. */
const requestId = z.string().min(1).max(100);
const atomKey = z.string().min(1).max(1_000_000);
const apiKey = z.string().min(1).max(10_000);
/** `app` where the app asks of its own accord; `user` where it is not said. */
const askedBy = z.enum(['user', 'app']).optional();

const profile = {
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().trim().min(1).max(2_000),
  colour: z.enum(connectionColours),
  readOnly: z.boolean(),
};

/** Channel -> parser of its input. The main process parses every payload with it and refuses the rest. */
export const ipcInputs = {
  'app:info': z.undefined(),
  'app:setTheme': z.enum(['light', 'dark', 'system']),
  'app:copyText': z.string().max(50_000_000),
  'connections:list': z.undefined(),
  'connections:add': z.strictObject({ ...profile, apiKey }),
  /** The key stays bound to its origin: moving to another scheme, host or port without `apiKey` drops the stored key. */
  'connections:edit': z.strictObject({ id: connectionId, ...profile, apiKey: apiKey.optional() }),
  'connections:setKey': z.strictObject({ id: connectionId, apiKey }),
  /** Tries again to move a key that is held for this session only into the keychain. */
  'connections:saveKey': z.strictObject({ id: connectionId }),
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
    keys: z.array(atomKey).min(1).max(1_000),
    askedBy,
  }),
  'atoms:recall': z.strictObject({
    connectionId,
    requestId,
    query: z.string().max(100_000),
    limit: z.number().int().min(1).max(10_000),
    askedBy,
  }),
  'atoms:store': z.strictObject({ connectionId, requestId, key: atomKey, value: z.string() }),
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
  'requests:cancel': z.strictObject({ requestId }),
  'catalogue:list': z.strictObject({ connectionId }),
  'catalogue:forget': z.strictObject({ connectionId, keys: z.array(atomKey).min(1) }),
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
  'connections:list': readonly Connection[];
  'connections:add': Connection;
  'connections:edit': Connection;
  'connections:setKey': Connection;
  'connections:saveKey': Connection;
  'connections:remove': null;
  'connections:setScheme': Connection;
  'connections:test': ConnectionProbe;
  'connections:openDemo': Connection;
  'atoms:read': AtomReading;
  'atoms:readMany': BatchReading;
  'atoms:recall': RecallReading;
  'atoms:store': StoreReceipt;
  'files:save': SavedFile;
  'files:open': OpenedFile | null;
  'requests:cancel': null;
  'catalogue:list': CatalogueListing;
  'catalogue:forget': null;
}

/** Sent from main to the window. */
export interface IpcEvents {
  'event:activity': Activity;
  'event:connectionsChanged': null;
  'event:catalogueChanged': { readonly connectionId: ConnectionId };
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
  readonly listConnections: Call<'connections:list'>;
  readonly addConnection: Call<'connections:add'>;
  readonly editConnection: Call<'connections:edit'>;
  readonly setConnectionKey: Call<'connections:setKey'>;
  readonly saveConnectionKey: Call<'connections:saveKey'>;
  readonly removeConnection: Call<'connections:remove'>;
  readonly setConnectionScheme: Call<'connections:setScheme'>;
  readonly testConnection: Call<'connections:test'>;
  readonly openDemo: Call<'connections:openDemo'>;
  readonly readAtom: Call<'atoms:read'>;
  readonly readAtoms: Call<'atoms:readMany'>;
  readonly recall: Call<'atoms:recall'>;
  readonly storeAtom: Call<'atoms:store'>;
  readonly saveFile: Call<'files:save'>;
  readonly openFile: Call<'files:open'>;
  readonly cancelRequest: Call<'requests:cancel'>;
  readonly listCatalogue: Call<'catalogue:list'>;
  readonly forgetKeys: Call<'catalogue:forget'>;
  readonly onActivity: Subscribe<'event:activity'>;
  readonly onConnectionsChanged: Subscribe<'event:connectionsChanged'>;
  readonly onCatalogueChanged: Subscribe<'event:catalogueChanged'>;
}

import { z } from 'zod';
import {
  connectionColours,
  environments,
  type Connection,
  type RemovedConnection,
} from '../domain/connection.ts';
import { importedConnection, mostImportedConnections } from '../connectionFile/connectionFile.ts';
import type { OpenedConnectionFile } from '../domain/connectionImport.ts';
import type { SavedFile } from './appTypes.ts';
import type { ConnectionTest, KeyReplacement } from '../domain/connectionTest.ts';
import type { ChosenAuthorities } from '../domain/certificateFacts.ts';
import { authorityCertificates, connectionLimits } from './connectionLimitsInput.ts';
import { connectionId } from './fields.ts';
import { chosenScheme } from './schemeInput.ts';
import { requestId } from './fields.ts';
import { pinInput } from './pinOperations.ts';
import { operation } from './operation.ts';

const apiKey = z.string().min(1).max(10_000);

/** How the service is reached. Absent: as before, or the defaults; null: the defaults. */
const reaching = {
  limits: connectionLimits.nullable().optional(),
  authorities: authorityCertificates.nullable().optional(),
};

const profile = {
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().trim().min(1).max(2_000),
  colour: z.enum(connectionColours),
  /** Absent: `none` for a new connection, unchanged for another. */
  environment: z.enum(environments).optional(),
  readOnly: z.boolean(),
  ...reaching,
};

export const connectionOperations = {
  listConnections: operation<readonly Connection[]>()(z.undefined()),
  /** With `scheme` and `pin`, even the first response is held to these hashing rules and this root. */
  addConnection: operation<Connection>()(
    z.strictObject({
      ...profile,
      apiKey,
      scheme: chosenScheme.optional(),
      pin: pinInput.optional(),
    }),
  ),
  /** The key stays bound to its origin: moving to another scheme, host, or port without `apiKey` drops the stored key. */
  editConnection: operation<Connection>()(
    z.strictObject({ id: connectionId, ...profile, apiKey: apiKey.optional() }),
  ),
  /** Tests the new key first, unless `isTested` is false. If that fails, the old key stays. */
  replaceConnectionKey: operation<KeyReplacement>()(
    z.strictObject({ requestId, id: connectionId, apiKey, isTested: z.boolean() }),
  ),
  /** Tries again to move a key that is held for this session only into the keychain. */
  saveConnectionKey: operation<Connection>()(z.strictObject({ id: connectionId })),
  /** Asks the keychain for the key again after it failed. The returned connection says how it went. */
  readConnectionKey: operation<Connection>()(z.strictObject({ id: connectionId })),
  /** Saves the connections to services, without keys, in a file that the user chooses. */
  exportConnections: operation<SavedFile>()(z.undefined()),
  /** Reads a file that the user chooses; null if they cancel. Adds nothing. */
  openConnectionFile: operation<OpenedConnectionFile | null>()(z.undefined()),
  /** Adds connections without keys, and connects to none. Invalid addresses are left out. */
  importConnections: operation<readonly Connection[]>()(
    z.strictObject({ connections: z.array(importedConnection).min(1).max(mostImportedConnections) }),
  ),
  /** Reads a file with certificates of authorities that the user chooses; null if they cancel. Saves nothing. */
  chooseAuthorities: operation<ChosenAuthorities | null>()(z.undefined()),
  removeConnection: operation<RemovedConnection>()(z.strictObject({ id: connectionId })),
  /** Pins the hashing rules that the user chose; null removes the pin, and the next proofs set a new one. */
  setConnectionScheme: operation<Connection>()(
    z.strictObject({ id: connectionId, scheme: chosenScheme.nullable() }),
  ),
  /**
   * Writes and saves nothing. With `apiKey`: what was typed, with what is saved of `reachedAs` where `reaching` says nothing.
   * With `id`: the saved key, at the saved address, or at another one of the same origin. The event `connectionTest` has the steps as they end.
   */
  testConnection: operation<ConnectionTest>()(
    z.union([
      z.strictObject({
        requestId,
        baseUrl: profile.baseUrl,
        apiKey,
        reachedAs: connectionId.optional(),
        ...reaching,
      }),
      z.strictObject({ requestId, id: connectionId, baseUrl: profile.baseUrl.optional(), ...reaching }),
    ]),
  ),
  /** Starts the demo memory's service if it is not running. */
  openDemo: operation<Connection>()(z.undefined()),
  /**
   * Practice in the demo memory: while it is on, the demo service returns one atom, chosen at random, with a changed value. Returns the key
   * of that atom; null: none.
   */
  setPractice: operation<string | null>()(z.strictObject({ isOn: z.boolean() })),
  practiceKey: operation<string | null>()(z.undefined()),
};

export const requestOperations = {
  cancelRequest: operation<null>()(z.strictObject({ requestId })),
};

import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { hasPassed, type ConnectionTest, type KeyReplacement } from '#shared/domain/connectionTest.ts';
import type { NewPin } from '#shared/domain/pin.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { connectionOperations } from '#shared/ipc/connectionOperations.ts';
import type { IpcParsedInput } from '#shared/ipc/contract.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { cleanApiKey } from '../../../engine/connections/apiKey.ts';
import { chooseAuthorities } from '../../../engine/connections/authorityFile.ts';
import { reachingOf, type Connections } from '../../../engine/connections/connections.ts';
import type { DemoService } from '../embedded/embeddedProcess.ts';
import type { ConnectionFiles } from '../../../engine/connections/connectionFiles.ts';
import type { OriginConsent } from '../../../engine/connections/originConsent.ts';
import { testConnection } from '../../../engine/connections/testConnection.ts';
import { parseBaseAddress, type BaseAddress } from '../../../engine/client/baseAddress.ts';
import type { CallOptions, Gateway, Target } from '../../../engine/client/gateway.ts';
import type { HttpClient } from '../../../engine/client/httpClient.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import type { TrustedKeys } from '../../../engine/connections/identity/trustedKeys.ts';
import { newPinOf } from '../../../engine/roots/pins/pinExchange.ts';
import type { Pins } from '../../../engine/roots/pins/pins.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createConnectionHandlers(effects: {
  readonly connections: Connections;
  readonly consent: OriginConsent;
  readonly gateway: Gateway;
  readonly http: Pick<HttpClient, 'send'>;
  /** The steps of a connection test so far. */
  readonly tested: (requestId: string, test: ConnectionTest) => void;
  readonly requests: ActiveRequests;
  readonly connectionFiles: ConnectionFiles;
  readonly files: Pick<UserFiles, 'open'>;
  readonly pins: Pick<Pins, 'add'>;
  readonly trustedKeys: Pick<TrustedKeys, 'named'>;
  readonly connectionsChanged: () => void;
  readonly embedded: Pick<DemoService, 'practice' | 'practiceKey'>;
  /** Adds the keys of the demo memory when it is first opened; never fails. */
  readonly readDemoMemory: () => Promise<void>;
  readonly now: () => number;
  readonly newId: () => string;
}): IpcHandlers<typeof connectionOperations> {
  const { connections, consent, gateway, requests } = effects;
  const announced = async <T>(change: Promise<Result<T>>): Promise<Result<T>> => {
    const result = await change;
    if (result.ok) effects.connectionsChanged();
    return result;
  };
  const runTest = (target: Target, options: CallOptions): Promise<ConnectionTest> =>
    testConnection(effects, target, { ...options, purpose: 'test' }, (test) => {
      effects.tested(options.requestId, test);
    });
  /** Testing shows that the user wants to connect, so an origin that was refused before is asked about again. */
  const allowedAddress = async (id: ConnectionId): Promise<Result<BaseAddress>> => {
    const profile = connections.profile(id);
    return profile.ok ? consent.allowed(profile.value.baseUrl) : profile;
  };
  const testedTarget = async (input: IpcParsedInput<'testConnection'>): Promise<Result<Target>> => {
    if ('apiKey' in input) return typedTarget(input);
    const saved = await allowedAddress(input.id);
    if (!saved.ok) return saved;
    const target = await connections.target(input.id);
    if (!target.ok) return target;
    const profile = { id: input.id, ...reachingOf(target.value.profile, input) };
    const address = parseBaseAddress(input.baseUrl ?? target.value.address.text);
    if (!address.ok) return address;
    // The key is bound to its origin.
    if (address.value.origin !== target.value.address.origin) return otherOrigin;
    return succeed({ ...target.value, address: address.value, profile });
  };
  const typedTarget = async (
    input: Extract<IpcParsedInput<'testConnection'>, { readonly apiKey: string }>,
  ): Promise<Result<Target>> => {
    const apiKey = cleanApiKey(input.apiKey);
    if (!apiKey.ok) return apiKey;
    const saved = input.reachedAs === undefined ? null : connections.profile(input.reachedAs);
    if (saved !== null && !saved.ok) return saved;
    const address = await consent.allowed(input.baseUrl);
    if (!address.ok) return address;
    const profile = { id: notSaved, ...reachingOf(saved?.value ?? {}, input) };
    return succeed({ address: address.value, apiKey: apiKey.value, profile });
  };
  /** Nothing is read over the connection before the rules and the root to expect are saved. */
  const addHeld = async (
    profile: Parameters<Connections['add']>[0],
    scheme: ChosenScheme | null,
    pin: NewPin | null,
  ): Promise<Result<Connection>> => {
    const added = await connections.add(profile);
    if (!added.ok) return added;
    const { id } = added.value;
    try {
      const chosen = scheme === null ? added : await connections.setScheme(id, scheme);
      const pinned = pin === null ? chosen : await effects.pins.add(id, pin);
      if (chosen.ok && pinned.ok) return chosen;
      await connections.remove(id);
      return pinned.ok ? chosen : pinned;
    } catch (error) {
      await connections.remove(id);
      throw error;
    }
  };
  /** A new connection with the dialect of its service. If that cannot be found out now, the first request does it. */
  const withService = async (added: Connection): Promise<Result<Connection>> => {
    const target = await connections.target(added.id);
    if (!target.ok) return succeed(added);
    const signal = AbortSignal.timeout(patienceForDialectMs);
    const facts = await gateway.detect(target.value, { requestId: effects.newId(), signal });
    if (!facts.ok || facts.value === null) return succeed(added);
    await connections.saveService(added.id, target.value.address.text, facts.value);
    return succeed(connections.list().find(({ id }) => id === added.id) ?? added);
  };
  return {
    listConnections: async () => succeed(connections.list()),
    addConnection: async (input) => {
      const { scheme, pin, ...profile } = input;
      const allowed = await consent.allowed(profile.baseUrl);
      if (!allowed.ok) return allowed;
      const expected = pin === undefined ? null : newPinOf(pin, await effects.trustedKeys.named());
      if (expected !== null && !expected.ok) return expected;
      const added = await announced(addHeld(profile, scheme ?? null, expected?.value ?? null));
      return added.ok ? announced(withService(added.value)) : added;
    },
    editConnection: async (input) => {
      const allowed = await consent.allowed(input.baseUrl);
      return allowed.ok ? announced(connections.edit(input)) : allowed;
    },
    saveConnectionKey: ({ id }) => announced(connections.saveKey(id)),
    readConnectionKey: ({ id }) => announced(connections.readKey(id)),
    exportConnections: effects.connectionFiles.save,
    openConnectionFile: effects.connectionFiles.open,
    importConnections: async ({ connections: imported }) =>
      announced(connections.addImported(imported).then(succeed)),
    chooseAuthorities: () => chooseAuthorities(effects.files),
    removeConnection: ({ id }) => announced(connections.remove(id)),
    setConnectionScheme: ({ id, scheme }) => announced(connections.setScheme(id, scheme)),
    setPractice: ({ isOn }) => effects.embedded.practice(isOn),
    practiceKey: async () => succeed(effects.embedded.practiceKey()),
    openDemo: async () => {
      const opened = await announced(connections.openDemo());
      if (opened.ok) await effects.readDemoMemory();
      return opened;
    },
    testConnection: (input) =>
      requests.run(input.requestId, async (options) => {
        const target = await testedTarget(input);
        return target.ok ? succeed(await runTest(target.value, options)) : target;
      }),
    replaceConnectionKey: ({ requestId, id, apiKey, isTested }) =>
      requests.run<KeyReplacement>(requestId, async (options) => {
        const clean = cleanApiKey(apiKey);
        if (!clean.ok) return clean;
        const address = await allowedAddress(id);
        if (!address.ok) return address;
        const profile = connections.profile(id);
        if (!profile.ok) return profile;
        const service = { id, dialect: null };
        const target = { address: address.value, apiKey: clean.value, service, profile: profile.value };
        const test = isTested ? await runTest(target, options) : null;
        if (test !== null && !hasPassed(test)) return succeed({ test, connection: null });
        const changed = await announced(connections.setKey(id, clean.value, address.value.text));
        return changed.ok ? succeed({ test, connection: changed.value }) : changed;
      }),
  };
}

/** Adding a connection should not wait long for a service that returns nothing. */
const patienceForDialectMs = 3_000;

/** For the pace of requests, which is kept for each connection. */
const notSaved = 'not-saved' as ConnectionId;

const otherOrigin: Result<never> = refuseInput(
  'apiKey',
  'The saved key is only sent to the address it was entered for. Enter the key for the new address.',
);

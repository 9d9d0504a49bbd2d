import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import type { NewPin } from '#shared/domain/pin.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { connectionOperations } from '#shared/ipc/connectionOperations.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { cleanApiKey } from '../connections/apiKey.ts';
import type { Connections } from '../connections/connections.ts';
import type { OriginConsent } from '../connections/originConsent.ts';
import { probeService } from '../connections/probe.ts';
import type { Gateway, Target } from '../gateway/gateway.ts';
import type { TrustedKeys } from '../identity/trustedKeys.ts';
import { newPinOf } from '../pins/pinExchange.ts';
import type { Pins } from '../pins/pins.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createConnectionHandlers(effects: {
  readonly connections: Connections;
  readonly consent: OriginConsent;
  readonly gateway: Gateway;
  readonly requests: ActiveRequests;
  readonly pins: Pick<Pins, 'add'>;
  readonly trustedKeys: Pick<TrustedKeys, 'named'>;
  readonly connectionsChanged: () => void;
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
  /**
   * Testing shows that the user wants to connect, so an origin that was refused before is asked about again.
   */
  const savedTarget = async (id: ConnectionId): Promise<Result<Target>> => {
    const profile = connections.profile(id);
    if (!profile.ok) return profile;
    if (profile.value.kind === 'service') {
      const allowed = await consent.allowed(profile.value.baseUrl);
      if (!allowed.ok) return allowed;
    }
    return connections.target(id);
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
    setConnectionKey: ({ id, apiKey }) => announced(connections.setKey(id, apiKey)),
    saveConnectionKey: ({ id }) => announced(connections.saveKey(id)),
    readConnectionKey: ({ id }) => announced(connections.readKey(id)),
    removeConnection: ({ id }) => announced(connections.remove(id)),
    setConnectionScheme: ({ id, scheme }) => announced(connections.setScheme(id, scheme)),
    openDemo: async () => {
      const opened = await announced(connections.openDemo());
      if (opened.ok) await effects.readDemoMemory();
      return opened;
    },
    testConnection: (input) =>
      requests.run(input.requestId, async (options) => {
        const target = 'id' in input ? await savedTarget(input.id) : await typedTarget(consent, input);
        if (!target.ok) return target;
        const probed = await probeService(gateway, target.value, effects, {
          ...options,
          purpose: 'test',
        });
        if (!probed.ok) return probed;
        const { facts, ...probe } = probed.value;
        if ('id' in input && facts !== null) {
          await connections.saveService(input.id, target.value.address.text, facts);
          effects.connectionsChanged();
        }
        return succeed(probe);
      }),
  };
}

/** Adding a connection should not wait long for a service that returns nothing. */
const patienceForDialectMs = 3_000;

async function typedTarget(
  consent: OriginConsent,
  input: { readonly baseUrl: string; readonly apiKey: string },
): Promise<Result<Target>> {
  const apiKey = cleanApiKey(input.apiKey);
  if (!apiKey.ok) return apiKey;
  const address = await consent.allowed(input.baseUrl);
  return address.ok ? succeed({ address: address.value, apiKey: apiKey.value }) : address;
}

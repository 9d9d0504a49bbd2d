import { succeed, type Result } from '#shared/domain/result.ts';
import { cleanApiKey } from '../connections/apiKey.ts';
import type { Connections } from '../connections/connections.ts';
import { probeService } from '../connections/probe.ts';
import { parseBaseAddress } from '../gateway/baseAddress.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createConnectionHandlers(effects: {
  readonly connections: Connections;
  readonly gateway: Gateway;
  readonly requests: ActiveRequests;
  readonly connectionsChanged: () => void;
  /** Makes the sample memory known at its first opening; never fails. */
  readonly takeFirstLook: () => Promise<void>;
  readonly now: () => number;
  readonly newId: () => string;
}): IpcHandlers<'connections'> {
  const { connections, gateway, requests } = effects;
  const announced = async <T>(change: Promise<Result<T>>): Promise<Result<T>> => {
    const result = await change;
    if (result.ok) effects.connectionsChanged();
    return result;
  };
  return {
    'connections:list': async () => succeed(await connections.list()),
    'connections:add': (input) => announced(connections.add(input)),
    'connections:edit': (input) => announced(connections.edit(input)),
    'connections:setKey': ({ id, apiKey }) => announced(connections.setKey(id, apiKey)),
    'connections:saveKey': ({ id }) => announced(connections.saveKey(id)),
    'connections:remove': ({ id }) => announced(connections.remove(id)),
    'connections:setScheme': ({ id, scheme }) => announced(connections.setScheme(id, scheme)),
    'connections:openDemo': async () => {
      const opened = await announced(connections.openDemo());
      if (opened.ok) await effects.takeFirstLook();
      return opened;
    },
    'connections:test': (input) =>
      requests.run(input.requestId, async (options) => {
        const target = 'id' in input ? await connections.target(input.id) : typedTarget(input);
        return target.ok ? probeService(gateway, target.value, effects, options) : target;
      }),
  };
}

function typedTarget(input: { readonly baseUrl: string; readonly apiKey: string }) {
  const address = parseBaseAddress(input.baseUrl);
  if (!address.ok) return address;
  const apiKey = cleanApiKey(input.apiKey);
  if (!apiKey.ok) return apiKey;
  return succeed({ address: address.value, apiKey: apiKey.value });
}

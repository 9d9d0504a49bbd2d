import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { Dialect, ServiceFacts } from '#shared/domain/serviceFacts.ts';
import type { CallOptions, Gateway, GatewayFailure, Target } from '../gateway.ts';

export interface DialectEffects {
  readonly documented: Gateway;
  readonly openServer: Gateway;
  /** Saves what was found, unless the connection has another address by now. */
  readonly save: (id: ConnectionId, baseUrl: string, facts: ServiceFacts) => Promise<void>;
}

/**
 * Sends each call in the dialect of its service. The first call of a connection finds out which one that is, and the
 * connection remembers it. While it cannot be found out, such as during an outage, calls use the documented API.
 */
export function withDialects(effects: DialectEffects): Gateway {
  const asking = new Map<string, Promise<Result<Dialect>>>();

  const dialectOf = async (target: Target, options: CallOptions): Promise<Result<Dialect>> => {
    const { service, address } = target;
    if (service === undefined || service.id === null) return succeed(service?.dialect ?? 'documented');
    if (service.dialect !== null) return succeed(service.dialect);
    const name = `${service.id} ${address.text}`;
    const before = asking.get(name);
    if (before !== undefined) {
      const found = await before;
      // Another call was canceled, not this one.
      if (found.ok || found.error.code !== 'cancelled') return found;
    }
    const found = ask(service.id, target, options);
    asking.set(name, found);
    try {
      return await found;
    } finally {
      asking.delete(name);
    }
  };
  const ask = async (id: ConnectionId, target: Target, options: CallOptions): Promise<Result<Dialect>> => {
    const facts = await effects.documented.detect(target, options);
    if (!facts.ok) return facts;
    if (facts.value === null) return succeed('documented');
    await effects.save(id, target.address.text, facts.value);
    return succeed(facts.value.dialect);
  };

  /** @param send the call, over the gateway for its dialect */
  const via = async <Sent extends { readonly ok: true }>(
    target: Target,
    options: CallOptions,
    send: (gateway: Gateway) => Promise<Sent | GatewayFailure>,
  ): Promise<Sent | GatewayFailure> => {
    const dialect = await dialectOf(target, options);
    if (!dialect.ok) return { ok: false, error: dialect.error, mayHaveBeenDone: false };
    return send(dialect.value === 'open-server' ? effects.openServer : effects.documented);
  };
  return {
    detect: effects.documented.detect,
    read: (target, key, options) => via(target, options, (to) => to.read(target, key, options)),
    recall: (target, query, limit, options) =>
      via(target, options, (to) => to.recall(target, query, limit, options)),
    readMany: (target, keys, options) => via(target, options, (to) => to.readMany(target, keys, options)),
    readManyBytes: (target, keys, options) =>
      via(target, options, (to) => to.readManyBytes(target, keys, options)),
    store: (target, atom, options) => via(target, options, (to) => to.store(target, atom, options)),
    storeBatch: (target, atoms, options) =>
      via(target, options, (to) => to.storeBatch(target, atoms, options)),
    list: (target, page, options) => via(target, options, (to) => to.list(target, page, options)),
  };
}

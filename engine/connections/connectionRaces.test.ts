import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createGateway } from '../client/gateway.ts';
import type { HttpRequest } from '../client/httpClient.ts';
import { createMemoryKeyStorage } from '../storage/keychain/testing/memoryKeyStorage.ts';
import { createConnections } from './connections.ts';
import { createKeyVault } from './keyVault.ts';
import { openProfileStore } from './profileStore.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';
import { testReadings } from '../reading/testing/testReadings.ts';

/*
 * Random sequences of edits, requests, and keychain failures: the real connections, readings, and gateway,
 * without a network.
 */

const places = ['https://a.example', 'https://b.example'] as const;
const id = 'one' as ConnectionId;
const options = { requestId: 'r', signal: null };

/** What happens next. Nothing waits for earlier steps. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('move'), to: fc.constantFrom(...places) }),
  fc.record({ kind: fc.constant('move-with-key'), to: fc.constantFrom(...places) }),
  fc.record({ kind: fc.constantFrom('lock', 'unlock', 'set-key', 'save-key', 'sleep', 'pin', 'restart') }),
  fc.record({ kind: fc.constantFrom('read', 'write'), asker: fc.constantFrom('user', 'app') }),
  fc.record({ kind: fc.constantFrom('hang', 'answer', 'fail', 'recover', 'settle') }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove') }) },
);
type Step =
  typeof step extends fc.Arbitrary<infer S> ? S & { readonly to?: string; readonly asker?: string } : never;

interface Sent {
  readonly request: HttpRequest;
  /** The profile at the time of sending. */
  readonly isLocked: boolean;
  readonly address: string | null;
}

async function play(steps: readonly Step[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'connection-races-'));
  const keychain = createMemoryKeyStorage();
  const sent: Sent[] = [];
  const unexpected: unknown[] = [];
  let underWay: Promise<unknown>[] = [];
  let keys = 0;
  /** Each key names the origin that the user entered it for. */
  const newKey = (origin: string): string => `${origin}|${String(++keys)}`;

  const open = async () => {
    const profiles = await openProfileStore(path.join(folder, 'connections.json'), Date.now);
    const vault = createKeyVault(keychain, { now: Date.now, learned: () => undefined });
    const connections = createConnections({
      profiles,
      vault,
      embedded: {
        ensureRunning: () => Promise.reject(new Error('not needed')),
        address: () => null,
        stop: async () => undefined,
      },
      now: Date.now,
      newId: () => id,
      mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
      forget: async () => undefined,
    });
    const send = async (request: HttpRequest) => {
      const profile = profiles.find(id);
      sent.push({ request, isLocked: profile?.readOnly === true, address: profile?.baseUrl ?? null });
      return { kind: 'failed', failure: { kind: 'cancelled' }, mayHaveArrived: false } as const;
    };
    const readings = testReadings({
      gateway: createGateway({
        http: { send },
        now: Date.now,
        random: Math.random,
        sleep: async () => undefined,
      }),
      connections,
      catalogues: { of: () => Promise.reject(new Error('not needed')) },
      batchPaths: { prove: async () => null },
      announce: { activity: () => undefined, connectionsChanged: () => undefined },
      observers: [],
      now: Date.now,
      log: (message, error) => unexpected.push(message, error),
    });
    return { profiles, vault, connections, readings };
  };
  const settings = (readOnly: boolean) => ({ id, name: 'one', colour: 'blue' as const, readOnly });
  let app = await open();
  await app.connections.add({ ...settings(false), baseUrl: places[0], apiKey: newKey(places[0]) });
  let isRemoved = false;
  let isLocked = false;

  const settle = async (): Promise<void> => {
    keychain.answer();
    await Promise.all(underWay);
    underWay = [];
  };
  const take = async ({ kind, to = places[0], asker }: Step): Promise<void> => {
    const { connections, readings, profiles } = app;
    const baseUrl = profiles.find(id)?.baseUrl ?? places[0];
    const begin = (work: Promise<unknown>): void => {
      underWay.push(work.catch((error: unknown) => unexpected.push(error)));
    };
    switch (kind) {
      case 'move':
        return begin(connections.edit({ ...settings(isLocked), baseUrl: to }));
      case 'move-with-key':
        return begin(connections.edit({ ...settings(isLocked), baseUrl: to, apiKey: newKey(to) }));
      case 'lock':
      case 'unlock':
        isLocked = kind === 'lock';
        return begin(connections.edit({ ...settings(isLocked), baseUrl }));
      case 'set-key':
        return begin(connections.setKey(id, newKey(baseUrl)));
      case 'save-key':
        return begin(connections.saveKey(id));
      case 'pin':
        return begin(connections.setScheme(id, null));
      case 'sleep':
        return app.vault.dropSaved();
      case 'read':
        return begin(readings.read(id, 'k', { ...options, askedBy: asker === 'app' ? 'app' : 'user' }));
      case 'write':
        return begin(readings.send(id, { key: 'k', value: 'v' }, options));
      case 'remove':
        isRemoved = true;
        return begin(
          connections.remove(id).then((removed) => {
            if (!removed.ok && removed.error.code === 'keychain_unavailable') isRemoved = false;
          }),
        );
      case 'hang':
        return keychain.hang();
      case 'answer':
        return keychain.answer();
      case 'fail':
        keychain.fault = new Error('locked');
        return undefined;
      case 'recover':
        keychain.fault = null;
        return undefined;
      case 'settle':
        return settle();
      case 'restart':
        await settle();
        app = await open();
        return undefined;
    }
  };
  try {
    for (const one of steps) {
      await take(one);
      // A random part of the pending work continues before the next step.
      await new Promise((resolve) => setImmediate(resolve));
    }
    keychain.fault = null;
    await settle();
    const there = app.connections.list();
    const reopened = (await open()).connections.list();
    return {
      sent,
      unexpected,
      there,
      reopened,
      isRemoved,
      isLocked,
      saved: keychain.secrets.get(id) ?? null,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('sends each key only to the origin that it was entered for, and no store while the connection is locked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const played = await play(steps);
      expect(played.unexpected).toEqual([]);
      for (const { request, isLocked, address } of played.sent) {
        expect(request.apiKey?.split('|')[0]).toBe(request.address.origin);
        expect(request.address.text).toBe(address);
        expect(request.isWrite && isLocked).toBe(false);
      }
      // Decisions are still in force after a restart.
      expect(played.there).toHaveLength(played.isRemoved ? 0 : 1);
      expect(played.reopened.map(({ readOnly }) => readOnly)).toEqual(
        played.isRemoved ? [] : [played.isLocked],
      );
      if (played.isRemoved) expect(played.saved).toBeNull();
    }),
    { numRuns: 60 },
  );
}, 120_000);

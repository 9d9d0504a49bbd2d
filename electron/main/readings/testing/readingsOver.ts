import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { Catalogues } from '../../catalogue/catalogues.ts';
import { cataloguesHere } from '../../catalogue/testing/catalogueHere.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { parseBaseAddress } from '../../gateway/baseAddress.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { createHttpClient } from '../../gateway/httpClient.ts';
import { startScriptedServer, type Script, type SeenRequest } from '../../gateway/testing/scriptedServer.ts';
import { createReadings, type Readings } from '../readings.ts';

export const readingsId = 'one' as ConnectionId;

export interface ReadingsHere {
  readonly readings: Readings;
  readonly folder: string;
  /** What was announced, what observers were notified of, and what is kept for evidence. */
  readonly announced: readonly unknown[];
  readonly seen: readonly SeenRequest[];
  readonly catalogues: () => Catalogues;
  /** Closes the known keys, so that everything is on disk, and opens them again. */
  readonly reopen: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Real readings, gateway, and known keys with a scripted service. */
export async function readingsOver(script: Script, apiKey: string): Promise<ReadingsHere> {
  const folder = await mkdtemp(path.join(tmpdir(), 'readings-'));
  const server = await startScriptedServer(script);
  const http = createHttpClient();
  const address = parseBaseAddress(server.address);
  if (!address.ok) throw new Error(address.error.message);
  let catalogues = cataloguesHere(folder, () => undefined);
  let profile: Profile = {
    id: readingsId,
    kind: 'service',
    name: 'one',
    baseUrl: server.address,
    colour: 'blue',
    readOnly: false,
    scheme: null,
    keyOrigin: null,
    keepsHistory: false,
  };
  const announced: unknown[] = [];
  const readings = createReadings({
    gateway: createGateway({ http, now: Date.now, random: Math.random, sleep: async () => undefined }),
    connections: {
      profile: () => succeed(profile),
      target: async () => succeed({ address: address.value, apiKey, profile }),
      saveScheme: async (_id: ConnectionId, scheme: SchemePin) => {
        profile = { ...profile, scheme };
      },
    },
    catalogues: { of: (id) => catalogues.of(id) },
    batchPaths: { prove: async () => null },
    announce: { activity: (activity) => announced.push(activity), connectionsChanged: () => undefined },
    observers: [(_id, call) => announced.push(call)],
    keepAnswer: (_id, answer) => announced.push({ ...answer, body: answer.body?.toString() }),
    now: Date.now,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  return {
    readings,
    folder,
    announced,
    seen: server.seen,
    catalogues: () => catalogues,
    reopen: async () => {
      await catalogues.close();
      catalogues = cataloguesHere(folder, () => undefined);
    },
    close: async () => {
      http.close();
      await server.close();
      await catalogues.close();
      await rm(folder, { recursive: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import { createHttpClient } from '../../client/httpClient.ts';
import { startScriptedServer, type Script, type SeenRequest } from '../../client/testing/scriptedServer.ts';
import { type Readings } from '../readings.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testReadings.ts';

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
  let catalogues = cataloguesHere(folder, () => undefined);
  const announced: unknown[] = [];
  const readings = testReadings({
    gateway: testGateway(http),
    connections: testConnection({ profile: testProfile(server.address) }, () => apiKey),
    catalogues: { of: (id) => catalogues.of(id) },
    announce: { activity: (activity) => announced.push(activity), connectionsChanged: () => undefined },
    observers: [(_id, call) => announced.push(call)],
    keepAnswer: (_id, answer) => announced.push({ ...answer, body: answer.body?.toString() }),
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

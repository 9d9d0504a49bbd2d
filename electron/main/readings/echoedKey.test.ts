import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { startTestService } from '../../../service/testing/startTestService.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import { allEntries } from '../catalogue/testing/allEntries.ts';
import { cataloguesHere } from '../catalogue/testing/catalogueHere.ts';
import type { Profile } from '../connections/profileStore.ts';
import { parseBaseAddress } from '../gateway/baseAddress.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createHttpClient } from '../gateway/httpClient.ts';
import { answerJson, startScriptedServer, type Script } from '../gateway/testing/scriptedServer.ts';
import { createReadings, type Readings } from './readings.ts';

const id = 'one' as ConnectionId;
const apiKey = 'correct horse battery staple';
const options = { requestId: 'r1', signal: null };
const http = createHttpClient();
let folder: string;
let catalogues: Catalogues;
let cleanUps: (() => Promise<void>)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'echoed-key-'));
  catalogues = cataloguesHere(folder, () => undefined);
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  http.close();
  await catalogues.close();
  await rm(folder, { recursive: true });
});

/** Readings over a service that answers as the script says. */
async function readingsOver(script: Script): Promise<{ readings: Readings; announced: unknown[] }> {
  const server = await startScriptedServer(script);
  cleanUps.push(server.close);
  const address = parseBaseAddress(server.address);
  if (!address.ok) throw new Error(address.error.message);
  let profile: Profile = {
    id,
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
      target: async () => succeed({ address: address.value, apiKey }),
      saveScheme: async (_id: ConnectionId, scheme: SchemePin) => {
        profile = { ...profile, scheme };
      },
    },
    catalogues,
    batchPaths: { prove: async () => null },
    announce: { activity: (activity) => announced.push(activity), connectionsChanged: () => undefined },
    observers: [(_id, call) => announced.push(call)],
    now: Date.now,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  return { readings, announced };
}

async function everythingOnDisk(): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.path, file.name), 'latin1')),
  );
  return texts.join('\n');
}

describe('a service that echoes the API key in a response that succeeds', () => {
  it('gets it neither onto the disk nor into anything that leaves the readings', async () => {
    const { readings, announced } = await readingsOver((_request, response) => {
      const proof = { leafHash: apiKey, siblings: [], rootHash: apiKey, leafIndex: 0, treeSize: 1 };
      const atom = { key: `v1.${apiKey}`, value: apiKey, version: 1, hash: apiKey, proof, [apiKey]: 1 };
      answerJson(response, 200, { atoms: [{ ...atom, score: 0.5 }], predictions: [`v1.next.${apiKey}`] });
    });
    const answers = [
      await readings.recall(id, 'anything', 5, options),
      await readings.readMany(id, ['v1.a'], options),
    ];
    expect(answers).toMatchObject([
      { ok: true, value: { atoms: [{ flaws: [{ kind: 'api-key-removed' }] }] } },
      { ok: true },
    ]);
    await catalogues.close();
    catalogues = cataloguesHere(folder, () => undefined);
    const seen =
      JSON.stringify([answers, announced, await allEntries(catalogues, id)]) + (await everythingOnDisk());
    expect(seen).toContain('v1.next.[API key]');
    expect(seen).not.toContain('horse battery');
  });

  it('does not make an atom look forged whose value really holds it', async () => {
    const service = await startTestService();
    cleanUps.push(() => service.stop());
    await service.post('/atoms', { key: 'v1.a', value: `we say: ${apiKey}` });
    await service.post('/atoms', { key: 'v1.b', value: 'another' });
    const received: unknown = await service.get('/atoms/v1.a').then(({ body }) => body);
    const { readings } = await readingsOver((_request, response) => {
      answerJson(response, 200, received);
    });
    expect(await readings.read(id, 'v1.a', options)).toMatchObject({
      value: { value: 'we say: [API key]', verdict: { status: 'green' } },
    });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Job } from '#shared/domain/job.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { flipBit, keyOnly, proveAll, sampleAtoms } from '#shared/merkle/testing/sampleTree.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { respondJson, startScriptedServer, type ScriptedServer } from '../client/testing/scriptedServer.ts';
import { createCatalogueMemory } from '../discovery/catalogueMemory.ts';
import { startReadRun } from './runs/readRun.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testing/testReadings.ts';
import { testJobs } from '../jobs/testing/testJobs.ts';

const id = 'one' as ConnectionId;
const everyAtom = proveAll(keyOnly(sha256), sampleAtoms(40));
const keys = everyAtom.map(({ key }) => key);
const [unproven = '', altered = ''] = [keys[20], keys[30]];

let server: ScriptedServer;
let folder: string;
let catalogues: Catalogues;
const http = createHttpClient();

/** Leaves that cover the key alone. One atom has no proof, and the path of another one was altered. */
function served(key: string) {
  const atom = everyAtom.find((each) => each.key === key);
  if (atom === undefined || key === unproven) return { ...atom, proof: null };
  const [first = '', ...rest] = atom.proof.siblings;
  return key === altered
    ? { ...atom, proof: { ...atom.proof, siblings: [flipBit(first, 3), ...rest] } }
    : atom;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'key-only-'));
  catalogues = cataloguesHere(folder);
  server = await startScriptedServer(({ body }, response) => {
    const asked = z.object({ keys: z.array(z.string()) }).parse(JSON.parse(body));
    respondJson(response, 200, { atoms: asked.keys.map(served) });
  });
});
afterEach(async () => {
  http.close();
  await catalogues.close();
  await server.close();
  await rm(folder, { recursive: true });
});

async function readAll(): Promise<Job> {
  const readings = testReadings({
    gateway: testGateway(http),
    connections: testConnection({ profile: testProfile(server.address) }, () => 'k'),
    catalogues,
  });
  return new Promise((resolve) => {
    const jobs = testJobs({
      announce: (job) => {
        if (job.endedAt !== null) resolve(job);
      },
    });
    startReadRun({ jobs, memory: createCatalogueMemory(catalogues), readings }, id, { kind: 'keys', keys });
  });
}

it('reads every atom as keyOnly, so that an amber and a red one stand out in tally, findings, filter, and order', async () => {
  await readAll();
  const again = await readAll();
  expect(again).toMatchObject({
    kind: 'read',
    state: { kind: 'done' },
    progress: { verdicts: { green: 0, keyOnly: 38, amber: 1, red: 1 }, findingCount: 2 },
  });
  expect(
    again.kind === 'read' ? again.progress.findings.map(({ key, outcome }) => [key, outcome]) : [],
  ).toEqual([
    [unproven, 'amber'],
    [altered, 'red'],
  ]);

  const known = await catalogues.of(id);
  const list = async (filter: object) => {
    const query = { connectionId: id, delimiter: '.', path: '' } as const;
    const { rows } = await known.keys.atoms(
      {
        ...query,
        filter: { text: '', mode: 'contains', ...filter },
        sort: { column: 'verdict', direction: 'ascending' },
      },
      { from: 0, to: 100 },
    );
    return rows.map(({ key }) => key);
  };
  expect((await list({})).slice(0, 2)).toEqual([altered, unproven]);
  expect(await list({ states: ['keyOnly'] })).toHaveLength(38);
  expect(await list({ states: ['amber'] })).toEqual([unproven]);
  expect(await list({ states: ['green'] })).toEqual([]);
});

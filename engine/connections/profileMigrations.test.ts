import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openProfileStore } from './profileStore.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'profiles-'));
});
afterEach(() => rm(folder, { recursive: true }));

const tree = { hash: 'sha-256', node: 'concat', shape: 'zero-pad', order: 'leaf-to-root' };
const leaf = { hash: 'sha-256', digest: 'plain', preimage: 'key' };

/** As version 2 saved it. */
function profileOf(kind: 'service' | 'snapshot', dialect: string | null, origin: string) {
  return {
    id: 'one',
    kind,
    name: 'One',
    baseUrl: kind === 'service' ? 'https://memory.example.com' : '',
    colour: 'blue',
    readOnly: false,
    scheme: { path: [tree], leaf: [leaf], origin, samples: 3, pinnedAt: 5 },
    keyOrigin: null,
    keepsHistory: false,
    ...(dialect === null
      ? {}
      : {
          service: {
            dialect,
            evidence: { request: 'GET /tree-head', status: 200, response: '{}' },
            learnedAt: 4,
          },
        }),
  };
}

async function migrated(profile: object) {
  const file = path.join(folder, 'connections.json');
  await writeFile(file, JSON.stringify({ version: 2, profiles: [profile] }));
  const store = await openProfileStore(file, () => 9);
  expect(store.setAside).toBeNull();
  const scheme = store.find('one' as ConnectionId)?.scheme;
  // What is saved is read again as it is.
  await store.update('one' as ConnectionId, (current) => ({ ...current, name: 'Two' }));
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 3 });
  expect((await openProfileStore(file, () => 9)).find('one' as ConnectionId)).toMatchObject({
    name: 'Two',
    scheme,
  });
  return scheme;
}

describe('profiles from before rules had links between trees', () => {
  it('keep rules of one tree for services of the documented API', async () => {
    for (const dialect of ['documented', null])
      for (const origin of ['inferred', 'chosen'])
        expect((await migrated(profileOf('service', dialect, origin)))?.path).toEqual([tree]);
  });

  it('get the rules that are built in for the open server where the service was said to specify them', async () => {
    expect(await migrated(profileOf('service', 'open-server', 'specified'))).toMatchObject({
      origin: 'built-in',
      path: [{ links: ['hash-hex'] }, { links: ['same'] }],
      leaf: [{ preimage: 'atom' }],
      pinnedAt: 5,
    });
  });

  it('allow both links of the open server where the user chose the rules, or they were inferred', async () => {
    for (const origin of ['inferred', 'chosen'])
      expect(await migrated(profileOf('service', 'open-server', origin))).toMatchObject({
        origin,
        path: [
          { ...tree, links: ['hash-hex'] },
          { ...tree, links: ['same'] },
        ],
        leaf: [leaf],
      });
  });

  it('allow a snapshot to have one shard or several', async () => {
    const scheme = await migrated(profileOf('snapshot', null, 'specified'));
    expect(scheme).toMatchObject({ origin: 'built-in', leaf: [{ preimage: 'key' }] });
    expect(scheme?.path.map(({ links }) => links)).toEqual([['same'], undefined]);
  });
});

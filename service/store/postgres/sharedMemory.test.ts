import { createServer, connect as connectTo, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newTestDatabase, startPostgres, type TestPostgres } from '../../testing/testPostgres.ts';
import { startTestService } from '../../testing/startTestService.ts';
import { problemOfAtom, provenAtomSchema } from '../../testing/verifyAtom.ts';
import { verifyStore } from '../../maintenance/verifyStore.ts';
import { openStores } from '../openStores.ts';
import type { Stores } from '../stores.ts';
import { openPostgres } from './openPostgres.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startOn(url: string) {
  const service = await startTestService({ store: { kind: 'postgres', url } });
  ends.push(() => service.stop());
  return service;
}

async function open(url: string, log: (line: string) => void = () => undefined): Promise<Stores> {
  const stores = await openStores({ kind: 'postgres', url }, { clock: Date.now, log });
  ends.push(() => stores.close());
  return stores;
}

const atomsOf = (body: unknown) => z.object({ atoms: z.array(provenAtomSchema) }).parse(body).atoms;

describe('two services of one memory', () => {
  it('store and read at the same time: each response is one tree, trees only grow, and each size has one root', async () => {
    const url = await newTestDatabase();
    const services = [await startOn(url), await startOn(url)] as const;
    const rootOfSize = new Map<number, Set<string>>();
    const saw = (size: number, root: string): void => {
      rootOfSize.set(size, (rootOfSize.get(size) ?? new Set()).add(root));
    };
    const turns = 12;
    const keys = Array.from({ length: 9 }, (_, i) => `v1.common.${i}`);

    async function write(service: (typeof services)[number], name: string): Promise<void> {
      for (let turn = 0; turn < turns; turn += 1) {
        const atoms = keys.slice(0, 1 + (turn % 9)).map((key) => ({ key, value: `${name} ${turn}` }));
        expect((await service.post('/batch-atoms', { atoms })).status).toBe(201);
      }
    }
    async function read(service: (typeof services)[number]): Promise<void> {
      let size = 0;
      for (let turn = 0; turn < 2 * turns; turn += 1) {
        const atoms = atomsOf((await service.post('/batch-access', { keys })).body);
        expect(atoms.map(problemOfAtom).filter((problem) => problem !== null)).toEqual([]);
        const trees = new Set(atoms.map(({ proof }) => `${proof.treeSize} ${proof.rootHash}`));
        expect(trees.size).toBeLessThanOrEqual(1);
        for (const { proof } of atoms.slice(0, 1)) {
          expect(proof.treeSize).toBeGreaterThanOrEqual(size);
          size = proof.treeSize;
          saw(size, proof.rootHash);
        }
      }
    }
    await Promise.all([
      ...services.map((service, i) => write(service, `writer ${i}`)),
      ...services.map((service) => read(service)),
    ]);
    expect([...rootOfSize].filter(([, roots]) => roots.size !== 1)).toEqual([]);

    const [one, other] = await Promise.all(
      services.map(async (service) => atomsOf((await service.post('/batch-access', { keys })).body)),
    );
    expect(one).toEqual(other);
    const versions = turns * 2;
    expect(one?.[0]?.version).toBe(versions);
  });

  it('find what was stored through the other one', async () => {
    const url = await newTestDatabase();
    const [one, other] = [await startOn(url), await startOn(url)];
    await one.post('/batch-atoms', {
      atoms: ['v1.moon.phase', 'v1.moon.crater', 'v1.sun.spot'].map((key) => ({ key, value: 'x' })),
    });
    const recalled = await other.post('/recall', { query: 'moon crater' });
    expect(atomsOf(recalled.body)[0]?.key).toBe('v1.moon.crater');
    expect((await other.get('/atoms/v1.sun.spot')).status).toBe(200);
  });
});

describe('a database that cannot be used', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('is told with 503 and Retry-After while it is away, and used again when it is back', async () => {
    const service = await startOn(await server.newDatabase());
    await service.post('/atoms', { key: 'v1.a', value: 'x' });
    await server.kill();
    for (const [path, body] of [
      ['/atoms', { key: 'v1.b', value: 'x' }],
      ['/batch-access', { keys: ['v1.a'] }],
      ['/recall', { query: 'a' }],
    ] as const) {
      const answer = await service.post(path, body);
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
      expect(answer.headers['retry-after']).toBe('2');
    }
    await server.start();
    await expect.poll(async () => (await service.get('/atoms/v1.a')).status).toBe(200);
    expect((await service.get('/atoms/v1.b')).status).toBe(404);
    expect((await service.post('/atoms', { key: 'v1.b', value: 'x' })).status).toBe(201);
  });

  it('serves reads while it is read-only, and refuses stores until it is not', async () => {
    const url = await server.newDatabase();
    await (await open(url)).atoms.append([{ key: 'v1.a', value: 'x' }]);
    const readOnly = new URL(url);
    readOnly.searchParams.set('default_transaction_read_only', 'on');
    const { atoms } = await open(readOnly.href);
    expect((await atoms.read(['v1.a'])).atoms.map(problemOfAtom)).toEqual([null]);
    await expect(atoms.append([{ key: 'v1.b', value: 'x' }])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
    });
  });

  it('ends what looks at one moment of it, and nothing else, when it goes away', async () => {
    const url = await server.newDatabase();
    const { atoms } = await open(url);
    await atoms.append([{ key: 'v1.a', value: 'x' }]);
    const access = await openPostgres(url, Date.now, () => undefined);
    const contents = await access.contents();
    const frozen = atoms.freeze();
    await frozen.read(['v1.a']);
    await server.kill();
    await expect(verifyStore(contents)).rejects.toThrow(/CONNECT|ECONN|terminat/);
    await contents.close();
    await expect(frozen.read(['v1.a'])).rejects.toMatchObject({ status: 503 });
    await frozen.close();
    // Nobody waits for this one.
    atoms.freeze();
    await expect(atoms.size()).rejects.toThrow(/CONNECT|ECONN|terminat/);
    await server.start();
    await access.close();
    expect((await atoms.read(['v1.a'])).atoms.map(problemOfAtom)).toEqual([null]);
  });

  it('is named without its password if it cannot be reached, and refused if a newer version changed it', async () => {
    const url = await server.newDatabase();
    const missing = new URL(url);
    missing.username = 'nobody';
    missing.password = 'hunter2-secret';
    missing.pathname = '/absent';
    const failure = await open(missing.href).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(failure).toMatch(/absent cannot be used/);
    expect(failure).not.toContain('hunter2');

    await (await open(url)).close();
    const { connect } = await import('./connect.ts');
    const database = connect(url, () => undefined);
    await database`INSERT INTO schema_change (number, name) VALUES (99, 'of the future')`;
    await database.end();
    await expect(open(url)).rejects.toThrow('newer version');
  });
});

/** Between a service and its database: cuts the connection at a COMMIT, before or after the database has got it. */
async function startCutter(url: string) {
  const target = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const folder = await mkdtemp(join(tmpdir(), 'atom-cut-'));
  ends.push(() => rm(folder, { recursive: true }));
  let cut: 'before' | 'after' | null = null;
  const server: Server = createServer((client) => {
    const database = connectTo(target);
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    client.on('error', end).on('close', end);
    database.on('error', end).on('close', end);
    /** What the database has answered since the next commit was to be cut. */
    let answered = '';
    // The last statement of a store is that of the new size. What follows is the commit.
    const isReady = (): boolean => /UPDATE 1\0/.test(answered);
    client.on('data', (chunk) => {
      if (cut === null || !isReady()) return void database.write(chunk);
      if (cut === 'after') database.write(chunk);
      else end();
    });
    database.on('data', (chunk) => {
      answered = cut === null ? '' : answered + chunk.toString('latin1');
      if (cut !== null && /COMMIT\0/.test(answered)) end();
      else client.write(chunk);
    });
    client.on('close', () => {
      if (isReady()) cut = null;
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const through = new URL(url);
  through.searchParams.set('host', folder);
  return {
    url: through.href,
    cutNextCommit: (how: 'before' | 'after') => {
      cut = how;
    },
  };
}

describe('a connection that is lost at the commit', () => {
  it('counts as stored if the database has stored it, and as not stored if it has not', async () => {
    const cutter = await startCutter(await newTestDatabase());
    const { atoms } = await open(cutter.url);
    await atoms.append([{ key: 'v1.a', value: 'x' }]);

    cutter.cutNextCommit('after');
    const [stored] = await atoms.append([{ key: 'v1.a', value: 'y' }]);
    expect(stored).toMatchObject({ version: 2 });

    cutter.cutNextCommit('before');
    await expect(atoms.append([{ key: 'v1.a', value: 'z' }])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const { atoms: read } = await atoms.read(['v1.a']);
    expect(read).toMatchObject([{ version: 2, value: 'y', proof: { rootHash: stored?.rootHash } }]);
  });
});

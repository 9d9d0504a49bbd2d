import { afterEach, describe, expect, it } from 'vitest';
import { keyStoreContract } from '../../auth/keyStoreContract.ts';
import { maintenanceContract, type DamageableStore } from '../../maintenance/maintenanceContract.ts';
import { verifyStore } from '../../maintenance/verifyStore.ts';
import { newTestDatabase } from '../../testing/testPostgres.ts';
import { connect } from './connect.ts';
import { openPostgres, type OperatorAccess } from './openPostgres.ts';
import { createPostgresAtoms } from './postgresAtoms.ts';
import { createPostgresRates } from './postgresRates.ts';

const silent = () => undefined;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(url: string): Promise<OperatorAccess> {
  const access = await openPostgres(url, Date.now, silent);
  ends.push(() => access.close());
  return access;
}

/** The address of one database for each test. */
function oneDatabase(): () => Promise<string> {
  let url: Promise<string> | null = null;
  afterEach(() => {
    url = null;
  });
  return () => (url ??= newTestDatabase());
}

describe('API keys in PostgreSQL', () => {
  const url = oneDatabase();
  keyStoreContract(async () => (await open(await url())).keys);
});

describe('verifying and copying databases', () => {
  maintenanceContract(async (): Promise<DamageableStore> => {
    const address = await newTestDatabase();
    const access = await open(address);
    const database = connect(address, silent);
    const text = (key: string) => Buffer.from(key, 'utf8');
    return {
      store: createPostgresAtoms(database, Date.now, silent),
      contents: access.contents,
      async setLeaf(index, record) {
        await database`DELETE FROM leaf WHERE index = ${index}`;
        if (record === null) return;
        const { key, version, value, createdAt } = record;
        await database`INSERT INTO leaf VALUES (${index}, ${text(key)}, ${version}, ${text(value)}, ${createdAt})`;
      },
      async setNode({ level, index }, hash) {
        await database`DELETE FROM node WHERE level = ${level} AND position = ${index}`;
        if (hash !== null) await database`INSERT INTO node VALUES (${level}, ${index}, ${hash})`;
      },
      async setHead(key, head) {
        await database`DELETE FROM head WHERE key = ${text(key)}`;
        if (head !== null) {
          await database`INSERT INTO head VALUES (${text(key)}, ${head.leafIndex}, ${head.version})`;
        }
      },
      close: () => database.end({ timeout: 5 }),
    };
  });

  it('compares the saved root with the values', async () => {
    const address = await newTestDatabase();
    const access = await open(address);
    await access.atoms.append([{ key: 'v1.a', value: 'x' }]);
    const database = connect(address, silent);
    ends.push(() => database.end({ timeout: 5 }));
    await database`UPDATE tree SET root = ${Buffer.alloc(32)}`;
    const contents = await access.contents();
    const { problems } = await verifyStore(contents);
    await contents.close();
    expect(problems).toEqual([
      expect.stringMatching(/^The saved root is 0{64}, but the values give [0-9a-f]{64}\.$/),
    ]);
  });

  it('refuses a database without a memory, and leaves it as it is', async () => {
    const address = await newTestDatabase();
    const openExisting = () => openPostgres(address, Date.now, silent, { mustExist: true });
    await expect(openExisting()).rejects.toThrow('has no memory');
    await expect(openExisting()).rejects.toThrow('has no memory');
    await open(address);
    await (await openExisting()).close();
  });

  it('verifies one moment of a database to which others add', async () => {
    const access = await open(await newTestDatabase());
    await access.atoms.append([{ key: 'v1.a', value: 'x' }]);
    const contents = await access.contents();
    await contents.tree();
    await access.atoms.append([{ key: 'v1.a', value: 'y' }]);
    expect(await verifyStore(contents)).toMatchObject({ size: 1, problems: [] });
    await contents.close();
  });
});

describe('rates in PostgreSQL', () => {
  /** So slow that nothing is regained during a test. */
  const rate = { burst: 40, perSecond: 0.000_1 };

  it('hold over all processes', async () => {
    const url = await newTestDatabase();
    const limiters = [(await open(url)).rates(rate), (await open(url)).rates(rate)];
    const taken = await Promise.all(
      Array.from({ length: 100 }, async (_, turn) => (await limiters[turn % 2]?.take('client'))?.allowed),
    );
    expect(taken.filter((allowed) => allowed === true)).toHaveLength(40);
    expect(await limiters[0]?.take('client')).toMatchObject({ allowed: false, limit: 40, remaining: 0 });
    expect(await limiters[1]?.take('other')).toMatchObject({ allowed: true, remaining: 39 });
  });

  it('are those of the key, if it has its own', async () => {
    const limiter = (await open(await newTestDatabase())).rates(rate);
    const own = { burst: 2, perSecond: 0.000_1 };
    const taken = [];
    for (let turn = 0; turn < 3; turn += 1) taken.push(await limiter.take('client', own));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(taken[2]?.retryAfterSeconds).toBeGreaterThan(9_000);
  });

  it('regain with the time of the database', async () => {
    const url = await newTestDatabase();
    const access = await open(url);
    let now = 0;
    const database = connect(url, silent);
    ends.push(() => database.end({ timeout: 5 }));
    const limiter = createPostgresRates(database, { burst: 5, perSecond: 0.01 }, () => now, silent);
    for (let turn = 0; turn < 5; turn += 1) expect((await limiter.take('client')).allowed).toBe(true);
    expect((await limiter.take('client')).allowed).toBe(false);
    await database`UPDATE rate_bucket SET at = at - interval '250 seconds'`;
    now = 250_000;
    expect((await limiter.take('client')).allowed).toBe(true);
    expect((await limiter.take('client')).allowed).toBe(true);
    expect((await limiter.take('client')).allowed).toBe(false);
    await access.close();
  });

  it('are those of this process on a database that is read-only', async () => {
    const url = await newTestDatabase();
    await open(url);
    const lines: string[] = [];
    const database = connect(url, silent);
    ends.push(() => database.end({ timeout: 5 }));
    const name = new URL(url).pathname.slice(1);
    await database.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const replica = connect(url, silent);
    ends.push(() => replica.end({ timeout: 5 }));
    const limiter = createPostgresRates(
      replica,
      rate,
      () => 0,
      (line) => lines.push(line),
    );
    expect((await limiter.take('client')).allowed).toBe(true);
    expect((await limiter.take('client')).remaining).toBe(38);
    expect(lines).toEqual(['The database is read-only: rates are limited for this process alone.']);
  });
});

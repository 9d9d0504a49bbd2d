import { afterEach, describe, expect, it } from 'vitest';
import { newTestDatabase } from '../../testing/testPostgres.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrations.ts';

const silent = () => undefined;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function open(url: string): Database {
  const database = connect(url, silent);
  ends.push(() => database.end({ timeout: 5 }));
  return database;
}

const numbers = async (database: Database): Promise<readonly number[]> =>
  (await database<{ number: number }[]>`SELECT number FROM schema_change ORDER BY number`).map(
    ({ number }) => number,
  );

describe('the tables of a database', () => {
  it('are made once when several processes start at the same time', async () => {
    const url = await newTestDatabase();
    const lines: string[] = [];
    const processes = Array.from({ length: 5 }, () => open(url));
    await Promise.all(processes.map((database) => migrate(database, (line) => lines.push(line))));
    expect(await numbers(open(url))).toEqual([1, 2, 3]);
    expect(lines).toHaveLength(3);
  });

  it('are completed after a start that was interrupted', async () => {
    const database = open(await newTestDatabase());
    await migrate(database, silent);
    // As after the first change: each is made in a transaction.
    await database`DROP TABLE predicted_client, predicted_step, vector, api_key, rate_bucket`;
    await database`DELETE FROM schema_change WHERE number > 1`;
    await migrate(database, silent);
    expect(await numbers(database)).toEqual([1, 2, 3]);
    expect(await database`SELECT count(*)::integer AS clients FROM predicted_client`).toEqual([
      { clients: 0 },
    ]);
    expect(await database`SELECT size FROM tree`).toEqual([{ size: '0' }]);
  });
});

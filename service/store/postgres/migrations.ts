import type { Log } from '../../log/log.ts';
import type { Database } from './connect.ts';

/**
 * The changes of the tables, in order. A change that was released is never edited: another one follows it. Text is stored as UTF-8 in
 * `bytea`, because `text` cannot hold U+0000.
 */
const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'leaves, heads, nodes, and the tree',
    sql: `
      CREATE TABLE leaf (
        index bigint PRIMARY KEY,
        key bytea NOT NULL,
        version integer NOT NULL,
        value bytea NOT NULL,
        created_at bigint NOT NULL
      );
      -- What is new to other processes is found without reading values.
      CREATE INDEX leaf_first ON leaf (index) INCLUDE (key) WHERE version = 1;
      -- The words of a key never change, so that a new version of it leaves their index alone.
      CREATE TABLE head (key bytea PRIMARY KEY, leaf bigint NOT NULL, version integer NOT NULL, words tsvector NOT NULL DEFAULT '');
      CREATE INDEX head_words ON head USING gin (words);
      CREATE TABLE word (term text PRIMARY KEY, keys bigint NOT NULL);
      CREATE TABLE node (
        level smallint NOT NULL,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (level, position)
      );
      CREATE TABLE tree (
        id boolean PRIMARY KEY CHECK (id),
        size bigint NOT NULL,
        root bytea NOT NULL,
        keys bigint NOT NULL DEFAULT 0,
        terms bigint NOT NULL DEFAULT 0
      );
      INSERT INTO tree (id, size, root) VALUES (true, 0, sha256(''));
    `,
  },
  {
    name: 'predictions and vectors',
    sql: `
      CREATE TABLE predicted_client (client text PRIMARY KEY, recent jsonb NOT NULL, steps bigint NOT NULL);
      CREATE TABLE predicted_step (
        client text NOT NULL,
        context text NOT NULL,
        key text NOT NULL,
        weight double precision NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (client, context, key)
      );
      CREATE TABLE vector (key text NOT NULL, model text NOT NULL, vector bytea NOT NULL, PRIMARY KEY (model, key));
    `,
  },
  {
    name: 'API keys and rates',
    sql: `
      CREATE TABLE api_key (
        number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL UNIQUE,
        hash text NOT NULL,
        scope text NOT NULL,
        tier text,
        burst integer,
        per_second integer,
        name text,
        created_at bigint,
        last_used_at bigint,
        revoked_at bigint
      );
      -- After a crash of the database, every bucket is full, which is no harm.
      CREATE UNLOGGED TABLE rate_bucket (
        client text PRIMARY KEY,
        tokens double precision NOT NULL,
        taken integer NOT NULL,
        at timestamptz NOT NULL
      );
    `,
  },
];

/** Any number that other programs of the same database do not use for an advisory lock. */
const migrationLock = 7_274_196_023;

/** The number of the newest change; 0 if there is none. */
export async function newestChange(database: Database): Promise<number> {
  const [found] = await database<{ exists: boolean }[]>`
    SELECT to_regclass('schema_change') IS NOT NULL AS exists`;
  if (found?.exists !== true) return 0;
  const [newest] = await database<
    { number: number | null }[]
  >`SELECT max(number) AS number FROM schema_change`;
  return newest?.number ?? 0;
}

/**
 * Makes the changes that are missing, each in one transaction, so that an interrupted start continues at the next one. Of several processes
 * that start together, one makes them.
 *
 * @throws Error, with a message for people, if a newer version has changed the tables
 */
export async function migrate(database: Database, log: Log): Promise<void> {
  const before = await newestChange(database);
  if (before > migrations.length) {
    throw new Error('The database was changed by a newer version of this program. Use that version.');
  }
  // Of a replica, nothing can be changed, and nothing has to be.
  if (before === migrations.length) return;
  await database.begin(async (transaction) => {
    // Two processes that create it at the same moment would collide in the catalog of PostgreSQL.
    await transaction`SELECT pg_advisory_xact_lock(${migrationLock})`;
    await transaction`
      CREATE TABLE IF NOT EXISTS schema_change (
        number integer PRIMARY KEY, name text NOT NULL, made_at timestamptz NOT NULL DEFAULT now())`;
  });
  for (const [index, { name, sql }] of migrations.entries()) {
    const number = index + 1;
    await database.begin(async (transaction) => {
      await transaction`SELECT pg_advisory_xact_lock(${migrationLock})`;
      const [done] = await transaction`SELECT number FROM schema_change WHERE number = ${number}`;
      if (done !== undefined) return;
      await transaction.unsafe(sql);
      await transaction`INSERT INTO schema_change (number, name) VALUES (${number}, ${name})`;
      log(`Changed the tables of the database (${number}): ${name}.`);
    });
  }
}

import { createHash } from 'node:crypto';
import type { Log } from '../../log/log.ts';
import {
  contextsEndingIn,
  halfLife,
  longestContext,
  mostContexts,
  mostSuccessors,
  rankSuccessors,
  sharedClient,
  type Evidence,
  type Step,
} from '../../predictions/markovModel.ts';
import type { Predictions } from '../../predictions/predictions.ts';
import { reasonOf, type Database, type Queries } from './connect.ts';

interface Learner {
  readonly recent: readonly string[];
  readonly steps: number;
}

/** What is kept of one client is looked through for old contexts after this many steps. */
const pruneEvery = 1_000;
/** Keys of one client that wait to be written. When more arrive than the database can take, the oldest are left out. */
const mostWaiting = 500;

/** In bytes. The index of PostgreSQL takes 2,704 for the client, the context, and the next key, and a key has up to 1,024. */
const longestId = 1_000;

/** Long ones are shortened to their hash, which no JSON looks like. */
function contextId(context: readonly string[]): string {
  const id = JSON.stringify(context);
  return Buffer.byteLength(id) > longestId ? createHash('sha256').update(id).digest('hex') : id;
}

/**
 * What the clients of all processes recall, counted in the database, so that it does not matter which process a client talks to. Steps are
 * written together, after the responses that they are about.
 */
export function createPostgresPredictions(database: Database, log: Log): Predictions {
  let waiting = new Map<string, string[]>();
  let writing: Promise<void> | null = null;

  async function learnerOf(queries: Queries, client: string): Promise<Learner> {
    const [row] = await queries<{ recent: string[]; steps: string }[]>`
      SELECT recent, steps FROM predicted_client WHERE client = ${client}`;
    return { recent: row?.recent ?? [], steps: Number(row?.steps ?? 0) };
  }

  /** The client's row is locked, so that the steps of two processes come one after the other. */
  async function learn(queries: Queries, client: string, keys: readonly string[]): Promise<void> {
    await queries`
      INSERT INTO predicted_client (client, recent, steps) VALUES (${client}, '[]', 0) ON CONFLICT DO NOTHING`;
    await queries`SELECT 1 FROM predicted_client WHERE client = ${client} FOR UPDATE`;
    let { recent, steps } = await learnerOf(queries, client);
    const before = steps;
    for (const key of keys) {
      if (recent.at(-1) === key) continue;
      if (recent.length > 0) steps += 1;
      const contexts = contextsEndingIn(recent).map(contextId);
      await queries`
        INSERT INTO predicted_step (client, context, key, weight, at)
        SELECT ${client}, context, ${key}, 1, ${steps} FROM unnest(${contexts}::text[]) AS ending (context)
        ON CONFLICT (client, context, key) DO UPDATE
        SET weight = 1 + predicted_step.weight * power(2::float8, (predicted_step.at - excluded.at) / ${halfLife}::float8),
            at = excluded.at`;
      recent = [...recent, key].slice(-longestContext);
    }
    await queries`
      UPDATE predicted_client SET recent = ${queries.json([...recent])}, steps = ${steps} WHERE client = ${client}`;
    if (Math.floor(before / pruneEvery) !== Math.floor(steps / pruneEvery))
      await prune(queries, client, steps);
  }

  /** Keeps the heaviest successors of each context, and the contexts that were met last. */
  async function prune(queries: Queries, client: string, steps: number): Promise<void> {
    await queries`
      DELETE FROM predicted_step AS step USING (
        SELECT context, key, row_number() OVER (
          PARTITION BY context ORDER BY weight * power(2::float8, (at - ${steps}) / ${halfLife}::float8) DESC, key
        ) AS rank FROM predicted_step WHERE client = ${client}) AS ranked
      WHERE step.client = ${client} AND step.context = ranked.context AND step.key = ranked.key
        AND ranked.rank > ${mostSuccessors}`;
    await queries`
      DELETE FROM predicted_step WHERE client = ${client} AND context IN (
        SELECT context FROM predicted_step WHERE client = ${client} GROUP BY context
        ORDER BY max(at) DESC, context OFFSET ${mostContexts})`;
  }

  async function writeWaiting(): Promise<void> {
    // In one order in all processes, so that none waits for another that waits for it.
    const steps = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1));
    waiting = new Map();
    await database.begin(async (queries) => {
      for (const [client, keys] of steps) await learn(queries, client, keys);
    });
  }

  function start(): void {
    writing ??= writeWaiting()
      .catch((error: unknown) =>
        log(`Could not save the learned predictions: ${reasonOf(error)}`, { level: 'error' }),
      )
      .finally(() => {
        writing = null;
        // Observed meanwhile.
        if (waiting.size > 0) start();
      });
  }

  async function flush(): Promise<void> {
    while (writing !== null) await writing;
  }

  async function evidenceOf(client: string, contexts: readonly string[]): Promise<Evidence> {
    const [{ steps }, rows] = await Promise.all([
      learnerOf(database, client),
      database<{ context: string; key: string; weight: number; at: string }[]>`
        SELECT context, key, weight, at FROM predicted_step
        WHERE client = ${client} AND context = ANY (${[...contexts]}::text[]) ORDER BY key`,
    ]);
    const successors = new Map<string, Map<string, Step>>();
    for (const { context, key, weight, at } of rows) {
      const of = successors.get(context) ?? new Map<string, Step>();
      successors.set(context, of.set(key, { weight, at: Number(at) }));
    }
    return { steps, successorsOf: (context) => successors.get(contextId(context)) };
  }

  return {
    observe(client, keys) {
      if (keys.length === 0) return;
      waiting.set(client, [...(waiting.get(client) ?? []), ...keys].slice(-mostWaiting));
      start();
    },

    async predict(client, most, exists) {
      // What is being written, and then what waited for that. What others add later must not keep a response waiting.
      await writing;
      await writing;
      try {
        const { recent } = await learnerOf(database, client);
        const contexts = contextsEndingIn(recent).map(contextId);
        const none: Evidence = { steps: 0, successorsOf: () => undefined };
        const [own, shared] = await Promise.all([
          evidenceOf(client, contexts),
          client === sharedClient ? none : evidenceOf(sharedClient, contexts),
        ]);
        return rankSuccessors(recent, own, shared).filter(exists).slice(0, most);
      } catch (error) {
        // They are a guess that a response can do without.
        log(`Could not predict: ${reasonOf(error)}`, { level: 'warn' });
        return [];
      }
    },

    async seed(learned) {
      const steps = learned.flatMap(({ client, context, successors }) =>
        successors.map(({ key, weight, at }) => ({ client, context: contextId(context), key, weight, at })),
      );
      await database.begin(async (queries) => {
        for (const { client, context, key, weight, at } of steps)
          await queries`
            INSERT INTO predicted_step (client, context, key, weight, at)
            VALUES (${client}, ${context}, ${key}, ${weight}, ${at}) ON CONFLICT DO NOTHING`;
      });
    },

    flush,
  };
}

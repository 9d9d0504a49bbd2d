import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../serviceError.ts';
import type { Log } from '../../log/log.ts';
import { peakPositions, type Position, type TreeNode } from '../../tree/merkleTree.ts';
import { planAppend, type Append, type Tree } from '../appending.ts';
import { present, type AtomReader, type AtomStore, type NewAtom, type StoredVersion } from '../atomStore.ts';
import { nodesToProve, positionId, proveLeaves, type FoundLeaf } from '../proving.ts';
import { keyTerms } from '../../recall/keyTerms.ts';
import { createWriteQueue } from '../writeQueue.ts';
import {
  byteArray,
  isLost,
  isUnavailable,
  orUnavailable,
  reasonOf,
  unavailable,
  type Database,
  type Queries,
} from './connect.ts';
import { createNodeCache } from './nodeCache.ts';
import { wordsLiteral } from './postgresWords.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

const cachedNodes = 100_000;
/** Leaves that are looked through for new keys at once. */
const leavesAtOnce = 50_000;
/** How often, and how many times, the outcome of a store whose confirmation was lost is asked for. */
const outcomeEveryMs = 250;
const outcomeTries = 40;

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8');

interface PlaceRow {
  readonly size: string;
  readonly place: string | null;
  readonly index: string | null;
  readonly version: number | null;
  readonly value: Uint8Array | null;
}

/**
 * The atoms of several processes, in PostgreSQL. Stores take turns: each locks the row of the tree, whose size and root change with it. Leaves
 * and complete subtrees never change, so that one statement that reads the size with the leaves is a snapshot, and the nodes of its proofs can be read after it.
 */
export function createPostgresAtoms(database: Database, clock: () => number, log: Log): AtomStore {
  const cache = createNodeCache(cachedNodes);

  async function nodesAt(queries: Queries, positions: readonly Position[]): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    const missing: Position[] = [];
    for (const position of positions) {
      const hash = cache.get(position);
      if (hash === undefined) missing.push(position);
      else found.set(positionId(position), hash);
    }
    if (missing.length === 0) return found;
    const rows = await queries<{ level: number; position: string; hash: Uint8Array }[]>`
      SELECT wanted.level, wanted.position, found.hash
      FROM unnest(${missing.map(({ level }) => level)}::smallint[], ${missing.map(({ index }) => index)}::bigint[])
        AS wanted (level, position)
      -- One look into the index for each, whatever the planner thinks of the table: OFFSET keeps it from joining the whole of it.
      CROSS JOIN LATERAL (
        SELECT hash FROM node WHERE node.level = wanted.level AND node.position = wanted.position OFFSET 0) AS found`;
    for (const row of rows) {
      const position = { level: row.level, index: Number(row.position) };
      const hash = Buffer.from(row.hash);
      found.set(positionId(position), hash);
      cache.put(position, hash);
    }
    return found;
  }

  async function treeOf(queries: Queries, size: number): Promise<Tree> {
    const positions = peakPositions(size);
    const nodes = await nodesAt(queries, positions);
    const peaks = positions.map((position): TreeNode => ({
      ...position,
      hash: present(nodes.get(positionId(position))),
    }));
    return { size, peaks };
  }

  async function versionsOf(queries: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await queries<{ key: Uint8Array; version: number }[]>`
      SELECT key, version FROM head WHERE key = ANY (${byteArray(queries, keys.map(bytes))})`;
    return new Map(rows.map(({ key, version }) => [textOf(key), version]));
  }

  async function insert(queries: Queries, { leaves, nodes, after, root }: Append): Promise<void> {
    const heads = new Map(leaves.map((leaf) => [leaf.key, leaf]));
    const newest = [...heads.values()];
    const fresh = leaves.filter(({ version }) => version === 1).map(({ key }) => keyTerms(key));
    const keysOf = new Map<string, number>();
    for (const term of fresh.flatMap((terms) => [...new Set(terms)]))
      keysOf.set(term, (keysOf.get(term) ?? 0) + 1);
    await Promise.all([
      queries`
        INSERT INTO leaf (index, key, version, value, created_at)
        SELECT * FROM unnest(
          ${leaves.map(({ leafIndex }) => leafIndex)}::bigint[], ${byteArray(
            queries,
            leaves.map(({ key }) => bytes(key)),
          )},
          ${leaves.map(({ version }) => version)}::integer[], ${byteArray(
            queries,
            leaves.map(({ value }) => bytes(value)),
          )},
          ${leaves.map(({ createdAt }) => createdAt)}::bigint[])`,
      queries`
        INSERT INTO head (key, leaf, version, words)
        SELECT key, leaf, version, words::tsvector FROM unnest(
          ${byteArray(
            queries,
            newest.map(({ key }) => bytes(key)),
          )}, ${newest.map(({ leafIndex }) => leafIndex)}::bigint[],
          ${newest.map(({ version }) => version)}::integer[],
          ${newest.map(({ key }) => wordsLiteral(keyTerms(key)))}::text[]) AS heads (key, leaf, version, words)
        ON CONFLICT (key) DO UPDATE SET leaf = excluded.leaf, version = excluded.version`,
      queries`
        INSERT INTO node (level, position, hash)
        SELECT * FROM unnest(
          ${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
          ${byteArray(
            queries,
            nodes.map(({ hash }) => hash),
          )})`,
      queries`
        INSERT INTO word (term, keys) SELECT * FROM unnest(${[...keysOf.keys()]}::text[], ${[...keysOf.values()]}::bigint[])
        ON CONFLICT (term) DO UPDATE SET keys = word.keys + excluded.keys`,
      queries`
        UPDATE tree SET size = ${after.size}, root = ${root}, keys = keys + ${fresh.length},
          terms = terms + ${fresh.reduce((sum, terms) => sum + terms.length, 0)}`,
    ]);
  }

  async function write(
    requests: readonly (readonly NewAtom[])[],
  ): Promise<readonly (readonly StoredVersion[])[]> {
    const keys = [...new Set(requests.flat().map(({ key }) => key))];
    /** Identifies the transaction, to find out what became of it. */
    let transactionId: string | null = null;
    let plan: Append | null = null;
    try {
      await database.begin(async (queries) => {
        const [tree] = await queries<{ size: string; id: string }[]>`
          SELECT size, pg_current_xact_id()::text AS id FROM tree FOR UPDATE`;
        const { size, id } = present(tree);
        const [before, versions] = await Promise.all([
          treeOf(queries, Number(size)),
          versionsOf(queries, keys),
        ]);
        plan = planAppend(before, versions, requests, clock());
        await insert(queries, plan);
        transactionId = id;
      });
    } catch (error) {
      // Before it has its ID, the transaction was not committed.
      const isOpen = plan !== null && transactionId !== null && isLost(error);
      if (isOpen) return (await outcomeOf(transactionId ?? '', plan)).answers;
      if (!isUnavailable(error)) throw error;
      log(`Nothing was stored, because the database cannot be used: ${reasonOf(error)}`, { level: 'error' });
      throw unavailable(error);
    }
    const { answers, nodes } = present<Append>(plan ?? undefined);
    for (const node of nodes) cache.put(node, node.hash);
    return answers;
  }

  /**
   * The connection was lost at the end of a transaction, which may or may not have been committed. The database knows.
   *
   * @throws ServiceError UNAVAILABLE: nothing was stored. OUTCOME_UNKNOWN: nobody can tell
   */
  async function outcomeOf(transactionId: string, plan: Append | null): Promise<Append> {
    for (let tries = 0; tries < outcomeTries; tries += 1) {
      const status = await database<{ status: string | null }[]>`
        SELECT pg_xact_status(${transactionId}::xid8) AS status`.then(
        ([row]) => row?.status ?? null,
        () => 'in progress',
      );
      if (status === 'committed' && plan !== null) return plan;
      if (status === 'aborted') throw unavailable(null);
      if (status === null) break;
      await delay(outcomeEveryMs);
    }
    throw new ServiceError(
      'OUTCOME_UNKNOWN',
      'The database was lost while it stored this, so that it is unknown whether it did. Read the atoms before you store them again.',
    );
  }

  async function readFrom(queries: Queries, keys: readonly string[]): ReturnType<AtomReader['read']> {
    const asked = [...new Set(keys)];
    const rows = await queries<PlaceRow[]>`
      SELECT tree.size, wanted.place, found.index, found.version, found.value
      FROM tree
      LEFT JOIN unnest(${byteArray(queries, asked.map(bytes))}) WITH ORDINALITY AS wanted (key, place) ON true
      LEFT JOIN LATERAL (
        SELECT leaf.index, leaf.version, leaf.value
        FROM head JOIN leaf ON leaf.index = head.leaf WHERE head.key = wanted.key OFFSET 0) AS found ON true`;
    const size = Number(rows[0]?.size ?? 0);
    const byPlace = new Map(rows.map((row) => [Number(row.place) - 1, row]));
    const found: FoundLeaf[] = [];
    const missing: string[] = [];
    for (const [place, key] of asked.entries()) {
      const row = byPlace.get(place);
      if (row === undefined || row.index === null || row.version === null || row.value === null)
        missing.push(key);
      else found.push({ key, value: textOf(row.value), version: row.version, leafIndex: Number(row.index) });
    }
    const positions = nodesToProve(
      size,
      found.map(({ leafIndex }) => leafIndex),
    );
    const nodes = await nodesAt(queries, positions);
    return { atoms: proveLeaves(size, found, (position) => nodes.get(positionId(position))), missing };
  }

  async function readFrozen(
    frozen: Promise<Snapshot>,
    keys: readonly string[],
  ): ReturnType<AtomReader['read']> {
    return readFrom((await frozen).queries(), keys);
  }

  const size = async (): Promise<number> => {
    const [tree] = await database<{ size: string }[]>`SELECT size FROM tree`;
    return Number(present(tree).size);
  };

  return {
    ...createWriteQueue(write),

    read: (keys) => orUnavailable(readFrom(database, keys), log),

    freeze() {
      // Only the faults for demonstrations need it.
      const frozen = openSnapshot(database);
      // Reads say what is wrong. Without any, nobody needs to know.
      frozen.catch(() => undefined);
      return {
        read: (keys) => orUnavailable(readFrozen(frozen, keys), log),
        close: async () => (await frozen).close(),
      };
    },

    isShared: true,
    keysSince: (from) =>
      orUnavailable(
        (async () => {
          const end = await size();
          const until = Math.min(end, from + leavesAtOnce);
          if (until <= from) return { keys: [], size: from, isAll: true };
          const rows = await database<{ key: Uint8Array }[]>`
            SELECT key FROM leaf WHERE version = 1 AND index >= ${from} AND index < ${until} ORDER BY index`;
          return { keys: rows.map(({ key }) => textOf(key)), size: until, isAll: until === end };
        })(),
        log,
      ),

    async leafAt(leafIndex) {
      const [row] = await database<
        { key: Uint8Array; value: Uint8Array; version: number; created_at: string }[]
      >`SELECT key, value, version, created_at FROM leaf WHERE index = ${leafIndex}`;
      return row === undefined
        ? undefined
        : {
            key: textOf(row.key),
            value: textOf(row.value),
            version: row.version,
            createdAt: Number(row.created_at),
          };
    },
    nodeAt: async (position) => (await nodesAt(database, [position])).get(positionId(position)),
    async *keys() {
      for await (const rows of database<{ key: Uint8Array }[]>`SELECT key FROM head`.cursor(1_000))
        for (const { key } of rows) yield textOf(key);
    },
    size,
  };
}

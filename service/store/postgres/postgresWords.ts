import type { Log } from '../../log/log.ts';
import { queryConcepts } from '../../recall/queryConcepts.ts';
import { createBestHits } from '../../recall/recallIndex.ts';
import { exactScore, rarityOf, scoreOfKey } from '../../recall/scoring.ts';
import type { WordSearch } from '../stores.ts';
import { orUnavailable, type Database } from './connect.ts';

/** Keys that are scored for one query. More than any request may ask for, and enough that the best are among them. */
const mostCandidates = 5_000;

const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The words of a key as PostgreSQL writes a `tsvector`. */
export function wordsLiteral(terms: readonly string[]): string {
  return [...new Set(terms)].map(quoted).join(' ');
}

/**
 * Words of keys by a GIN index. The database finds keys that have them, and the same formula as in memory scores these. How many keys have each
 * word is counted when they are stored.
 */
export function createPostgresWords(database: Database, log: Log): WordSearch {
  async function total(): Promise<{ readonly keys: number; readonly terms: number }> {
    const [tree] = await database<{ keys: string; terms: string }[]>`SELECT keys, terms FROM tree`;
    return { keys: Number(tree?.keys ?? 0), terms: Number(tree?.terms ?? 0) };
  }

  async function keysWith(tsquery: string, limit: number): Promise<readonly string[]> {
    const rows = await database<{ key: Uint8Array }[]>`
      SELECT key FROM head WHERE words @@ ${tsquery}::tsquery LIMIT ${limit}`;
    return rows.map(({ key }) => Buffer.from(key).toString('utf8'));
  }

  async function search(query: string, limit: number) {
    const concepts = queryConcepts(query);
    const terms = [...new Set(concepts.flatMap((concept) => [...concept.keys()]))];
    const [{ keys, terms: length }, counted, [exact]] = await Promise.all([
      total(),
      database<
        { term: string; keys: string }[]
      >`SELECT term, keys FROM word WHERE term = ANY (${terms}::text[])`,
      database`SELECT 1 FROM head WHERE key = ${Buffer.from(query, 'utf8')}`,
    ]);
    const keysOf = new Map(counted.map((row) => [row.term, Number(row.keys)]));
    // A key with two words of one concept is counted twice: so rare that it does not matter.
    const worthy = concepts.map((concept) => {
      const found = [...concept.keys()].filter((term) => keysOf.has(term));
      const matches = Math.min(
        keys,
        found.reduce((sum, term) => sum + (keysOf.get(term) ?? 0), 0),
      );
      return { concept, found, matches, rarity: rarityOf(matches, keys) };
    });
    const queries = worthy
      .filter(({ found }) => found.length > 0)
      .sort((one, other) => one.matches - other.matches)
      .map(({ found }) => `(${found.map(quoted).join(' | ')})`);

    const candidates = new Set<string>();
    // First what has all words, then what has the rarest one, and so on. What has only common words comes last, and may be cut.
    for (const tsquery of queries.length > 1 ? [queries.join(' & '), ...queries] : queries) {
      const room = mostCandidates - candidates.size;
      if (room <= 0) break;
      for (const key of await keysWith(tsquery, room)) candidates.add(key);
    }
    const best = createBestHits(limit);
    if (exact !== undefined) best.offer(query, exactScore);
    for (const key of candidates) {
      const score = key === query ? 0 : scoreOfKey(key, worthy, length / keys);
      if (score > 0) best.offer(key, score);
    }
    return best.hits;
  }

  return {
    size: async () => (await total()).keys,
    search: (query, limit) => orUnavailable(search(query, limit), log),
  };
}

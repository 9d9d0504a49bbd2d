import { createShardCoverage } from '#shared/coverage/shardCoverage.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryEnd } from '#shared/domain/job.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { AtomList } from '#shared/domain/serviceFacts.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import type { ListPage } from '../client/documentedList.ts';
import type { JobMemory } from '../known/jobMemory.ts';
import { readInBatches } from '../reading/runs/readInBatches.ts';
import type { Readings } from '../reading/readings.ts';
import type { LimitedRequests } from './askWithin.ts';

/** Keys per request. The open server lists no more, and other services may return values as well. */
const pageSize = 1_000;
/** A longer list would not fit the known keys. */
const mostListed = 2_000_000;

/** The list of a service, of which all keys were requested. */
export interface TakenList {
  /** Such as `GET /api/v1/atoms`. */
  readonly source: string;
  readonly keys: ReadonlySet<string>;
  /** Listed keys that were returned. */
  readonly read: number;
  /** What the proofs show about the list if they lead through shards; otherwise the leaf positions show it. */
  readonly shards: Extract<DiscoveryEnd, { readonly kind: 'listed' }> | null;
}

/**
 * Takes the service's own list of atoms, reads all of them, and compares what is listed with the leaves that the proofs
 * show. null if the service has no list.
 */
export async function takeList(options: {
  readonly connectionId: ConnectionId;
  readonly readings: Pick<Readings, 'list' | 'readMany'>;
  readonly memory: Pick<JobMemory, 'entries'>;
  readonly bounded: Pick<LimitedRequests, 'ask'>;
  readonly rest: () => Promise<void>;
  /** Called after each response with the number of keys that were not known before, and of those that were set aside. */
  readonly took: (newKeys: number, setAside: number, words: string) => void;
}): Promise<Result<TakenList | null>> {
  const { connectionId: id, readings, memory, bounded, rest, took } = options;
  const first = await firstPage(options);
  if (!first.ok || first.value === null) return first;
  const { route, page: head } = first.value;
  const live = new Set<string>();
  const deleted = new Set<string>();
  let page: AtomList | null = head;
  for (let offset = 0; page !== null;) {
    const before = live.size + deleted.size;
    for (const { key, isDeleted } of page.atoms) (isDeleted ? deleted : live).add(key);
    took(0, 0, `${String(live.size)} keys`);
    const isLast = page.isWhole || (page.hasShards && page.atoms.length < pageSize);
    // A page without news would come back forever if the service ignored the offset.
    if (isLast || live.size + deleted.size === before || live.size + deleted.size >= mostListed) break;
    await rest();
    // Services may return fewer than were requested.
    offset += page.atoms.length;
    const next = await bounded.ask((call) => readings.list(id, { offset, limit: pageSize, route }, call));
    if (!next.ok) return next;
    page = next.value;
  }
  const coverage = createShardCoverage({ path: openServerScheme.path[0], leaf: openServerScheme.leaf });
  let read = 0;
  const answer = await readInBatches({
    keys: [...live],
    ask: (keys, expects) => bounded.ask((call) => readings.readMany(id, keys, call, 'lookup'), expects),
    before: (keys) => memory.entries(id, keys),
    take: async ({ keys, before, reading }) => {
      for (const { proof, verdict } of reading?.atoms ?? []) {
        read += 1;
        if (head.hasShards && verdict.checks.some(({ name, status }) => name === 'path' && status === 'pass'))
          coverage.add(proof);
      }
      const newKeys = before.filter((entry) => entry === null).length;
      took(newKeys, reading === null ? keys.length : 0, `${String(keys.length)} keys`);
      await rest();
    },
  });
  if (!answer.ok) return answer;
  const counts = { keys: live.size, deleted: deleted.size, notRead: live.size - read };
  return succeed({
    source: head.source,
    keys: live,
    read,
    shards: head.hasShards ? { kind: 'listed', ...counts, ...coverage.findings(deleted) } : null,
  });
}

const routes: readonly NonNullable<ListPage['route']>[] = ['pages', 'export'];

async function firstPage({
  connectionId: id,
  readings,
  bounded,
}: Pick<Parameters<typeof takeList>[0], 'connectionId' | 'readings' | 'bounded'>) {
  for (const route of routes) {
    const page = await bounded.ask((call) => readings.list(id, { offset: 0, limit: pageSize, route }, call));
    if (page.ok && page.value !== null) return succeed({ route, page: page.value });
    // A service that fails on this request has no list that could be used.
    if (!page.ok && page.error.code === 'cancelled') return page;
  }
  return succeed(null);
}

import { createShardCoverage } from '#shared/coverage/shardCoverage.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryEnd } from '#shared/domain/job.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { JobMemory } from '../jobs/jobMemory.ts';
import { readInBatches } from '../jobs/readInBatches.ts';
import type { Readings } from '../readings/readings.ts';
import type { LimitedRequests } from './askWithin.ts';

/** Keys per request. The open server lists no more. */
const pageSize = 1_000;
/** A longer list would not fit the known keys. */
const mostListed = 2_000_000;

/**
 * Takes the service's own list of atoms, reads all of them, and compares what is listed with the leaves that the proofs
 * show. null if the service has no list.
 */
export async function takeList(options: {
  readonly connectionId: ConnectionId;
  readonly readings: Pick<Readings, 'list' | 'readMany'>;
  readonly memory: Pick<JobMemory, 'entries'>;
  readonly control: Pick<JobControl<'discovery'>, 'ask'>;
  readonly bounded: Pick<LimitedRequests, 'ask'>;
  /** Counts the first page, which is a request only if the service has a list. */
  readonly countFirst: () => void;
  readonly rest: () => Promise<void>;
  /** Called after each response with the number of keys that were not known before, and of those that were set aside. */
  readonly took: (newKeys: number, setAside: number, words: string) => void;
}): Promise<Result<DiscoveryEnd | null>> {
  const { connectionId: id, readings, memory, bounded, rest, took } = options;
  const first = await options.control.ask((call) =>
    readings.list(id, { offset: 0, limit: pageSize }, { ...call, askedBy: 'app', once: true }),
  );
  if (!first.ok) return first;
  if (first.value === null) return succeed(null);
  options.countFirst();
  const live = new Set<string>();
  const deleted = new Set<string>();
  for (let offset = 0; offset < mostListed; offset += pageSize) {
    const page =
      offset === 0
        ? first
        : await bounded.ask((call) => readings.list(id, { offset, limit: pageSize }, call));
    if (!page.ok) return page;
    if (page.value === null) break;
    const before = live.size + deleted.size;
    for (const { key, isDeleted } of page.value.atoms) (isDeleted ? deleted : live).add(key);
    took(0, 0, `${String(live.size)} keys`);
    // A page without news would come back forever if the service ignored the offset.
    if (page.value.atoms.length < pageSize || live.size + deleted.size === before) break;
    await rest();
  }
  const coverage = createShardCoverage(openServerScheme.path);
  let read = 0;
  const answer = await readInBatches({
    keys: [...live],
    ask: (keys, expects) => bounded.ask((call) => readings.readMany(id, keys, call, 'lookup'), expects),
    before: (keys) => memory.entries(id, keys),
    take: async ({ keys, before, reading }) => {
      for (const { proof, verdict } of reading?.atoms ?? []) {
        read += 1;
        if (verdict.checks.some(({ name, status }) => name === 'path' && status === 'pass'))
          coverage.add(proof);
      }
      const newKeys = before.filter((entry) => entry === null).length;
      took(newKeys, reading === null ? keys.length : 0, `${String(keys.length)} keys`);
      await rest();
    },
  });
  if (!answer.ok) return answer;
  const { leaves, gaps, openEnds } = coverage.findings();
  return succeed({
    kind: 'listed',
    keys: live.size,
    deleted: deleted.size,
    notRead: live.size - read,
    leaves,
    gaps,
    openEnds,
  });
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '#shared/domain/appError.ts';
import { occupiedLeaves, type CatalogueEntry, type Coverage } from '#shared/domain/catalogue.ts';
import type { KeyFilter, KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryEnd, DiscoverySettings } from '#shared/domain/job.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { JobMemory } from '../jobs/jobMemory.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { readInBatches } from '../jobs/readInBatches.ts';
import type { Readings } from '../readings/readings.ts';
import type { DiscoveryRecord } from './discoveryRecord.ts';
import { keyWords } from './keyWords.ts';
import {
  createDiscoveryPlan,
  type DiscoveryOutcome,
  type DiscoveryPlan,
  type DiscoveryRequest,
} from './plan.ts';
import { progressOf, withRequest } from './progress.ts';

export interface DiscoveryMemory extends Pick<JobMemory, 'selected' | 'coverage'> {
  /** The leaves without a known atom, where earlier versions of the known keys add up to exactly those; else null. */
  readonly explainedLeaves: (id: ConnectionId) => Promise<string | null>;
  /** Whether nothing speaks against a tree that only grows; else positions read at different times cannot be added up. */
  readonly onlyGrows: (id: ConnectionId) => Promise<boolean>;
}

/** Requests in a row without anything new, after which more of them are not worth it. */
export const patience = 60;
/** Hits to ask for, the largest number first that is still likely to be taken. */
const limitsToTry = [1_000, 100, 50, 20, 10, 5, 1] as const;
/** The explanation by earlier versions goes through all known keys, so it is not asked for each time. */
const explainEvery = 10;

/**
 * Grows the catalogue of a connection until nothing is left to find, nothing new comes, or the budget is spent. What
 * `record` says was asked is not asked again.
 */
export async function discover(options: {
  readonly connectionId: ConnectionId;
  readonly settings: DiscoverySettings;
  readonly record: DiscoveryRecord;
  /** What this discovery asked in an earlier session; it counts for its budget. */
  readonly earlier: readonly Pick<DiscoveryOutcome, 'kind' | 'newKeys'>[];
  readonly memory: DiscoveryMemory;
  readonly readings: Pick<Readings, 'recall' | 'readMany'>;
  readonly control: Pick<JobControl<'discovery'>, 'ask' | 'proceed' | 'report' | 'rest' | 'signal'>;
}): Promise<Result<null>> {
  const { connectionId: id, settings, record, memory, control } = options;
  const plan = createDiscoveryPlan(settings);
  await recollect(plan, options);
  const limits = createLimits(settings.limit, record);
  let progress = progressOf(settings, options.earlier);
  let withoutNews = 0;
  let leavesBefore: number | null = null;
  let onlyGrows = true;

  const tell = async (): Promise<Coverage> => {
    const coverage = await memory.coverage(id);
    progress = { ...progress, coverage, limit: limits.given(), wordsLeft: plan.wordsLeft() };
    control.report(progress);
    return coverage;
  };
  const end = (why: DiscoveryEnd): Result<null> => {
    progress = { ...progress, end: why };
    control.report(progress);
    return succeed(null);
  };

  for (;;) {
    const coverage = await tell();
    if (leavesBefore !== null && coverage.knownLeaves > leavesBefore) withoutNews = 0;
    leavesBefore = coverage.knownLeaves;
    if (isComplete(coverage) && onlyGrows) {
      onlyGrows = await memory.onlyGrows(id);
      if (onlyGrows) return end({ kind: 'complete' });
    }
    const request = plan.next({ limit: limits.given() ?? limits.toAsk(), knownShare: shareOf(coverage) });
    const stop: DiscoveryEnd | null =
      request === null
        ? { kind: 'nothing-left' }
        : withoutNews >= patience
          ? { kind: 'nothing-new', requests: withoutNews }
          : progress.requests >= settings.budget
            ? { kind: 'budget' }
            : null;
    if (stop !== null || progress.requests % explainEvery === 0) {
      const leaves = await memory.explainedLeaves(id);
      if (leaves !== null) return end({ kind: 'explained', leaves });
    }
    if (request === null || stop !== null) return end(stop ?? { kind: 'nothing-left' });

    progress = { ...progress, latest: { kind: request.kind, words: wordsOf(request) } };
    control.report(progress);
    const asked = await ask(request);
    if (!asked.ok) return asked;
    control.report(progress);
    await control.rest(settings.pauseMs);
  }

  async function ask(request: DiscoveryRequest): Promise<Result<null>> {
    const count = async (outcome: DiscoveryOutcome): Promise<void> => {
      plan.note(outcome);
      progress = withRequest(progress, outcome.kind, outcome.newKeys);
      withoutNews = outcome.newKeys > 0 ? 0 : withoutNews + 1;
      await record.append({ kind: 'asked', outcome });
    };
    if (request.kind !== 'recall') return askBatch(request, count);

    const limit = limits.toAsk();
    const answer = await control.ask(
      (call) => options.readings.recall(id, request.query, limit, { ...call, askedBy: 'app' }),
      (error) => isRefusal(error),
    );
    if (!answer.ok) {
      if (!isRefusal(answer.error)) return answer;
      if (await limits.lower()) {
        progress = withRequest(progress, 'recall', 0);
        return succeed(null);
      }
      // Not the number of hits: these words are what it will not take.
      await count({ kind: 'recall', query: request.query, limit, hits: 0, fullHits: 0, newKeys: 0 });
      return succeed(null);
    }
    const { atoms, predictions } = answer.value;
    limits.noteHits(atoms.length);
    const words = keyWords(request.query);
    const keys = atoms.map(({ key }) => key);
    const newKeys = learn(plan, keys, true) + learn(plan, predictions, false);
    const fullHits = keys.filter((key) => hasAll(keyWords(key), words)).length;
    await count({
      kind: 'recall',
      query: request.query,
      limit: limits.given() ?? limit,
      hits: atoms.length,
      fullHits,
      newKeys,
    });
    return succeed(null);
  }

  function askBatch(
    { kind, keys }: Exclude<DiscoveryRequest, { readonly kind: 'recall' }>,
    count: (outcome: DiscoveryOutcome) => Promise<void>,
  ): Promise<Result<null>> {
    return readInBatches({
      keys,
      ask: (batch, expects) =>
        control.ask(
          (call) => options.readings.readMany(id, batch, { ...call, askedBy: 'app' }, 'lookup'),
          expects,
        ),
      before: async (): Promise<readonly (CatalogueEntry | null)[]> => [],
      take: async ({ keys: batch, reading }) => {
        const newKeys = learn(plan, reading?.atoms.map(({ key }) => key) ?? [], true);
        const missing = reading?.missing ?? batch;
        // Known to be gone, or refused: it was read as far as it can be.
        if (kind === 'predicted') learn(plan, missing, true);
        await count(kind === 'predicted' ? { kind, newKeys } : { kind, newKeys, missing });
      },
    });
  }
}

/** So many take some milliseconds; then others have their turn. */
const keysAtOnce = 500;

/** Tells a plan what is known and what was asked. */
async function recollect(
  plan: DiscoveryPlan,
  {
    connectionId,
    memory,
    record,
  }: {
    readonly connectionId: ConnectionId;
    readonly memory: DiscoveryMemory;
    readonly record: DiscoveryRecord;
  },
): Promise<void> {
  const unread = new Set<string>();
  for await (const keys of memory.selected(connectionId, selectionOf(connectionId, ['unread']))) {
    for (const key of keys) unread.add(key);
  }
  for await (const keys of memory.selected(connectionId, selectionOf(connectionId))) {
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      for (const key of keys.slice(at, at + keysAtOnce)) plan.addKey(key, !unread.has(key));
      await nextTurn();
    }
  }
  for (const line of record.lines) if (line.kind === 'asked') plan.note(line.outcome);
}

function selectionOf(connectionId: ConnectionId, states?: KeyFilter['states']): KeySelection {
  return {
    kind: 'query',
    query: {
      connectionId,
      filter: { text: '', mode: 'contains', ...(states === undefined ? {} : { states }) },
      delimiter: '.',
      path: '',
      sort: { column: 'key', direction: 'ascending' },
    },
    except: [],
  };
}

/** How many of the keys were not known to the plan. */
function learn(plan: DiscoveryPlan, keys: readonly string[], isRead: boolean): number {
  const fresh = new Set(keys.filter((key) => !plan.isKnown(key)));
  for (const key of keys) plan.addKey(key, isRead);
  return fresh.size;
}

/** How many hits to ask for, as far as the service shows what it gives. */
function createLimits(wanted: number | null, record: DiscoveryRecord) {
  const refused = record.lines.flatMap((line) => (line.kind === 'refused' ? [line.limit] : []));
  let ceiling = Math.min(Infinity, ...refused);
  let mostHits = 0;
  let timesMost = 0;
  const choices = wanted === null ? limitsToTry : [wanted, ...limitsToTry.filter((limit) => limit < wanted)];
  const toAsk = (): number => choices.find((limit) => limit < ceiling) ?? 1;
  return {
    toAsk,
    /** What an answer holds at most; null until one came. A service may give fewer hits than asked without a word. */
    given: (): number | null => {
      if (mostHits === 0) return null;
      return timesMost > 1 ? mostHits : toAsk();
    },
    noteHits: (hits: number): void => {
      if (hits > mostHits) {
        mostHits = hits;
        timesMost = 0;
      }
      if (hits === mostHits) timesMost += 1;
    },
    /** False where it cannot be lower. */
    lower: async (): Promise<boolean> => {
      const limit = toAsk();
      if (limit === 1 || mostHits > 0) return false;
      ceiling = limit;
      await record.append({ kind: 'refused', limit });
      return true;
    },
  };
}

/** The service would not take this very request. */
function isRefusal(error: AppError): boolean {
  return (
    error.code === 'payload_too_large' ||
    error.code === 'sensitive_content' ||
    error.code === 'bad_response' ||
    error.code === 'invalid_input' ||
    (error.code === 'unexpected_status' && error.status === 400)
  );
}

function isComplete(coverage: Coverage): boolean {
  const { knownLeaves, treeSize } = coverage;
  return treeSize !== null && BigInt(knownLeaves) >= occupiedLeaves(treeSize, coverage) && knownLeaves > 0;
}

function shareOf(coverage: Coverage): number | null {
  const { knownLeaves, treeSize } = coverage;
  return treeSize === null || treeSize === '0'
    ? null
    : knownLeaves / Number(occupiedLeaves(treeSize, coverage));
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.includes(word));
}

function wordsOf(request: DiscoveryRequest): string {
  return request.kind === 'recall' ? request.query : `${String(request.keys.length)} keys`;
}

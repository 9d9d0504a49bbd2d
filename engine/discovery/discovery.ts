import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReading, RecallReading } from '#shared/domain/atom.ts';
import { occupiedLeaves, type CatalogueEntry, type Coverage } from '#shared/domain/catalogue.ts';
import type { KeyFilter, KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoveryEnd, DiscoverySettings } from '#shared/domain/job.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import type { JobMemory } from '../known/jobMemory.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { isAboutTheBatch, readInBatches } from '../reading/runs/readInBatches.ts';
import type { Readings } from '../reading/readings.ts';
import { createLimitedRequests, overBudget } from './askWithin.ts';
import type { DiscoveryRecord } from './discoveryRecord.ts';
import { createHitLimits } from './hitLimits.ts';
import { keyWords } from './keyWords.ts';
import {
  createDiscoveryPlan,
  safeLimit,
  type DiscoveryOutcome,
  type DiscoveryPlan,
  type DiscoveryRequest,
} from './plan.ts';
import { progressOf, withNewKeys, withRequest, type EarlierResponse } from './progress.ts';
import { lessonOfList, lessonOfShards } from './listLessons.ts';
import { takeList, type TakenList } from './takeList.ts';

export interface DiscoveryMemory extends Pick<JobMemory, 'selected' | 'coverage' | 'entries'> {
  /**
   * The leaves without a known atom, if earlier versions of the known keys add up to exactly those; otherwise
   * null.
   */
  readonly explainedLeaves: (id: ConnectionId) => Promise<string | null>;
  /**
   * Whether nothing contradicts a tree that only grows. Otherwise positions read at different times cannot be
   * combined.
   */
  readonly onlyGrows: (id: ConnectionId) => Promise<boolean>;
}

/** After this many requests in a row without anything new, more of them are not worthwhile. */
export const patience = 60;
/**
 * After this many keys refused in a row, the rest of a batch is skipped; after this many such batches, all
 * are.
 */
const mostRefusedAlone = 5;
const mostRefusedBatches = 2;
/** The explanation by earlier versions goes through all known keys, so it is not computed every time. */
const explainEvery = 10;

/**
 * Finds keys of a connection until nothing is left, nothing new is found, or the request limit is reached.
 * Requests in `record` are not repeated. Where the service has a list of its atoms, all of them are read first; the search
 * goes on only if the leaf positions do not confirm that the list is complete.
 */
export async function discover(options: {
  readonly connectionId: ConnectionId;
  readonly settings: DiscoverySettings;
  readonly record: DiscoveryRecord;
  /** Requests of this discovery in an earlier session; they count toward its limit. */
  readonly earlier: readonly EarlierResponse[];
  readonly memory: DiscoveryMemory;
  readonly readings: Pick<Readings, 'list' | 'recall' | 'readMany'>;
  readonly control: Pick<JobControl<'discovery'>, 'ask' | 'proceed' | 'report' | 'rest' | 'signal'>;
  /** Called with what was found out about the list of the service. */
  readonly noteList: (lesson: Lesson) => void;
  /** The address of the connection, which the user may change between sessions; null once it is removed. */
  readonly address: () => string | null;
}): Promise<Result<null>> {
  const { connectionId: id, settings, record, memory, control } = options;
  const plan = createDiscoveryPlan(settings);
  await recollect(plan, options);
  let progress = progressOf(settings, options.earlier);
  let withoutNews = 0;
  let leavesBefore: number | null = null;
  let onlyGrows = true;
  let refusedBatches = 0;
  const bounded = createLimitedRequests({
    control,
    isSpent: () => progress.requests >= settings.budget,
    onRequest: () => {
      progress = withRequest(progress);
      control.report(progress);
    },
  });
  const limits = createHitLimits(settings.limit, record, bounded.takeSent);

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

  try {
    const address = options.address();
    const hasNoList = record.lines.some(
      (line) => line.kind === 'unanswered' && line.noListAt !== undefined && line.noListAt === address,
    );
    const listed = hasNoList
      ? succeed(null)
      : await takeList({
          ...options,
          bounded,
          rest: () => control.rest(settings.pauseMs),
          took: (newKeys, aside, words) => {
            progress = { ...withNewKeys(progress, 'listed', newKeys), latest: { kind: 'listed', words } };
            setAside(aside);
            control.report(progress);
          },
        });
    if (!listed.ok) return listed.error === overBudget ? end({ kind: 'budget' }) : listed;
    if (listed.value !== null) {
      const { shards, keys } = listed.value;
      if (shards !== null) {
        options.noteList(lessonOfShards(listed.value.source, shards));
        return end(shards);
      }
      learn(plan, [...keys], true);
      const leaves = await noteOfList(listed.value);
      if (leaves !== null) return end({ kind: 'explained', leaves });
    } else if (!hasNoList) {
      await record.append({
        kind: 'unanswered',
        requests: bounded.takeSent(),
        ...(address !== null && { noListAt: address }),
      });
    }
    return await goOn();
  } finally {
    // Sent but interrupted before a response; counts toward the limit.
    const requests = bounded.takeSent();
    if (requests > 0) await record.append({ kind: 'unanswered', requests });
  }

  /** Compares a list with the leaves. Resolves to the leaves that earlier versions explain, if that completes it. */
  async function noteOfList(list: TakenList): Promise<string | null> {
    const coverage = await tell();
    const isAll = isComplete(coverage) && (await memory.onlyGrows(id));
    const leaves = isAll ? null : await memory.explainedLeaves(id);
    let unlisted = 0;
    for await (const keys of memory.selected(id, selectionOf(id))) {
      const missing = await memory.entries(
        id,
        keys.filter((key) => !list.keys.has(key)),
      );
      // Keys that no response ever contained, such as mistyped ones, need not be in it.
      unlisted += missing.filter((entry) => (entry?.verdict ?? null) !== null).length;
    }
    options.noteList(
      lessonOfList(list, {
        coverage,
        unlisted,
        outcome: isAll ? 'all' : leaves === null ? 'open' : 'explained',
      }),
    );
    return leaves;
  }

  async function goOn(): Promise<Result<null>> {
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
      if (!asked.ok && asked.error === overBudget) return end({ kind: 'budget' });
      if (!asked.ok) return asked;
      control.report(progress);
      await control.rest(settings.pauseMs);
    }
  }

  async function note(outcome: DiscoveryOutcome): Promise<void> {
    const requests = bounded.takeSent();
    plan.note(outcome);
    progress = withNewKeys(progress, outcome.kind, outcome.newKeys);
    withoutNews = outcome.newKeys > 0 ? 0 : withoutNews + requests;
    await record.append({ kind: 'asked', outcome, requests });
  }

  function setAside(count: number): void {
    progress = { ...progress, setAside: progress.setAside + count };
  }

  async function ask(request: DiscoveryRequest): Promise<Result<null>> {
    if (request.kind !== 'recall') return askBatch(request);
    const { query } = request;
    const limit = limits.toAsk();
    const answer = await recall(query, limit);
    if (!answer.ok) {
      if (!isOfTheRequest(answer.error)) return answer;
      if (isAboutTheBatch(answer.error) && (await limits.lower())) return succeed(null);
      // Not because of the number of hits: the service refuses these words.
      setAside(1);
      await note({ kind: 'recall', query, limit, hits: 0, fullHits: 0, newKeys: 0 });
      return succeed(null);
    }
    if (answer.value.atoms.length > 0 || !limits.isDoubtful(limit)) {
      await take(query, limit, answer.value);
      return succeed(null);
    }
    // An empty response may mean that the service does not support the limit.
    const again = await recall(query, safeLimit);
    if (!again.ok) {
      await take(query, limit, answer.value);
      return isOfTheRequest(again.error) ? succeed(null) : again;
    }
    const hadHits = again.value.atoms.length > 0;
    await limits.settleDoubt(limit, hadHits);
    if (hadHits) plan.distrustEmpty();
    await take(query, safeLimit, again.value);
    return succeed(null);
  }

  function recall(query: string, limit: number): Promise<Result<RecallReading>> {
    return bounded.ask((call) => options.readings.recall(id, query, limit, call));
  }

  async function take(query: string, limit: number, { atoms, predictions }: RecallReading): Promise<void> {
    limits.noteHits(atoms.length);
    const words = keyWords(query);
    const keys = atoms.map(({ key }) => key);
    const newKeys = learn(plan, keys, true) + learn(plan, predictions, false);
    await note({
      kind: 'recall',
      query,
      limit: keys.length === 0 ? limit : Math.min(limits.given() ?? limit, limit),
      hits: keys.length,
      fullHits: keys.filter((key) => hasAll(keyWords(key), words)).length,
      newKeys,
    });
  }

  async function askBatch({
    kind,
    keys,
  }: Exclude<DiscoveryRequest, { readonly kind: 'recall' }>): Promise<Result<null>> {
    const taken = new Set<string>();
    let refusedInARow = 0;
    const takeKeys = async (batch: readonly string[], reading: BatchReading | null): Promise<void> => {
      for (const key of batch) taken.add(key);
      const newKeys = learn(plan, reading?.atoms.map(({ key }) => key) ?? [], true);
      const missing = reading?.missing ?? batch;
      // Removed or refused, so nothing more can be read.
      if (kind === 'predicted') learn(plan, missing, true);
      await note(kind === 'predicted' ? { kind, newKeys } : { kind, newKeys, missing });
    };
    const read = await readInBatches({
      keys,
      ask: async (batch): Promise<Result<BatchReading>> => {
        if (refusedInARow >= mostRefusedAlone) return fail(refusedAll);
        const answer = await bounded.ask(
          (call) => options.readings.readMany(id, batch, call, 'lookup'),
          isAboutBatches,
        );
        if (answer.ok || !isOfTheRequest(answer.error)) return answer;
        const { message, requestId } = answer.error;
        return fail({ code: 'unexpected_status', status: 400, failedIndex: null, message, requestId });
      },
      mostRefusedAlone: Infinity,
      before: async (): Promise<readonly (CatalogueEntry | null)[]> => [],
      take: async ({ keys: batch, reading, areUnsendable }) => {
        if (!areUnsendable) refusedInARow = reading === null ? refusedInARow + 1 : 0;
        if (reading === null) setAside(batch.length);
        await takeKeys(batch, reading);
      },
    });
    if (read.ok || read.error !== refusedAll) return read;
    const rest = keys.filter((key) => !taken.has(key));
    setAside(rest.length);
    await takeKeys(rest, null);
    refusedBatches += 1;
    if (refusedBatches >= mostRefusedBatches) plan.stopBatches();
    return succeed(null);
  }
}

/** Never shown: it ends a batch in which every key is refused. */
const refusedAll: AppError = {
  code: 'cancelled',
  message: 'The service refused every key in the batch.',
  requestId: null,
};

/** For services without batch recall, or that refuse a whole batch because one key does not exist. */
function isAboutBatches(error: AppError): boolean {
  return error.code === 'unexpected_status' && [404, 405, 410].includes(error.status);
}

/** Returned by `ask` instead of waiting and pausing, because another request may well succeed. */
function isOfTheRequest(error: AppError): boolean {
  return error !== overBudget && error.code !== 'cancelled';
}

/** This many take a few milliseconds; then other work gets a turn. */
const keysAtOnce = 500;

/** Tells a plan what is known and what was requested. */
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
  for (const line of record.lines) {
    if (line.kind === 'asked') plan.note(line.outcome);
    else if (line.kind === 'refused') plan.distrustEmpty();
  }
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

/** Number of keys that the plan did not know. */
function learn(plan: DiscoveryPlan, keys: readonly string[], isRead: boolean): number {
  const fresh = new Set(keys.filter((key) => !plan.isKnown(key)));
  for (const key of keys) plan.addKey(key, isRead);
  return fresh.size;
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

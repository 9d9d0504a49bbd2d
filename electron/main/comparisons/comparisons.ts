import type { ComparisonProgress, KeyDifference } from '#shared/domain/comparison.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { noVerdicts } from '#shared/merkle/verdict.ts';
import type { Connections } from '../connections/connections.ts';
import type { Profile } from '../connections/profileStore.ts';
import { allSelected, type JobMemory } from '../jobs/jobMemory.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import { readInBatches, type BatchOutcome } from '../jobs/readInBatches.ts';
import type { Readings } from '../readings/readings.ts';
import { createDifferenceList, withComparedBatch, type DifferenceList } from './compareSides.ts';

/** Comparisons of two connections: every key that either knows is read from both. */
export interface Comparisons {
  /** Replaces the comparison of A that has ended. */
  readonly start: (a: ConnectionId, b: ConnectionId) => Result<JobOf<'comparison'>>;
  /** Those found so far. */
  readonly differences: (jobId: string) => Result<readonly KeyDifference[]>;
}

export interface ComparisonEffects {
  readonly jobs: Pick<Jobs, 'start' | 'list' | 'find' | 'dismiss'>;
  readonly memory: Pick<JobMemory, 'selected'>;
  readonly readings: Pick<Readings, 'readMany' | 'addressOf'>;
  readonly connections: Pick<Connections, 'profile'>;
}

interface Side {
  readonly id: ConnectionId;
  /** The address of a service: once the connection leads elsewhere, the comparison does not mix the two. */
  readonly onlyAt: string | null;
}

/** Values of as many keys of both sides are in memory at once. */
const keysAtOnce = 500;

export function createComparisons({ jobs, memory, readings, connections }: ComparisonEffects): Comparisons {
  const lists = new Map<string, DifferenceList>();
  const dropDismissed = (): void => {
    for (const id of lists.keys()) if (jobs.find(id) === null) lists.delete(id);
  };

  const read = async (
    { ask }: JobControl<'comparison'>,
    { id, onlyAt }: Side,
    keys: readonly string[],
  ): Promise<Result<readonly BatchOutcome[]>> => {
    const outcomes: BatchOutcome[] = [];
    const answer = await readInBatches({
      keys,
      ask: (batch, expects) =>
        ask((options) => readings.readMany(id, batch, { ...options, askedBy: 'user', onlyAt }), expects, id),
      before: async () => [],
      take: (outcome) => {
        outcomes.push(outcome);
      },
    });
    return answer.ok ? succeed(outcomes) : answer;
  };
  const sideOf = (id: ConnectionId, { kind }: Pick<Profile, 'kind'>): Side => ({
    id,
    onlyAt: kind === 'service' ? readings.addressOf(id) : null,
  });
  /** The rules may be learned from the first answers, so ask after those. */
  const haveSameLeafRules = (a: ConnectionId, b: ConnectionId): boolean => {
    const [one, other] = [a, b].map((id) => {
      const profile = connections.profile(id);
      return profile.ok ? (profile.value.scheme?.leaf ?? []) : [];
    });
    return (one?.length ?? 0) > 0 && JSON.stringify(one) === JSON.stringify(other);
  };

  return {
    start: (a, b) => {
      const profileA = connections.profile(a);
      if (!profileA.ok) return profileA;
      const profileB = connections.profile(b);
      if (!profileB.ok) return profileB;
      if (a === b) return withItself;
      const earlier = jobs.list(a).filter(({ kind }) => kind === 'comparison');
      if (earlier.some(({ endedAt }) => endedAt === null)) return alreadyRunning;
      for (const { id } of earlier) jobs.dismiss(id);
      dropDismissed();

      const sides = { a: sideOf(a, profileA.value), b: sideOf(b, profileB.value) };
      const list = createDifferenceList();
      let progress: ComparisonProgress = {
        ...noComparison,
        otherId: b,
        a: { ...noComparison.a, listsAll: profileA.value.snapshot !== undefined },
        b: { ...noComparison.b, listsAll: profileB.value.snapshot !== undefined },
      };
      const job = jobs.start({
        kind: 'comparison',
        connectionId: a,
        otherId: b,
        progress,
        work: async (control) => {
          const known = {
            a: await allSelected(memory, a, allKeys(a)),
            b: await allSelected(memory, b, allKeys(b)),
          };
          const keys = [...new Set([...known.a, ...known.b])];
          progress = {
            ...progress,
            total: keys.length,
            a: { ...progress.a, keys: known.a.length },
            b: { ...progress.b, keys: known.b.length },
          };
          control.report(progress);
          for (let at = 0; at < keys.length && (await control.proceed()); at += keysAtOnce) {
            const some = keys.slice(at, at + keysAtOnce);
            const fromA = await read(control, sides.a, some);
            if (!fromA.ok) return fromA;
            const fromB = await read(control, sides.b, some);
            if (!fromB.ok) return fromB;
            const answers = { a: fromA.value, b: fromB.value };
            progress = withComparedBatch(progress, some, answers, haveSameLeafRules(a, b), list);
            control.report(progress);
          }
          return succeed(null);
        },
      });
      lists.set(job.id, list);
      return succeed(job);
    },
    differences: (jobId) => {
      dropDismissed();
      const list = lists.get(jobId);
      return list === undefined ? dismissed : succeed(list.all());
    },
  };
}

const noSide: ComparisonProgress['a'] = { keys: 0, listsAll: false, verdicts: noVerdicts, unasked: 0 };
/** Before anything was read. */
export const noComparison: Omit<ComparisonProgress, 'otherId'> = {
  total: null,
  done: 0,
  outcomes: {
    same: 0,
    'other-verdict': 0,
    'value-not-compared': 0,
    different: 0,
    'only-in-a': 0,
    'only-in-b': 0,
    'not-in-either': 0,
    'not-compared': 0,
  },
  kinds: {
    'other-value-same-version': 0,
    value: 0,
    version: 0,
    leaf: 0,
    'only-in-a': 0,
    'only-in-b': 0,
    verdict: 0,
    'not-compared': 0,
    'not-in-either': 0,
  },
  fieldsNotCompared: { value: 0, version: 0, leaf: 0 },
  a: noSide,
  b: noSide,
  differenceCount: 0,
};

function allKeys(connectionId: ConnectionId): KeySelection {
  return {
    kind: 'query',
    query: {
      connectionId,
      filter: { text: '', mode: 'contains' },
      delimiter: '.',
      path: '',
      sort: { column: 'key', direction: 'ascending' },
    },
    except: [],
  };
}

function refusal(message: string): Result<never> {
  return fail({ code: 'invalid_input', field: 'otherId', message, requestId: null });
}
const withItself = refusal('A connection cannot be compared with itself. Choose another one.');
const alreadyRunning = refusal('A comparison of this connection is still running. Cancel it first.');
const dismissed = refusal('This comparison was dismissed.');

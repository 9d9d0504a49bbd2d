import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { embeddedLike, proveAll, sampleAtoms, type SampleAtom } from '#shared/merkle/testing/sampleTree.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import type { Profile } from '../connections/profileStore.ts';
import { respondJson } from '../gateway/testing/scriptedServer.ts';
import { type Jobs } from '../jobs/jobs.ts';
import { readingsId, readingsOver, type ReadingsHere } from '../readings/testing/readingsOver.ts';
import { createComparisons } from './comparisons.ts';
import { testJobs } from '../jobs/testing/testJobs.ts';
import { failOnLog } from '../readings/testing/testReadings.ts';

const idA = 'a' as ConnectionId;
const idB = 'b' as ConnectionId;
const all = sampleAtoms(12);
const keys = all.map(({ key }) => key);
const [k0 = '', k1 = ''] = keys;
const extra = { key: 'only.in.b', value: 'b', version: 1 };

let open: ReadingsHere[] = [];
let jobs: Jobs | null = null;
afterEach(async () => {
  await jobs?.close();
  for (const one of open) await one.close();
  open = [];
});

/** A real service over HTTP. `gate`: held until it resolves, from the given batch on. */
async function serve(atoms: readonly SampleAtom[], gate?: () => Promise<void>): Promise<ReadingsHere> {
  const proven = proveAll(embeddedLike(sha256), atoms);
  const here = await readingsOver(({ body }, response) => {
    const asked = z.object({ keys: z.array(z.string()) }).parse(JSON.parse(body)).keys;
    const answer = (): void =>
      respondJson(response, 200, { atoms: proven.filter(({ key }) => asked.includes(key)) });
    if (gate === undefined) answer();
    else void gate().then(answer);
  }, 'key');
  open.push(here);
  return here;
}

function comparisonsOf(
  a: ReadingsHere,
  b: ReadingsHere,
  known: { a: readonly string[]; b: readonly string[] },
) {
  const of = (id: ConnectionId): ReadingsHere => (id === idA ? a : b);
  let ids = 0;
  jobs = testJobs({ newId: () => `job-${++ids}`, log: failOnLog });
  const comparisons = createComparisons({
    jobs,
    memory: {
      async *selected(id) {
        yield id === idA ? known.a : known.b;
      },
    },
    readings: {
      addressOf: (id) => of(id).readings.addressOf(readingsId),
      readMany: (id, some, options) => of(id).readings.readMany(readingsId, some, options),
    },
    connections: {
      profile: (id) =>
        id === idA || id === idB
          ? succeed({ kind: 'service', scheme: null } as Profile)
          : fail({ code: 'invalid_input', field: 'id', message: 'Unknown.', requestId: null }),
    },
  });
  return { jobs, comparisons };
}

async function ended(from: Jobs, id: string): Promise<JobOf<'comparison'>> {
  await expect.poll(() => from.find(id)?.endedAt).not.toBeNull();
  return from.find(id) as JobOf<'comparison'>;
}

it('reads every key that either of two services knows from both, and lists the differences', async () => {
  const changed = all.slice(1).map((atom) => (atom.key === k1 ? { ...atom, value: 'changed' } : atom));
  const [a, b] = [await serve(all), await serve([...changed, extra])];
  const { jobs: running, comparisons } = comparisonsOf(a, b, {
    a: keys,
    b: [...keys.slice(3), extra.key, 'nowhere'],
  });
  const started = comparisons.start(idA, idB);
  if (!started.ok) throw new Error(started.error.message);
  const job = await ended(running, started.value.id);

  expect(job).toMatchObject({
    state: { kind: 'done' },
    progress: {
      total: 14,
      done: 14,
      outcomes: { same: 10, different: 1, 'only-in-a': 1, 'only-in-b': 1, 'not-in-either': 1 },
      kinds: { 'other-value-same-version': 1 },
      a: { keys: 12, listsAll: false },
      b: { keys: 11 },
    },
  });
  const listed = comparisons.differences(job.id);
  expect(listed.ok && listed.value.map(({ key, kinds }) => [key, ...kinds])).toEqual([
    [k0, 'only-in-a'],
    [k1, 'other-value-same-version'],
    [extra.key, 'only-in-b'],
    ['nowhere', 'not-in-either'],
  ]);
  expect(job.progress.a.verdicts.green).toBe(12);

  running.dismiss(job.id);
  expect(comparisons.differences(job.id).ok).toBe(false);
});

it('ends as canceled, and not as the same, when the other connection is forgotten', async () => {
  let isAsked = false;
  const b = await serve(all, () => {
    isAsked = true;
    return new Promise(() => undefined);
  });
  const { jobs: running, comparisons } = comparisonsOf(await serve(all), b, { a: keys, b: [] });
  const started = comparisons.start(idA, idB);
  if (!started.ok) throw new Error(started.error.message);
  await expect.poll(() => isAsked).toBe(true);
  expect(comparisons.start(idA, idB).ok).toBe(false);
  await running.forget(idB);
  expect(running.find(started.value.id)).toMatchObject({
    state: { kind: 'cancelled' },
    progress: { total: 12, done: 0, outcomes: { same: 0 } },
  });
});

it('refuses a connection with itself or that does not exist', async () => {
  const here = await serve(all);
  const { comparisons } = comparisonsOf(here, here, { a: keys, b: keys });
  expect(comparisons.start(idA, idA).ok).toBe(false);
  expect(comparisons.start(idA, 'gone' as ConnectionId).ok).toBe(false);
});

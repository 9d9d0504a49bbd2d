import { afterEach, expect, it } from 'vitest';
import type { ReadProgress } from '#shared/domain/job.ts';
import { noReadProgress, withBatch } from './runs/readRun.ts';
import { readInBatches } from './runs/readInBatches.ts';
import { respondJson } from '../client/testing/scriptedServer.ts';
import { readingsId, readingsOver, type ReadingsHere } from './testing/readingsOver.ts';

const options = { requestId: 'r1', signal: null };
let here: ReadingsHere;

afterEach(async () => {
  await here.close();
});

/**
 * A service that predicts keys which cannot be sent, and responds as real services do: an empty key makes the
 * whole batch fail.
 */
async function begin(): Promise<void> {
  here = await readingsOver((request, response) => {
    if (request.path === '/recall') {
      respondJson(response, 200, { atoms: [], predictions: ['v1.a', '', '\ud800', 7, 'v1.b'] });
      return;
    }
    const { keys } = JSON.parse(request.body) as { keys: readonly string[] };
    if (keys.includes('')) respondJson(response, 400, { error: 'empty key' });
    else respondJson(response, 200, { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
  }, 'sk-test-0123456789');
}

it('shows malformed predictions, flags them, and reads the others', async () => {
  await begin();
  const recalled = await here.readings.recall(readingsId, 'q', 5, options);
  expect(recalled).toMatchObject({
    value: {
      predictions: ['v1.a', '', '\ud800', 'v1.b'],
      anomalies: [
        { kind: 'odd-prediction', count: 1, text: '7' },
        { kind: 'unsendable-prediction', count: 2 },
      ],
    },
  });
  const predictions = recalled.ok ? recalled.value.predictions : [];
  expect(await here.readings.readMany(readingsId, predictions, options)).toMatchObject({
    value: { atoms: [{ key: 'v1.a' }, { key: 'v1.b' }], missing: [], unsendable: ['', '\ud800'] },
  });
  expect(await here.readings.readMany(readingsId, ['\ud800'], options)).toMatchObject({
    error: { code: 'invalid_input', field: 'key' },
  });
  expect(here.seen).toHaveLength(2);
});

it('is counted separately in a run, however many there are, and does not end it', async () => {
  await begin();
  const halves = Array.from({ length: 20 }, (_, at) => String.fromCharCode(0xd800 + at));
  let progress: ReadProgress = noReadProgress;
  const ended = await readInBatches({
    keys: ['v1.a', '', ...halves, 'v1.b'],
    ask: (keys) => here.readings.readMany(readingsId, keys, options),
    before: async (keys) => keys.map(() => null),
    take: ({ keys, before, reading, areUnsendable }) => {
      progress = withBatch(progress, keys, before, reading, areUnsendable);
    },
  });
  expect(ended.ok).toBe(true);
  expect(progress).toMatchObject({
    done: 23,
    refused: 0,
    missing: 0,
    unsendable: 21,
    verdicts: { amber: 2 },
  });
  expect(progress.findings).toContainEqual(expect.objectContaining({ key: '', outcome: 'unsendable' }));
  expect(here.seen).toHaveLength(1);
});

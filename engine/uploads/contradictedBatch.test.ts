import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Upload } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { startFaultyService, type FaultyService } from './testing/faultyService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

/* Attack C14: the response to a batch is lost, and what is read back is contradicted by its own proof. */

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let forges: boolean;
/** Whether reads get no response once the batch was sent. */
let hides: boolean;
let canRead: boolean;

beforeEach(async () => {
  service = await startTestService();
  forges = true;
  hides = false;
  canRead = true;
  way = await startFaultyService(
    service,
    () => {
      canRead = !hides;
      return 'answer-lost';
    },
    () => canRead,
    (body) => (forges ? body.replaceAll(/"leafHash":"[0-9a-f]{4}/g, '"leafHash":"0000') : body),
  );
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await way.close();
  await service.stop();
});

const lines = Array.from({ length: 3 }, (_, at) => `v1.row.${String(at)},value ${String(at)}`);

const ended = async (): Promise<Upload> => here.until(({ phase }) => phase.kind === 'ended');

async function rowsOf(upload: Upload) {
  const window = { from: 0, to: 10 };
  return value(await here.uploads().rows({ uploadId: upload.id, filter: {}, window })).rows;
}

describe('a lost batch whose values are read back with proofs that fail', () => {
  it('is unknown, and the question names both', async () => {
    await here.send(await here.prepare(lines));
    const asked = await here.until(({ question, phase }) => question !== null || phase.kind === 'ended');
    expect(asked.question).toMatchObject({
      kind: 'unsettled-batch',
      found: { same: 0, contradicted: 3, other: 0, missing: 0 },
    });
    value(await here.uploads().answer(asked.id, { kind: 'leave' }));
    const upload = await ended();
    expect(upload.counts?.outcomes).toMatchObject({ stored: 0, unknown: 3 });
    const row = value(await here.uploads().row(upload.id, 0));
    expect(row.why).toBe(
      'Sent, but the response was lost. Reading back found the value that was sent, but its proof fails.',
    );
    expect(here.receipts.at(-1)).toMatchObject({ outcome: 'unknown' });
  });

  it('stays unknown when its rows are read back later, until their proofs hold', async () => {
    hides = true;
    await here.send(await here.prepare(lines));
    const { id } = await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    value(await here.uploads().stop(id));
    expect((await ended()).counts?.outcomes).toMatchObject({ unknown: 3 });
    canRead = true;
    value(await here.uploads().verify(id));
    const read = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    expect(read.counts?.outcomes).toMatchObject({ stored: 0, unknown: 3 });
    const why =
      'Sent, but the response was lost. Reading back found the value that was sent, but its proof fails.';
    expect((await rowsOf(read)).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(value(await here.uploads().row(id, 1)).why).toBe(why);
    await here.quit();
    here.restart();
    await ended();
    expect(value(await here.uploads().row(id, 1)).why).toBe(why);
    forges = false;
    value(await here.uploads().verify(id));
    const again = await here.until(
      ({ phase, counts }) => phase.kind === 'ended' && counts?.outcomes.stored === 3,
    );
    expect(again.counts?.outcomes).toMatchObject({ unknown: 0 });
  });
});

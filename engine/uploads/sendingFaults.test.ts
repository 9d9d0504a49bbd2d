import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Upload, UploadAnswer, UploadQuestion } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import {
  startFaultyService,
  type BatchAtoms,
  type BatchFault,
  type FaultyService,
} from './testing/faultyService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let fault: (atoms: readonly BatchAtoms[], index: number) => BatchFault | Promise<BatchFault>;
let canRead: boolean;

beforeEach(async () => {
  service = await startTestService();
  canRead = true;
  way = await startFaultyService(
    service,
    (atoms, index) => fault(atoms, index),
    () => canRead,
  );
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await way.close();
  await service.stop();
});

const lines = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `v1.row.${String(at)},value ${String(at)}`);
const keys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `v1.row.${String(at)}`);
const sizes = (): readonly number[] => way.batches.map((batch) => batch.length);

/** Value and version of each atom, by key. */
async function stored(wanted: readonly string[]): Promise<Record<string, string>> {
  const { body } = await service.post('/batch-access', { keys: wanted });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return Object.fromEntries(
    atoms.map(({ key, value: text, version }) => [key, `${text} @${String(version)}`]),
  );
}
const storedOnce = (count: number): Record<string, string> =>
  Object.fromEntries(keys(count).map((key, at) => [key, `value ${String(at)} @1`]));

async function ended(): Promise<Upload> {
  return here.until(({ phase }) => phase.kind === 'ended');
}
async function asked<K extends UploadQuestion['kind']>(
  kind: K,
): Promise<{ readonly upload: Upload; readonly question: Extract<UploadQuestion, { kind: K }> }> {
  const upload = await here.until(({ question }) => question?.kind === kind);
  return { upload, question: upload.question as Extract<UploadQuestion, { kind: K }> };
}
async function answer(upload: Upload, given: UploadAnswer): Promise<void> {
  value(await here.uploads().answer(upload.id, given));
}
async function outcomes(): Promise<readonly string[]> {
  const upload = await here.current();
  const { rows } = value(
    await here.uploads().rows({ uploadId: upload?.id ?? '', filter: {}, window: { from: 0, to: 100 } }),
  );
  return rows.map(({ outcome }) => outcome);
}

const refused = { status: 422, body: { error: { code: 'SENSITIVE_CONTENT_REJECTED' } } };
const has = (atoms: readonly BatchAtoms[], key: string): boolean => atoms.some((atom) => atom.key === key);

describe('a batch whose response is lost', () => {
  it.each(['answer-lost', 'garbled'] as const)(
    'is found to be stored, and is not sent again: %s',
    async (met) => {
      fault = (_atoms, index) => (index === 1 ? met : 'none');
      await here.send(await here.prepare(lines(9)));
      const upload = await ended();
      expect(upload.counts?.outcomes).toMatchObject({ stored: 9 });
      expect(way.handedOn).toEqual(keys(9));
      expect(await stored(keys(9))).toEqual(storedOnce(9));
      const row = value(await here.uploads().row(upload.id, 4));
      expect(row.why).toContain('Reading back showed that the value is stored');
    },
  );

  it('is found not to be stored, and is sent again', async () => {
    fault = (_atoms, index) => (index === 1 ? 'lost' : 'none');
    await here.send(await here.prepare(lines(9)));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9 });
    expect(sizes()).toEqual([3, 3, 3, 3]);
    expect(await stored(keys(9))).toEqual(storedOnce(9));
  });

  it('is found to be stored if the service fails afterwards', async () => {
    fault = async (atoms, index) => {
      if (index !== 0) return 'none';
      await service.post('/batch-atoms', { atoms });
      return { status: 503 };
    };
    await here.send(await here.prepare(lines(6)));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
    expect(await stored(keys(6))).toEqual(storedOnce(6));
  });

  it.each([301, 303, 307, 408, 409, 418, 425, 500])(
    'is not sent again if the service stored it and responded with %d',
    async (status) => {
      fault = async (atoms, index) => {
        if (index !== 1) return 'none';
        await service.post('/batch-atoms', { atoms });
        return { status };
      };
      await here.send(await here.prepare(lines(9)));
      expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9 });
      expect(sizes()).toEqual([3, 3, 3]);
      expect(await stored(keys(9))).toEqual(storedOnce(9));
    },
  );

  it('is sent again in smaller batches after a 408 that stored nothing, and later in larger ones', async () => {
    fault = (atoms, index) => (index < 8 && atoms.length > 3 ? { status: 408 } : 'none');
    await here.send(await here.prepare(lines(60)), { batchAtoms: 12 });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 60 });
    expect(sizes().slice(0, 10)).toEqual([12, 6, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(
      sizes()
        .slice(10)
        .every((size) => size <= 6),
    ).toBe(true);
    expect(sizes().slice(10)).toContain(6);
    expect(await stored(keys(60))).toEqual(storedOnce(60));
  });

  it('pauses the upload after a redirect that stored nothing, and gives the reason', async () => {
    fault = (_atoms, index) => (index === 1 ? { status: 303 } : 'none');
    await here.send(await here.prepare(lines(6)));
    const { jobId } = await here.until(
      (upload) => here.jobs().find(upload.jobId ?? '')?.state.kind === 'paused',
    );
    expect(here.jobs().find(jobId ?? '')?.state).toMatchObject({ error: { failure: 'redirect' } });
    expect(await outcomes()).toEqual(['stored', 'stored', 'stored', 'waiting', 'waiting', 'waiting']);
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
    expect(await stored(keys(6))).toEqual(storedOnce(6));
  });

  it('asks about the row after a status that the API does not define, if nothing is found stored', async () => {
    fault = (atoms) =>
      has(atoms, 'v1.row.4')
        ? { status: 409, body: { failedIndex: atoms.findIndex(({ key }) => key === 'v1.row.4') } }
        : 'none';
    await here.send(await here.prepare(lines(6)));
    const { upload, question } = await asked('refused-row');
    expect(question).toMatchObject({ row: { key: 'v1.row.4' } });
    await answer(upload, { kind: 'drop', always: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 5, refused: 1 });
  });

  it('is not sent again while the service does not respond; the upload pauses', async () => {
    fault = (_atoms, index) => {
      if (index === 0) canRead = false;
      return index === 0 ? 'answer-lost' : 'none';
    };
    await here.send(await here.prepare(lines(6)));
    await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    expect(sizes()).toEqual([3]);
    expect(await outcomes()).toEqual(['unknown', 'unknown', 'unknown', 'waiting', 'waiting', 'waiting']);
    canRead = true;
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
    expect(await stored(keys(6))).toEqual(storedOnce(6));
  });

  it('pauses an upload if every batch is lost', async () => {
    fault = () => 'lost';
    await here.send(await here.prepare(lines(3)));
    const { jobId } = await here.until(
      (upload) => here.jobs().find(upload.jobId ?? '')?.state.kind === 'paused',
    );
    expect(here.jobs().find(jobId ?? '')?.state).toMatchObject({ error: { code: 'network' } });
    expect(await stored(keys(3))).toEqual({});
    fault = () => 'none';
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
  });

  const mix = async (atoms: readonly BatchAtoms[], index: number): Promise<BatchFault> => {
    if (index !== 0) return 'none';
    await service.post('/batch-atoms', { atoms: atoms.slice(0, 2) });
    return 'lost';
  };

  it('asks the user if another writer makes it unclear, and is sent again if the user says so', async () => {
    fault = mix;
    await here.send(await here.prepare(lines(6)));
    const { upload, question } = await asked('unsettled-batch');
    expect(question).toMatchObject({ batchRows: 3, found: { same: 2, other: 0, missing: 1 } });
    await answer(upload, { kind: 'send-again' });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
    // What is there already is not sent again.
    expect(await stored(['v1.row.0', 'v1.row.2'])).toEqual({
      'v1.row.0': 'value 0 @1',
      'v1.row.2': 'value 2 @1',
    });
  });

  it('is left as unknown if the user says so, and the rest is sent', async () => {
    fault = mix;
    await here.send(await here.prepare(lines(6)));
    const { upload } = await asked('unsettled-batch');
    await here.resume();
    expect((await here.current())?.question?.kind).toBe('unsettled-batch');
    await answer(upload, { kind: 'leave' });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3, unknown: 3 });
    expect(here.receipts.at(-1)).toMatchObject({ outcome: 'partly', atomCount: 6 });
  });

  it('is judged by the rows that did not have their value before', async () => {
    await service.post('/batch-atoms', { atoms: [{ key: 'v1.row.0', value: 'value 0' }] });
    fault = (_atoms, index) => (index === 0 ? 'lost' : 'none');
    const upload = await here.prepare(lines(3));
    value(await here.uploads().compare(upload.id));
    const compared = await here.until(
      ({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.new === 2,
    );
    await here.send(compared, { skipSame: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
    expect(sizes()).toEqual([3, 3]);
  });
});

describe('a refused batch', () => {
  it('asks about the row that the service names; if it is skipped, the rest of its batch is sent', async () => {
    fault = (atoms) => {
      const failedIndex = atoms.findIndex(({ key }) => key === 'v1.row.4');
      return failedIndex < 0
        ? 'none'
        : { status: 422, body: { error: { code: 'X', failedIndex, reason: 'entropy', pattern: 'value 4' } } };
    };
    await here.send(await here.prepare(lines(9)));
    const { upload, question } = await asked('refused-row');
    expect(question).toMatchObject({ batchRows: 3, row: { row: 4, key: 'v1.row.4' } });
    await answer(upload, { kind: 'drop', always: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 8, refused: 1 });
    // The pattern quotes the value, which is saved nowhere.
    expect(value(await here.uploads().row(upload.id, 4)).why).toBe(
      'The service refused the content (422): entropy.',
    );
    expect(Object.keys(await stored(keys(9)))).toHaveLength(8);
  });

  it('does not count skipped rows as waiting, also after a restart', async () => {
    fault = (atoms) => {
      const failedIndex = atoms.findIndex(({ key }) => key === 'v1.row.4');
      return failedIndex < 0 ? 'none' : { status: 422, body: { error: { code: 'X', failedIndex } } };
    };
    const prepared = await here.prepare(lines(9));
    const dropped = { kind: 'rows', rows: [7, 8] } as const;
    value(await here.uploads().changeRows(prepared.id, dropped, { kind: 'drop', dropped: true }));
    await here.send(prepared);
    const { upload } = await asked('refused-row');
    expect(upload.counts?.outcomes).toMatchObject({ stored: 3, waiting: 4, skipped: 2 });
    here.restart();
    const again = await here.until(({ counts }) => counts !== null);
    expect(again.counts?.outcomes).toMatchObject({ stored: 3, waiting: 4, skipped: 2 });
    expect(value(await here.uploads().row(again.id, 8)).why).toBe('Skipped by choice.');
  });

  it('sends the row as edited by the user', async () => {
    fault = (atoms) =>
      atoms.some((atom) => atom.value === 'value 4')
        ? {
            status: 400,
            body: { field: `atoms[${String(atoms.findIndex((atom) => atom.value === 'value 4'))}].value` },
          }
        : 'none';
    await here.send(await here.prepare(lines(6)));
    const { upload } = await asked('refused-row');
    expect(await here.uploads().answer(upload.id, { kind: 'fix', key: '', value: 'x' })).toMatchObject({
      ok: false,
    });
    await answer(upload, { kind: 'fix', key: 'v1.row.4', value: 'better' });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
    expect(await stored(['v1.row.4'])).toEqual({ 'v1.row.4': 'better @1' });
  });

  it('skips refused rows from then on if the user says always', async () => {
    fault = (atoms) => {
      const failedIndex = atoms.findIndex(({ key }) => ['v1.row.1', 'v1.row.4', 'v1.row.5'].includes(key));
      return failedIndex < 0 ? 'none' : { status: 422, body: { failedIndex } };
    };
    await here.send(await here.prepare(lines(9)));
    const { upload } = await asked('refused-row');
    await answer(upload, { kind: 'drop', always: true });
    expect(await ended()).toMatchObject({
      settings: { onRefusal: 'drop' },
      counts: { outcomes: { stored: 6, refused: 3 } },
    });
  });

  it('is searched for the row if none is named, once the user agrees', async () => {
    fault = (atoms) => (has(atoms, 'v1.row.5') ? refused : 'none');
    await here.send(await here.prepare(lines(16)), { batchAtoms: 8 });
    const { upload } = await asked('refused-batch');
    expect(sizes()).toEqual([8]);
    await answer(upload, { kind: 'search' });
    const { question } = await asked('refused-row');
    expect(question.row.key).toBe('v1.row.5');
    await answer(upload, { kind: 'drop', always: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 15, refused: 1 });
    expect(sizes()).toEqual([8, 4, 4, 2, 1, 1, 2, 8]);
    expect(Object.values(await stored(keys(16))).every((text) => text.endsWith('@1'))).toBe(true);
  });

  it('is skipped completely, or ends the upload, if the user says so', async () => {
    fault = (atoms) => (has(atoms, 'v1.row.1') || has(atoms, 'v1.row.7') ? refused : 'none');
    await here.send(await here.prepare(lines(12)));
    const first = await asked('refused-batch');
    await answer(first.upload, { kind: 'leave' });
    const second = await here.until(
      ({ question, counts }) => question !== null && counts?.outcomes.stored === 3,
    );
    await answer(second, { kind: 'stop' });
    expect(await ended()).toMatchObject({
      phase: { stopped: true },
      counts: { outcomes: { refused: 3, stored: 3, skipped: 6 } },
    });
    expect((await outcomes()).join(' ')).toBe(
      `${'refused '.repeat(3)}${'stored '.repeat(3)}${'skipped '.repeat(6)}`.trim(),
    );
  });
});

describe('a batch that is too large', () => {
  it('is sent in halves, and batches stay that small', async () => {
    fault = (atoms) => (atoms.length > 3 ? { status: 413 } : 'none');
    await here.send(await here.prepare(lines(24)), { batchAtoms: 12 });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 24 });
    expect(sizes()).toEqual([12, 6, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(here.refusedSizes).toEqual([{ batchAtoms: 6 }, { batchAtoms: 12 }]);
    expect(await stored(keys(24))).toEqual(storedOnce(24));
  });

  it('is not reported as too large if one of its rows is', async () => {
    fault = (atoms) => (has(atoms, 'v1.row.2') ? { status: 413 } : 'none');
    await here.send(await here.prepare(lines(16)), { batchAtoms: 8, onRefusal: 'drop' });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 15, refused: 1 });
    expect(sizes().at(-1)).toBe(8);
    expect(here.refusedSizes).toEqual([{ value: 7 }]);
  });
});

describe('a service that is busy, or accepts no stores', () => {
  it('is waited for through many refusals', async () => {
    fault = (_atoms, index) => (index % 4 === 3 ? 'none' : { status: 429, retryAfter: '2' });
    await here.send(await here.prepare(lines(9)));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9 });
    expect(sizes()).toHaveLength(12);
    expect(await stored(keys(9))).toEqual(storedOnce(9));
  });

  it.each([401, 403, 404])('pauses the upload with status %d, until the user resumes it', async (status) => {
    fault = () => ({ status });
    await here.send(await here.prepare(lines(3)));
    await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    fault = () => 'none';
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
  });

  it.each([
    ['locked', { readOnly: true }],
    ['marked as production', { environment: 'production' }],
  ] as const)('gets no more requests after the connection is %s', async (_what, change) => {
    fault = (_atoms, index) => {
      if (index === 0) Object.assign(here.profile, change);
      return 'none';
    };
    await here.send(await here.prepare(lines(6)));
    await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    expect(sizes()).toEqual([3]);
    expect(await outcomes()).toEqual(['stored', 'stored', 'stored', 'waiting', 'waiting', 'waiting']);
  });
});

describe('stopping', () => {
  it('lets the pending batch finish, and skips the rest', async () => {
    fault = async (_atoms, index): Promise<BatchFault> => {
      if (index === 1) value(await here.uploads().stop((await here.current())?.id ?? ''));
      return 'none';
    };
    await here.send(await here.prepare(lines(9)));
    expect(await ended()).toMatchObject({
      phase: { stopped: true },
      counts: { outcomes: { stored: 6, skipped: 3 } },
    });
    expect(await stored(keys(9))).toEqual(storedOnce(6));
  });

  it('still determines the outcome of a batch whose response was lost', async () => {
    fault = async (_atoms, index): Promise<BatchFault> => {
      if (index === 1) value(await here.uploads().stop((await here.current())?.id ?? ''));
      return index === 1 ? 'answer-lost' : 'none';
    };
    await here.send(await here.prepare(lines(9)));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6, skipped: 3 });
  });
});

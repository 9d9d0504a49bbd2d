import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Upload, UploadQuestion } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import {
  startFaultyService,
  type BatchAtoms,
  type BatchFault,
  type FaultyService,
} from './testing/faultyService.ts';
import { rowsHere } from './testing/rowsHere.ts';
import { connection, uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let fault: (atoms: readonly BatchAtoms[], index: number) => BatchFault | Promise<BatchFault>;
let isDiskFull: (events: readonly SendEvent[]) => boolean;
/** Why the rows cannot be opened. */
let trouble: Error | null;

beforeEach(async () => {
  service = await startTestService();
  fault = () => 'none';
  isDiskFull = () => false;
  way = await startFaultyService(service, (atoms, index) => fault(atoms, index));
  trouble = null;
  const openRows = rowsHere();
  here = await uploadsHere(
    { address: way.address, apiKey: service.fullKey },
    {
      workerFile: '',
      openRows: (options) => (trouble === null ? openRows(options) : Promise.reject(trouble)),
    },
  );
  here.restart(async (record, events) => {
    if (isDiskFull(events)) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    return record();
  });
});
afterEach(async () => {
  await here.close();
  await way.close();
  await service.stop();
});

const keys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `v1.row.${String(at)}`);
const lines = (count: number): readonly string[] =>
  keys(count).map((key, at) => `${key},value ${String(at)}`);

async function stored(wanted: readonly string[]): Promise<Record<string, string>> {
  const { body } = await service.post('/batch-access', { keys: wanted });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return Object.fromEntries(
    atoms.map(({ key, value: text, version }) => [key, `${text} @${String(version)}`]),
  );
}
const storedOnce = (count: number): Record<string, string> =>
  Object.fromEntries(keys(count).map((key, at) => [key, `value ${String(at)} @1`]));
const ended = (): Promise<Upload> => here.until(({ phase }) => phase.kind === 'ended');
const paused = (): Promise<Upload> =>
  here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
const asked = (kind: UploadQuestion['kind']): Promise<Upload> =>
  here.until(({ question }) => question?.kind === kind);
function errorOf({ jobId }: Upload): unknown {
  const state = here.jobs().find(jobId ?? '')?.state;
  return state?.kind === 'paused' ? state.error : null;
}
async function outcomes(): Promise<readonly string[]> {
  const uploadId = (await here.current())?.id ?? '';
  const window = { from: 0, to: 100 };
  return value(await here.uploads().rows({ uploadId, filter: {}, window })).rows.map(
    ({ outcome }) => outcome,
  );
}

describe('a full disk', () => {
  it.each(['sending', 'stored'])(
    'pauses the upload at the event “%s”, and nothing is sent that is not recorded',
    async (kind) => {
      let eventCount = 0;
      isDiskFull = (events) => events.some((event) => event.kind === kind) && (eventCount += 1) >= 2;
      await here.send(await here.prepare(lines(9)));
      expect(errorOf(await paused())).toMatchObject({ code: 'file_failed', failure: 'full' });
      expect(way.batches).toHaveLength(kind === 'sending' ? 1 : 2);
      // Still full.
      await here.resume();
      expect(errorOf(await paused())).toMatchObject({ code: 'file_failed', failure: 'full' });
      isDiskFull = () => false;
      await here.resume();
      expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9 });
      expect(await stored(keys(9))).toEqual(storedOnce(9));
    },
  );

  it('lets the app quit', async () => {
    isDiskFull = (events) => events.some(({ kind }) => kind === 'sending');
    await here.send(await here.prepare(lines(3)));
    await paused();
    await here.quit();
    isDiskFull = () => false;
    here.restart();
    await paused();
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
    expect(await stored(keys(3))).toEqual(storedOnce(3));
  });
});

describe('a lost batch for existing atoms', () => {
  const old = keys(3).map((key) => ({ key, value: 'old' }));
  const newer = keys(3).map((key) => ({ key, value: 'of another writer' }));

  it('asks the user if another writer may have stored after it, because it may be stored', async () => {
    await service.post('/batch-atoms', { atoms: old });
    fault = async (atoms, index) => {
      if (index !== 0) return 'none';
      await service.post('/batch-atoms', { atoms });
      await service.post('/batch-atoms', { atoms: newer });
      return 'lost';
    };
    await here.send(await here.prepare(lines(3)));
    const { id, question } = await asked('unsettled-batch');
    expect(question).toMatchObject({ found: { same: 0, other: 3, missing: 0 } });
    value(await here.uploads().answer(id, { kind: 'leave' }));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 0, unknown: 3 });
    expect(await stored(['v1.row.0'])).toEqual({ 'v1.row.0': 'of another writer @3' });
  });

  it('is sent again if the comparison knew the existing versions', async () => {
    await service.post('/batch-atoms', { atoms: old });
    const upload = await here.prepare(lines(3));
    value(await here.uploads().compare(upload.id));
    await here.until(({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.changed === 3);
    fault = (_atoms, index) => (index === 0 ? 'lost' : 'none');
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
    expect(await stored(['v1.row.0'])).toEqual({ 'v1.row.0': 'value 0 @2' });
  });

  it('is sent again if the service does not have one of them at all', async () => {
    await service.post('/batch-atoms', { atoms: old.slice(0, 2) });
    fault = (_atoms, index) => (index === 0 ? 'lost' : 'none');
    await here.send(await here.prepare(lines(3)));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
    expect(way.batches).toHaveLength(2);
  });
});

describe('a response that reports success', () => {
  it.each([
    ['names fewer atoms', { atoms: [{ key: 'v1.row.0', version: 1 }] }],
    ['names other atoms', { atoms: keys(3).map((key) => ({ key: `${key}!`, version: 9 })) }],
    ['has versions as text', { atoms: keys(3).map((key) => ({ key, version: '1' })) }],
  ])('and %s is not trusted: reading back decides', async (_name, body) => {
    fault = async (atoms) => {
      await service.post('/batch-atoms', { atoms });
      return { status: 200, body };
    };
    await here.send(await here.prepare(lines(3)));
    const { id } = await ended();
    const row = value(await here.uploads().row(id, 1));
    expect(row).toMatchObject({ outcome: 'stored', version: 1 });
    expect(row.why).toContain('Reading back showed that the value is stored');
    expect(way.batches).toHaveLength(1);
  });

  it('but does not name everything that was stored is reported', async () => {
    fault = () => ({ status: 201, body: { atoms: [] } });
    await here.send(await here.prepare(lines(3)));
    expect(errorOf(await paused())).toMatchObject({ code: 'bad_response' });
    expect(await outcomes()).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('in another order assigns each row its version', async () => {
    fault = async (atoms) => {
      await service.post('/batch-atoms', { atoms });
      return {
        status: 200,
        body: {
          atoms: keys(3)
            .map((key, at) => ({ key, version: at + 5 }))
            .reverse(),
        },
      };
    };
    await here.send(await here.prepare(lines(3)));
    const { id } = await ended();
    const versions = [];
    for (const row of [0, 1, 2]) versions.push(value(await here.uploads().row(id, row)).version);
    expect(versions).toEqual([5, 6, 7]);
  });
});

describe('a connection that gets another address', () => {
  it('gets no more rows while sending or after a restart, until it has its own address again', async () => {
    const own = here.profile.baseUrl;
    fault = (_atoms, index) => {
      if (index === 0) here.profile.baseUrl = 'https://other.example';
      return 'none';
    };
    await here.send(await here.prepare(lines(6)), { verify: true });
    expect(errorOf(await paused())).toMatchObject({ code: 'address_changed', address: own });
    expect(way.batches).toHaveLength(1);
    await here.quit();
    here.restart();
    await paused();
    await here.resume();
    await here.until((upload) => errorOf(upload) !== null);
    expect(way.batches).toHaveLength(1);
    here.profile.baseUrl = own;
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6 });
  });

  it('has to be compared again, because the services may hold different values', async () => {
    const upload = await here.prepare(lines(3));
    await service.post('/batch-atoms', { atoms: [{ key: 'v1.row.0', value: 'value 0' }] });
    value(await here.uploads().compare(upload.id));
    await here.until(({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.same === 1);
    here.profile.baseUrl = 'https://other.example';
    const settings = {
      batchAtoms: 3,
      skipSame: true,
      replacesUnseen: true,
      onRefusal: 'ask',
      verify: false,
    } as const;
    expect(await here.uploads().send(upload.id, settings)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'rows' },
    });
    value(await here.uploads().compare(upload.id));
    await here.until(({ phase }) => phase.kind === 'checking');
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 2, same: 1 });
  });
});

describe('a question', () => {
  const refuses = (): void => {
    fault = (atoms) => (atoms.some((atom) => atom.value === 'value 1') ? { status: 422 } : 'none');
  };

  it('answered with a text that cannot be sent either leaves the row unchanged, also after a restart', async () => {
    refuses();
    await here.send(await here.prepare(lines(3)), { batchAtoms: 1 });
    const { id } = await asked('refused-row');
    const fix = { kind: 'fix', key: '', value: 'x' } as const;
    expect(await here.uploads().answer(id, fix)).toMatchObject({ ok: false });
    expect(value(await here.uploads().row(id, 1))).toMatchObject({
      key: 'v1.row.1',
      value: 'value 1',
      edited: false,
    });
    here.restart();
    await paused();
    await here.resume();
    await asked('refused-row');
    value(await here.uploads().answer(id, { kind: 'fix', key: 'v1.row.1', value: 'better' }));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
  });

  it('is answered once, even after a double click', async () => {
    refuses();
    await here.send(await here.prepare(lines(3)), { batchAtoms: 1 });
    const { id } = await asked('refused-row');
    const answers = await Promise.all([
      here.uploads().answer(id, { kind: 'drop', always: false }),
      here.uploads().answer(id, { kind: 'fix', key: 'v1.row.1', value: 'better' }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 2, refused: 1 });
  });
});

describe('a repeated command', () => {
  it('sends once', async () => {
    const { id } = await here.prepare(lines(6));
    const settings = {
      batchAtoms: 3,
      skipSame: true,
      replacesUnseen: true,
      onRefusal: 'ask',
      verify: true,
    } as const;
    const answers = await Promise.all([here.uploads().send(id, settings), here.uploads().send(id, settings)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
    await here.until(({ phase, verification }) => phase.kind === 'ended' && verification !== null);
    expect(await stored(keys(6))).toEqual(storedOnce(6));
  });
});

describe("the service's message about a row", () => {
  it('is not saved if it quotes part of the row', async () => {
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    fault = () => ({
      status: 422,
      body: { error: { code: 'SENSITIVE_CONTENT_REJECTED', failedIndex: 0, reason: `has ${secret} in it` } },
    });
    const upload = await here.prepare([`v1.a,the key is ${secret}.`]);
    const all = { kind: 'rows', rows: [0] } as const;
    value(await here.uploads().changeRows(upload.id, all, { kind: 'allow', allowed: true }));
    await here.send(upload, { onRefusal: 'drop' });
    const { id } = await ended();
    const { why } = value(await here.uploads().row(id, 0));
    expect(why).toContain('The service refused the content (422)');
    expect(why).not.toContain(secret);
  });
});

describe('what an earlier session left and cannot be opened now', () => {
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
  it.each([
    ['for want of permission', denied, { code: 'file_failed', failure: 'denied' }],
    ['for a thread that does not start', new Error('It has died.'), { code: 'internal' }],
  ])('stays where it is, and is there the next time: %s', async (_why, error, told) => {
    const upload = await here.prepare(lines(3));
    await here.quit();
    trouble = error;
    here.restart();
    expect(await here.uploads().current(connection)).toMatchObject({ ok: false, error: told });
    expect(await readdir(path.join(here.folder, 'uploads', connection))).toEqual(['current']);
    trouble = null;
    expect((await here.current())?.id).toBe(upload.id);
  });
});

describe('quitting the app', () => {
  it('does not wait for a service that does not respond, also if the user stopped before', async () => {
    let answerIt = (): void => undefined;
    const answering = new Promise<void>((resolve) => {
      answerIt = resolve;
    });
    fault = async (): Promise<BatchFault> => {
      await answering;
      return 'lost';
    };
    await here.send(await here.prepare(lines(3)));
    // A request does not change anything visible in the upload.
    await expect.poll(() => way.batches.length).toBe(1);
    value(await here.uploads().stop((await here.current())?.id ?? ''));
    await here.quit();
    answerIt();
    here.restart();
    await paused();
    fault = () => 'none';
    await here.resume();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3 });
    expect(await stored(keys(3))).toEqual(storedOnce(3));
  });
});

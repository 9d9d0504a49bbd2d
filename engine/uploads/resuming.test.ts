import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyOther } from '../../service/testing/longRun.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { crashingLog, logOf } from './testing/crashingLog.ts';
import { startFaultyService, type BatchFault, type FaultyService } from './testing/faultyService.ts';
import { rowsHere } from './testing/rowsHere.ts';
import { connection, uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let faults: readonly BatchFault[];
let atBatch: (index: number) => void;
/** A call of the rows at which their thread crashes, once. */
let diesAt: string | null;

beforeEach(async () => {
  service = await startTestService();
  faults = [];
  atBatch = () => undefined;
  way = await startFaultyService(service, (_atoms, index) => {
    atBatch(index);
    return faults[index] ?? 'none';
  });
  diesAt = null;
  here = await uploadsHere(
    { address: way.address, apiKey: service.fullKey },
    {
      workerFile: '',
      openRows: rowsHere((call) => {
        if (call !== diesAt) return false;
        diesAt = null;
        return true;
      }),
    },
  );
});
afterEach(async () => {
  await here.close();
  await way.close();
  await service.stop();
});

const keys = Array.from({ length: 8 }, (_, at) => `v1.row.${String(at)}`);
const lines = keys.map((key, at) => `${key},value ${String(at)}`);

async function stored(): Promise<Record<string, string>> {
  const { body } = await service.post('/batch-access', { keys });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return Object.fromEntries(
    atoms.map(({ key, value: text, version }) => [key, `${text} @${String(version)}`]),
  );
}
const storedOnce = Object.fromEntries(keys.map((key, at) => [key, `value ${String(at)} @1`]));
const recordFile = (): string => path.join(here.uploadFolder, 'upload.json');

describe('an upload whose process crashes', () => {
  /**
   * What happens to the batches, and how many appends the upload has: its start, one before each batch of three and its outcome, the
   * lost one and what it turned out to be, the end, and the receipt.
   */
  const ways: readonly (readonly [string, readonly BatchFault[], appends: number])[] = [
    ['a lost answer', ['none', 'answer-lost'], 10],
    ['a lost batch', ['none', 'lost'], 12],
  ];
  const cases = everyOther(
    ways.flatMap(([name, met, appends]) =>
      Array.from({ length: appends }, (_, at) => at).flatMap((at) =>
        [0.5, 1].map((part) => [name, at, part, met] as const),
      ),
    ),
  );

  it.each(ways)('has the appends that are tested: %s', async (_name, met, appends) => {
    faults = met;
    const log = crashingLog(Number.POSITIVE_INFINITY, 1);
    here.restart(log.recording);
    await here.send(await here.prepare(lines));
    await here.until(({ phase }) => phase.kind === 'ended');
    await expect.poll(() => here.receipts.length).toBe(1);
    await here.quit();
    expect(log.appends()).toBe(appends);
  });

  it.each(cases)(
    'stores every row once: %s, at append %d, %d of it written',
    async (_name, at, part, met) => {
      faults = met;
      const dying = crashingLog(at, part);
      here.restart(dying.recording);
      const upload = await here.prepare(lines);
      await here.send(upload);
      await dying.died;
      here.restart();
      const resumed = await here.until(({ phase }) => phase.kind === 'sending' || phase.kind === 'ended');
      if (resumed.phase.kind === 'sending') {
        expect(here.jobs().find(resumed.jobId ?? '')?.state).toEqual({ kind: 'paused', error: null });
        await here.resume();
      }
      const ended = await here.until(({ phase }) => phase.kind === 'ended');
      expect(ended).toMatchObject({ id: upload.id, counts: { outcomes: { stored: 8 } } });
      expect(await stored()).toEqual(storedOnce);
      // Each was passed on to the service once.
      expect([...way.handedOn].sort()).toEqual(keys);
    },
  );
});

describe('a crashed rows thread', () => {
  it('is replaced when the upload is next used', async () => {
    const upload = await here.prepare(lines);
    diesAt = 'counts';
    expect(await here.current()).toMatchObject({ id: upload.id, counts: { rows: 8 } });
  });

  it.each(['take', 'record'])('while sending leaves the upload resumable: %s', async (call) => {
    const upload = await here.prepare(lines);
    faults = ['none', 'answer-lost'];
    diesAt = call;
    await here.send(upload);
    const resumed = await here.until(
      ({ jobId, phase }) =>
        phase.kind === 'sending' && here.jobs().find(jobId ?? '')?.state.kind === 'paused',
    );
    expect(resumed.id).toBe(upload.id);
    await here.resume();
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 8 });
    expect(await stored()).toEqual(storedOnce);
    expect([...way.handedOn].sort()).toEqual(keys);
  });
});

describe('an upload of an earlier session', () => {
  it('is loaded when its rows are requested', async () => {
    const upload = await here.prepare(lines);
    here.restart();
    const { id, mapping } = upload;
    expect(mapping).not.toBeNull();
    expect(await here.current()).toMatchObject({ id, mapping, phase: { kind: 'checking' } });
  });

  it.each(['none', 'lost', 'answer-lost'] as const)(
    'is settled where the app ended with a batch on its way: %s',
    async (met) => {
      const quitting: Promise<void>[] = [];
      atBatch = (index) => {
        if (index === 1) quitting.push(here.quit());
      };
      faults = ['none', met];
      await here.send(await here.prepare(lines));
      await here.until(() => quitting.length > 0);
      await Promise.all(quitting);
      // Quitting ends the request, not its effect: the next session must not read before the service has stored it.
      await way.idle();
      here.restart();
      expect(await here.current()).toMatchObject({ phase: { kind: 'sending' } });
      await here.resume();
      const ended = await here.until(({ phase }) => phase.kind === 'ended');
      expect(ended.counts?.outcomes).toMatchObject({ stored: 8 });
      expect(await stored()).toEqual(storedOnce);
      expect([...way.handedOn].sort()).toEqual(keys);
    },
  );

  it('is loaded if it has ended, with the outcome of each row', async () => {
    await here.send(await here.prepare(lines), { verify: true });
    const before = await here.until(
      ({ verification, phase }) => phase.kind === 'ended' && verification !== null,
    );
    const receipts = here.receipts.length;
    here.restart();
    const { revision: _revision, jobId: _jobId, ...after } = (await here.current()) ?? before;
    expect(before).toMatchObject(after);
    expect(after.counts).toMatchObject({ outcomes: { stored: 8 }, readBacks: { green: 8 } });
    expect(here.receipts).toHaveLength(receipts);
  });

  it('asks the unanswered question again', async () => {
    faults = ['none', { status: 422 }, { status: 422 }];
    await here.send(await here.prepare(lines));
    await here.until(({ question }) => question !== null);
    here.restart();
    expect(await here.current()).toMatchObject({ phase: { kind: 'sending' }, question: null });
    await here.resume();
    const { id } = await here.until(({ question }) => question?.kind === 'refused-batch');
    value(await here.uploads().answer(id, { kind: 'search' }));
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 8 });
  });

  it('is set aside if it is damaged, which is reported once', async () => {
    await here.send(await here.prepare(lines));
    await here.until(({ phase }) => phase.kind === 'ended');
    const log = await logOf(path.join(here.uploadFolder, 'rows'));
    const bytes = await readFile(log);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    await writeFile(log, bytes);
    here.restart();
    expect(await here.uploads().current(connection)).toMatchObject({
      ok: false,
      error: { code: 'upload_lost' },
    });
    expect(await here.current()).toBeNull();
    expect((await here.prepare(lines)).counts?.rows).toBe(8);
  });

  it('leaves no key behind if its connection is removed after it was set aside', async () => {
    await here.prepare(lines);
    here.restart();
    await writeFile(recordFile(), 'x');
    expect(await here.uploads().current(connection)).toMatchObject({ error: { code: 'upload_lost' } });
    await here.uploads().forget(connection);
    expect([...here.keychain.secrets]).toEqual([]);
  });

  it('waits for a locked keychain', async () => {
    const upload = await here.prepare(lines);
    here.restart();
    here.keychain.fault = new Error('locked');
    expect(await here.uploads().current(connection)).toMatchObject({
      ok: false,
      error: { code: 'keychain_unavailable' },
    });
    here.keychain.fault = null;
    expect((await here.current())?.id).toBe(upload.id);
  });

  it('is deleted if its key was never saved, and says so before', async () => {
    here.keychain.fault = new Error('no keychain');
    const upload = await here.prepare(lines);
    expect(upload.notKept).not.toBeNull();
    here.restart();
    await here.uploads().sweep();
    await expect(readFile(recordFile())).rejects.toThrow('ENOENT');
    expect(await here.current()).toBeNull();
    here.keychain.fault = null;
  });

  it('is not deleted while it is in use, even if its key was never saved', async () => {
    here.keychain.fault = new Error('no keychain');
    const upload = await here.prepare(lines);
    // The window does not wait for the cleanup, so an upload may have started before it.
    await here.uploads().sweep();
    expect((await here.current())?.id).toBe(upload.id);
    await expect(readFile(recordFile(), 'utf8')).resolves.toContain(upload.id);
    here.keychain.fault = null;
  });

  it('has no key and no value of an atom in readable form in any of its files', async () => {
    await here.send(await here.prepare(lines), { verify: true });
    await here.until(({ verification }) => verification !== null);
    const files = await readdir(here.uploadFolder, { recursive: true, withFileTypes: true });
    let count = 0;
    for (const one of files) {
      if (!one.isFile()) continue;
      count += 1;
      const written = await readFile(path.join(one.parentPath, one.name), 'latin1');
      expect(written).not.toContain('v1.row');
      expect(written).not.toContain('value 1');
      // Including the mapping, whose text may be in every value, and what became of the rows.
      expect(written).not.toContain('{value}');
      expect(written).not.toContain('"stored"');
    }
    expect(count).toBe(4);
  });
});

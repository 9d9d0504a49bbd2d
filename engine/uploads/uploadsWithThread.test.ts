import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';
import { openUploadRows } from './rows/openUploadRows.ts';
import { crashingLog } from './testing/crashingLog.ts';
import { connection, uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let worker: string;
let service: TestService;
let here: UploadsHere;

beforeAll(async () => {
  worker = join(await builtPrograms(), 'upload-rows-worker.js');
});
beforeEach(async () => {
  service = await startTestService();
  here = await uploadsHere(
    { address: service.address, apiKey: service.fullKey },
    { openRows: openUploadRows, workerFile: worker },
  );
});
afterEach(async () => {
  await here.close();
  await service.stop();
});

const rowCount = 900;
const lines = [
  ...Array.from({ length: rowCount }, (_, at) => `v1.row.${String(at)},"value ${String(at)}"`),
  'v1.row.7,a duplicate',
  ',no key',
];

describe('an upload with its rows in a thread', () => {
  it('that cannot start, or crashes while the file is read, fails and does not blame the file', async () => {
    const broken = join(here.folder, 'broken.cjs');
    const crashing = join(here.folder, 'crashing.cjs');
    await writeFile(broken, "throw new Error('broken');");
    // It opens, and crashes at the next call.
    await writeFile(
      crashing,
      `const { parentPort } = require('node:worker_threads');
       parentPort.once('message', ({ id }) => {
         parentPort.postMessage({ id, ok: true, value: 1 });
         parentPort.on('message', () => { throw new Error('crashed'); });
       });`,
    );
    const app = { address: service.address, apiKey: service.fullKey };
    const failed = { ok: false, error: { code: 'internal' } };
    for (const workerFile of [broken, crashing]) {
      const other = await uploadsHere(app, { openRows: openUploadRows, workerFile });
      try {
        await writeFile(join(other.folder, 'atoms.csv'), 'key,value\na,b\n');
        const [file] = value(await other.uploads().chooseFiles());
        const chosen = await other.uploads().beginChosen(connection, file?.id ?? '');
        if (workerFile === broken) expect(chosen).toMatchObject(failed);
        else await expect.poll(() => other.uploads().current(connection)).toMatchObject(failed);
        expect(await other.uploads().current(connection)).toEqual({ ok: true, value: null });
        expect(other.logged).toMatchObject([expect.stringMatching(/worker thread crashed/) as string]);
      } finally {
        await other.close();
      }
    }
  });

  it('is staged, edited, compared, interrupted while sending, resumed, verified, and reported', async () => {
    await service.post('/batch-atoms', { atoms: [{ key: 'v1.row.3', value: 'value 3' }] });
    const dying = crashingLog(8, 1);
    here.restart(dying.recording);
    const upload = await here.prepare(lines);
    expect(upload.counts).toMatchObject({ rows: rowCount + 2, problems: { duplicate: 2, 'no-key': 1 } });
    value(await here.uploads().setDuplicateRule(upload.id, 'last'));
    const dropped = { kind: 'filter', filter: { problem: 'no-key' } } as const;
    expect(
      value(await here.uploads().changeRows(upload.id, dropped, { kind: 'drop', dropped: true })),
    ).toEqual({
      changed: 1,
    });
    value(await here.uploads().compare(upload.id));
    await here.until(({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.same === 1);
    await here.send(upload, { batchAtoms: 100, verify: true });
    await dying.died;

    here.restart();
    const resumed = await here.until(({ phase }) => phase.kind === 'sending');
    expect(resumed).toMatchObject({ id: upload.id, counts: { outcomes: { same: 1, unknown: 100 } } });
    await here.resume();
    const ended = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    expect(ended).toMatchObject({
      counts: {
        outcomes: { stored: rowCount - 1, same: 1, skipped: 2, waiting: 0, unknown: 0 },
        readBacks: { green: rowCount },
      },
      verification: { requests: 1, roots: [ended.roots.after] },
    });
    const keys = Array.from({ length: rowCount }, (_, at) => `v1.row.${String(at)}`);
    const { body } = await service.post('/batch-access', { keys });
    const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
    const expected = keys.map((key, at) => [key, at === 7 ? 'a duplicate' : `value ${String(at)}`, 1]);
    expect(atoms.map(({ key, value: text, version }) => [key, text, version])).toEqual(expected);

    expect(value(await here.uploads().saveReport(upload.id, 'csv')).path).toBe(here.reportFile);
    const report = await readFile(here.reportFile, 'utf8');
    expect(report.split('\n').filter((line) => line.includes('stored'))).toHaveLength(rowCount - 1);
    expect(here.logged).toEqual([]);
  });
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { connection, uploadsHere, type UploadsHere } from './testing/uploadsHere.ts';

const keys = Array.from({ length: 8 }, (_, at) => `v1.row.${String(at)}`);
let service: TestService;
let here: UploadsHere;

beforeEach(async () => {
  service = await startTestService();
  here = await uploadsHere({ address: service.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await service.stop();
});

/** An upload as an earlier version of the app left it when it was interrupted: its events are in a file of their own. */
async function leave(journal: string): Promise<string> {
  const { id } = await here.prepare(keys.map((key, at) => `${key},value ${String(at)}`));
  await here.quit();
  const file = path.join(here.uploadFolder, 'upload.json');
  const record = JSON.parse(await readFile(file, 'utf8')) as object;
  const settings = { batchAtoms: 3, skipSame: true, replacesUnseen: true, onRefusal: 'ask', verify: false };
  const sentTo = here.profile.baseUrl;
  await writeFile(file, JSON.stringify({ ...record, format: 1, stage: 'sending', settings, sentTo }));
  await writeFile(path.join(here.uploadFolder, 'journal.jsonl'), journal);
  here.restart();
  return id;
}
const lines = (...events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
const first = [
  { kind: 'begun', at: 5, rootBefore: null },
  { kind: 'sending', rows: [[0, 2]] },
  { kind: 'stored', rows: [[0, 2]], versions: 1, root: 'ab', isSettled: false },
];
const stored = (...rows: readonly number[]) =>
  service.post('/batch-atoms', {
    atoms: rows.map((row) => ({ key: keys[row], value: `value ${String(row)}` })),
  });
const versions = async (): Promise<readonly unknown[]> => {
  const { body } = await service.post('/batch-access', { keys });
  return (body as { atoms: readonly { version: number }[] }).atoms.map(({ version }) => version);
};
const files = async () => (await readdir(here.uploadFolder)).sort();

describe('an upload of an earlier version of the app', () => {
  it.each([
    ['whose batch was stored', '', [3, 4, 5]],
    ['whose batch was not stored', '', []],
    ['whose last line is incomplete', '{"kind":"stored","rows":[[3', [3, 4, 5]],
  ])('resumes, and stores every row once: one %s', async (_name, rest, arrived) => {
    await stored(0, 1, 2, ...arrived);
    const id = await leave(lines(...first, { kind: 'sending', rows: [[3, 5]] }) + rest);
    const found = await here.until(({ phase }) => phase.kind === 'sending');
    expect(found).toMatchObject({
      id,
      isInterrupted: true,
      counts: { outcomes: { stored: 3, unknown: 3, waiting: 2 } },
    });
    expect(await files()).toEqual(['rows', 'upload.json']);
    await here.quit();
    // Its events are in the log of its rows now.
    here.restart();
    expect((await here.current())?.counts?.outcomes).toMatchObject({ stored: 3, unknown: 3, waiting: 2 });
    await here.resume();
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 8 });
    expect(await versions()).toEqual(keys.map(() => 1));
    expect(here.receipts.at(-1)).toMatchObject({ startedAt: 5, runs: [{ stored: 8 }] });
    // An app of before leaves it alone.
    expect(await readFile(path.join(here.uploadFolder, 'upload.json'), 'utf8')).toContain('"format": 3');
  });

  it('that crashed before it deleted the file does not count its events twice', async () => {
    await stored(0, 1, 2);
    const journal = lines(...first, { kind: 'ended', at: 9, isStopped: true, errorCode: null, skipped: [] });
    await leave(journal);
    expect((await here.current())?.counts?.outcomes).toMatchObject({ stored: 3, skipped: 5 });
    await here.quit();
    await writeFile(path.join(here.uploadFolder, 'journal.jsonl'), journal);
    here.restart();
    expect((await here.current())?.phase).toEqual({ kind: 'ended', stopped: true });
    expect(here.receipts.at(-1)?.runs).toHaveLength(1);
    expect(await files()).toEqual(['rows', 'upload.json']);
  });

  it('is set aside if its events cannot be read', async () => {
    await leave(`${lines(...first)}{"kind":"what is this"}\n`);
    expect(await here.uploads().current(connection)).toMatchObject({
      ok: false,
      error: { code: 'upload_lost' },
    });
    expect(await here.current()).toBeNull();
  });
});

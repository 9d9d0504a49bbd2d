import { once } from 'node:events';
import type { Locator, Page } from '@playwright/test';
import { openOnlyConnection } from './support/sharedApp.ts';
import { expect, test } from './support/app.ts';
import { batchStore, keysStoredTwice, onCalls, onEvery, storedOf, storm } from './support/callScript.ts';
import { startScriptedService, type ScriptedService } from './support/scriptedService.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService, type RunningService } from './support/service.ts';
import { showScreen } from './support/steps.ts';
import {
  expectHeldOnce,
  prepareUpload,
  rowFilter,
  rowTable,
  startSending,
  uploadResult,
  type Atom,
} from './support/uploadSteps.ts';

test.beforeEach(clearKeyring);

// Made of parts, so that it is in no file.
const secret = ['pass', 'word=Gr33nhouse'].join('');

function goodRows(count: number): readonly Atom[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `v1.row.n${index}`,
    value: `reading ${index}, "as it was" 🌱`,
  }));
}

function csvOf(rows: readonly Atom[]): string {
  return rows.map(({ key, value }) => `${key},"${value.replaceAll('"', '""')}"\n`).join('');
}

/** A service behind a script that forwards everything at first. */
async function startScripted(folder: string): Promise<{
  readonly service: RunningService;
  readonly scripted: ScriptedService;
  readonly stop: () => Promise<void>;
}> {
  const service = await startService(`${folder}/service`);
  const scripted = await startScriptedService(service.address, () => ({ kind: 'pass' }));
  return {
    service,
    scripted,
    stop: async () => {
      scripted.stop();
      await service.stop();
    },
  };
}

const question = (page: Page, title: RegExp): Locator => page.getByRole('region', { name: title });

test('of ten thousand rows with seven kinds of problems, bad rows are found, fixed or skipped, and the others sent', async ({
  open,
  folder,
}) => {
  const { service, scripted, stop } = await startScripted(folder);
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const { page } = app;
  // The app learns the size limit only from a refusal.
  const large = 'x'.repeat(70_000);
  await page.evaluate(async (value) => {
    const connections = await window.atomExplorer.listConnections();
    const connectionId = connections.ok ? connections.value[0]?.id : undefined;
    if (connectionId === undefined) throw new Error('There is no connection.');
    const precondition = { kind: 'anything' } as const;
    const atom = { key: 'v1.large', value, precondition, allowSensitive: false };
    const refused = await window.atomExplorer.storeAtom({ connectionId, requestId: 'large', ...atom });
    if (refused.ok) throw new Error('It was not refused.');
  }, large);

  const good = goodRows(9_980);
  const bad = [
    'v1.bad.quotes1,"text" and more',
    'v1.bad.quotes2,"text" and more',
    'v1.bad.cells1,one,two,three',
    'v1.bad.cells2,one,two,three',
    ',a value without a key',
    ',another value without a key',
    'v1.bad.novalue1',
    'v1.bad.novalue2',
    'v1.row.n10,another value for this key',
    'v1.row.n20,another value for this key',
    `v1.bad.secret1,${secret}`,
    `v1.bad.secret2,${secret}`,
    `v1.bad.secret3,${secret}`,
    `v1.bad.large1,${large}`,
    `v1.bad.large2,${large}`,
    'v1.bad.cells3,one,two,three',
    'v1.bad.cells4,one,two,three',
    'v1.bad.cells5,one,two,three',
    'v1.bad.novalue3',
    'v1.bad.novalue4',
  ];
  // Spread over the file between good rows.
  const lines = csvOf(good).trimEnd().split('\n');
  for (const [index, line] of bad.entries()) lines.splice(100 + index * 480, 0, line);
  await prepareUpload(app, `${folder}/rows.csv`, `key,value\n${lines.join('\n')}\n`);

  await expect(rowFilter(page, 'All rows', 10_000)).toBeVisible();
  for (const [problem, count] of [
    ['Unreadable', 7],
    ['No key', 2],
    ['No value', 4],
    ['Duplicate', 4],
    ['Possible credential', 3],
    ['Too large?', 2],
  ] as const) {
    await expect(rowFilter(page, problem, count)).toBeVisible();
  }
  await expect(rowFilter(page, 'Blocked', 22)).toBeVisible();
  await page.getByRole('group', { name: 'Duplicates' }).getByText('The first in the file').click();
  await expect(rowFilter(page, 'Blocked', 18)).toBeVisible();

  await rowFilter(page, 'Possible credential').click();
  await rowTable(page).getByRole('row').filter({ hasText: 'v1.bad.secret2' }).click();
  const inFull = page.getByRole('group', { name: 'Row details' });
  await inFull.getByLabel('Value').fill('no secret any more');
  await inFull.getByRole('button', { name: 'Save row' }).click();
  await expect(rowFilter(page, 'Possible credential', 2)).toBeVisible();
  await rowFilter(page, 'Unreadable').click();
  // With the heads of the columns. Until then, the rows of the other filter are still listed.
  await expect(rowTable(page).getByRole('row')).toHaveCount(8);
  await rowTable(page).getByRole('row').nth(1).click();
  await inFull.getByLabel('Key').fill('v1.bad.quotes1');
  await inFull.getByLabel('Value').fill('text and more');
  await inFull.getByRole('button', { name: 'Save row' }).click();
  await expect(rowFilter(page, 'Unreadable', 6)).toBeVisible();

  await rowFilter(page, 'Blocked', 16).click();
  await page.getByRole('button', { name: 'Select all 16' }).click();
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Skip' }).click();
  await expect(rowFilter(page, 'Skipped', 16)).toBeVisible();

  await startSending(page, { batchAtoms: 1_000 });
  // Ten thousand atoms take a while on a busy machine.
  await expect(uploadResult(page)).toContainText('9,982 stored and 18 not sent', { timeout: 120_000 });

  const batches = storedOf(scripted.batches);
  expect(batches.map(({ atoms }) => atoms.length)).toEqual([...Array.from({ length: 9 }, () => 1_000), 982]);
  const fixed = [
    { key: 'v1.bad.secret2', value: 'no secret any more' },
    { key: 'v1.bad.quotes1', value: 'text and more' },
  ];
  const absent = bad.map((line) => line.split(',')[0] ?? '').filter((key) => key.startsWith('v1.bad.'));
  await expectHeldOnce(
    service,
    [...good, ...fixed],
    absent.filter((key) => fixed.every((row) => row.key !== key)),
  );
  await stop();
});

test('an upload continues after the app was killed, and stores nothing twice', async ({
  open,
  reopen,
  folder,
}) => {
  const { service, scripted, stop } = await startScripted(folder);
  const rows = goodRows(2_000);
  const first = await open({ address: scripted.address, apiKey: service.fullKey });
  await prepareUpload(first, `${folder}/rows.csv`, `key,value\n${csvOf(rows)}`);
  // The service stores the fourth batch, and the app ends before it gets the response.
  scripted.follow(onCalls(batchStore, [4], { kind: 'hold', until: new Promise(() => undefined) }));
  await startSending(first.page, { batchAtoms: 250 });
  await expect.poll(() => storedOf(scripted.batches).length).toBe(4);
  const ended = once(first.electron.process(), 'exit');
  first.electron.process().kill('SIGKILL');
  await ended;

  scripted.follow(() => ({ kind: 'pass' }));
  const second = await reopen();
  await openOnlyConnection(second);
  const { page } = second;
  await showScreen(page, 'Upload');
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText(/Stored750.*Unknown250/);
  expect(storedOf(scripted.batches)).toHaveLength(4);
  await progress.getByRole('button', { name: /^Resume/ }).click();
  await expect(uploadResult(page)).toContainText('2,000 stored');

  expect(keysStoredTwice(scripted.batches)).toEqual([]);
  expect(storedOf(scripted.batches).map(({ atoms }) => atoms.length)).toEqual(
    Array.from({ length: 8 }, () => 250),
  );
  await expectHeldOnce(service, rows);
  await stop();
});

test('a batch with a lost response is read back, and sent again only if it is not stored', async ({
  open,
  folder,
}) => {
  const { service, scripted, stop } = await startScripted(folder);
  const rows = goodRows(600);
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const half = String.raw`{"key":"v1.bad.half","value":"half of \ud83d"}`;
  const lines = rows.map((row) => JSON.stringify(row));
  lines.splice(300, 0, half);
  await prepareUpload(app, `${folder}/rows.jsonl`, `${lines.join('\n')}\n`);
  const { page } = app;
  await rowFilter(page, 'Invalid character', 1).click();
  await rowTable(page).getByRole('row').filter({ hasText: 'v1.bad.half' }).click();
  await page.getByRole('group', { name: 'Row details' }).getByRole('button', { name: 'Skip row' }).click();
  await expect(rowFilter(page, 'Blocked', 0)).toBeVisible();

  // The second batch is stored, the third is not. The app must read back to know.
  scripted.follow((call) =>
    call.route === batchStore && call.nth === 2
      ? { kind: 'drop-after' }
      : onCalls(batchStore, [3], { kind: 'drop-before' })(call),
  );
  await startSending(page, { batchAtoms: 200 });
  await expect(uploadResult(page)).toContainText('600 stored and 1 not sent');

  // One; two, lost and resolved; three, never arrived; three again.
  expect(scripted.routes.filter((route) => route === batchStore)).toHaveLength(4);
  expect(keysStoredTwice(scripted.batches)).toEqual([]);
  await expectHeldOnce(service, rows, ['v1.bad.half']);
  await stop();
});

test('a refused row is named, or found by splitting the batch if the service does not name it', async ({
  open,
  folder,
}) => {
  const { service, scripted, stop } = await startScripted(folder);
  const good = goodRows(398);
  const refused = [
    { key: 'v1.refused.first', value: secret },
    { key: 'v1.refused.second', value: secret },
  ];
  const rows = [...good.slice(0, 100), refused[0], ...good.slice(100, 300), refused[1], ...good.slice(300)];
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const { page } = app;
  await prepareUpload(app, `${folder}/rows.csv`, `key,value\n${csvOf(rows.flatMap((row) => row ?? []))}`);
  // The app blocks these rows; the user allows them.
  await rowFilter(page, 'Possible credential', 2).click();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Allow' }).click();
  const sure = page.getByRole('dialog', { name: 'Allow these rows?' });
  await sure.getByLabel('I have reviewed these values and want to store them.').check();
  await sure.getByRole('button', { name: 'Allow' }).click();
  await expect(rowFilter(page, 'Blocked', 0)).toBeVisible();
  await startSending(page, { batchAtoms: 200 });

  const named = question(page, /^The service refused a row/);
  await expect(named).toContainText('v1.refused.first');
  await expect(named).toContainText('whole batch of 200 rows was refused, so none of them were stored');
  expect(storedOf(scripted.batches)).toEqual([]);
  // From now on, the service refuses batches without naming a row.
  scripted.follow(onEvery(batchStore, { kind: 'hide-failed-index' }));
  await named.getByRole('button', { name: 'Skip this row' }).click();

  const unnamed = question(page, /^The service refused a batch of/);
  await expect(unnamed).toContainText(
    'The service did not say which row caused this, and none of them were stored.',
  );
  await unnamed.getByRole('button', { name: 'Find the row' }).click();
  await expect(named).toContainText('v1.refused.second');
  await named.getByRole('button', { name: 'Skip this row' }).click();

  await expect(uploadResult(page)).toContainText('398 stored and 2 refused');
  expect(keysStoredTwice(scripted.batches)).toEqual([]);
  await expectHeldOnce(
    service,
    good,
    refused.map(({ key }) => key),
  );
  await stop();
});

test('rate-limited requests are retried after a countdown, and nothing is lost or stored twice', async ({
  open,
  folder,
}) => {
  const { service, scripted, stop } = await startScripted(folder);
  const rows = goodRows(400);
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const { page } = app;
  await prepareUpload(app, `${folder}/rows.csv`, `key,value\n${csvOf(rows)}`);
  // A service that asks for years is asked again after ten minutes, or when the user says so.
  scripted.follow(onEvery(batchStore, { kind: 'too-many', retryAfter: '999999999' }));
  await startSending(page, { batchAtoms: 200, verify: true });
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText(/Too many requests\. Retrying in [1-6]\d\d s\./);
  scripted.follow(storm(batchStore, { refused: 1, served: 1, retryAfter: '4' }));
  await progress.getByRole('button', { name: 'Resume now' }).click();
  await expect(progress).toContainText(/Too many requests\. Retrying in \d s\./);
  await expect(uploadResult(page)).toContainText('400 stored');
  await expect(uploadResult(page)).toContainText('Read back: 400 verified. All under one root');
  expect(scripted.routes.filter((route) => route === batchStore)).toHaveLength(4);
  expect(storedOf(scripted.batches)).toHaveLength(2);
  await expectHeldOnce(service, rows);
  await stop();
});

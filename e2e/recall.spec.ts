import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { filesHolding } from './support/filesHolding.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { recall, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

const show = (page: Page, what: 'Hits' | 'History' | 'Compare' | 'Expectations') =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(what).click();
const hits = (page: Page) => page.getByRole('listbox', { name: 'Hits' }).getByRole('option');
const runs = (page: Page) => page.getByRole('listbox', { name: 'Runs' }).getByRole('option');
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** The system's dialogs cannot be reached by a test: both name this file. */
async function answerDialogs(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
  }, file);
}

test('runs are kept over a restart with names and pins, without values, and can be found, repeated, deleted and brought back', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', 'a value that stays where it is');
  await service.store('v1.valve.state', 'open');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(first.page, 'Recall');
  await recall(first.page, 'pump pressure');
  await recall(first.page, 'valve state');
  await show(first.page, 'History');
  await expect(runs(first.page)).toHaveCount(2);
  await expect(runs(first.page).first()).toContainText('valve state');
  await runs(first.page).nth(1).click();
  await first.page.getByRole('button', { name: 'Rename' }).click();
  await first.page.getByLabel('Name of this run').fill('Before the move');
  await first.page.getByLabel('Name of this run').press('Enter');
  await expect(first.page.getByRole('dialog')).toBeHidden();
  await expect(first.page.getByRole('heading', { name: 'Before the move' })).toBeVisible();
  // The keys go on acting on the list after a name was typed.
  await first.page.keyboard.press('p');
  await expect(runs(first.page).first()).toContainText('Before the move');
  await first.close();
  expect(await filesHolding(join(profile, 'recalls'), 'a value that stays where it is')).toEqual([]);

  const { page } = await reopen();
  await showScreen(page, 'Recall');
  await show(page, 'History');
  await expect(runs(page)).toHaveCount(2);
  await expect(runs(page).first()).toContainText('Before the move');
  await expect(runs(page).first().getByRole('img', { name: 'Pinned' })).toBeVisible();
  await runs(page).first().click();
  await expect(rowOf(page, 'v1.pump.pressure')).toBeVisible();

  await page.getByLabel('Search runs').fill('VALVE');
  await expect(runs(page)).toHaveCount(1);
  await page.getByRole('listbox', { name: 'Runs' }).press('Delete');
  await expect(page.getByText('No runs found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(runs(page)).toHaveCount(1);
  await page.getByRole('listbox', { name: 'Runs' }).press('Enter');
  await expect(hits(page).first()).toContainText('v1.valve.state');
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('valve state');
  await show(page, 'History');
  await page.getByLabel('Search runs').fill('');
  await expect(runs(page)).toHaveCount(3);
  await service.stop();
});

test('damaged runs are set aside, the user is told, and new ones are kept', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', '2.4');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(first.page, 'Recall');
  await recall(first.page, 'pump pressure');
  await show(first.page, 'History');
  await expect(runs(first.page)).toHaveCount(1);
  await first.close();
  const [id = ''] = await readdir(join(profile, 'recalls'));
  await writeFile(join(profile, 'recalls', id, 'runs', 'CURRENT'), 'nonsense');

  const { page } = await reopen();
  await showScreen(page, 'Recall');
  await show(page, 'History');
  await expect(page.getByText('were damaged')).toContainText('runs.damaged-');
  await recall(page, 'pump pressure');
  await show(page, 'History');
  await expect(runs(page)).toHaveCount(1);
  await service.stop();
});

test('two runs are compared: what is new, what moved, which value changed; sides swap, and the table can be saved', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', '2.4');
  await service.store('v1.pump.notes', 'quiet');
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Recall');
  await recall(page, 'pump pressure alarm');
  await expect(hits(page).first()).toContainText('v1.pump.pressure');
  await service.store('v1.pump.pressure.alarm', 'above 3');
  await service.store('v1.pump.notes', 'louder');
  await page.getByRole('button', { name: 'Recall', exact: true }).last().click();
  await expect(hits(page).first()).toContainText('v1.pump.pressure.alarm');

  await page.getByRole('button', { name: 'Compare with previous run' }).click();
  await expect(page.getByText(/^1 new hit, 2 moved down/)).toBeVisible();
  await expect(rowOf(page, 'v1.pump.pressure.alarm')).toContainText('new');
  const moved = rowOf(page, 'v1.pump.pressure').filter({ hasNotText: 'alarm' });
  await expect(moved).toContainText('down 1');
  await expect(moved.getByRole('cell').nth(1)).toHaveText('1');
  await expect(moved.getByRole('cell').nth(2)).toHaveText('2');
  await expect(rowOf(page, 'v1.pump.notes')).toContainText('changed');
  await expect(rowOf(page, 'v1.pump.notes')).toContainText('1 → 2');

  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(rowOf(page, 'v1.pump.pressure.alarm')).toContainText('removed');
  await expect(moved).toContainText('up 1');
  await expect(page.getByText('Swap sides to compare in chronological order')).toBeVisible();
  await page.getByRole('button', { name: 'Swap sides' }).click();

  const file = join(folder, 'compared.csv');
  await answerDialogs(electron, file);
  await page.getByRole('button', { name: 'Export this comparison' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain('v1.pump.pressure,down 1,1,2,');
  await service.stop();
});

interface OddService {
  readonly address: string;
  readonly server: Server;
}

/** Answers every recall with the same atoms, in breach of the interface in every way there is. */
async function startOddService(): Promise<OddService> {
  const atoms = [
    { key: 'v1.a', value: 'the first of two', version: 1, score: 0.2 },
    { key: 'v1.b', value: 'odd\u202E characters', version: 1, score: 17 },
    { key: 'v1.a', value: 'the second of two', version: 1, score: -3 },
    { key: 'v1.c', value: '', version: 1 },
  ];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ atoms, predictions: ['v1.p'] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('what is unexpected in an answer is flagged above the list and at the very hit, and nothing is put right', async ({
  open,
}) => {
  const { address, server } = await startOddService();
  const { page } = await open({ address, apiKey: 'k' });
  await showScreen(page, 'Recall');
  await page.getByRole('textbox', { name: 'Limit' }).fill('2');
  await recall(page, 'what is b');
  await expect(hits(page)).toHaveCount(4);
  const notice = page.getByRole('status').filter({ hasText: 'does not follow the API' });
  for (const words of [
    '4 hits returned',
    'ranked below a hit with a lower score',
    '2 scores are outside',
    'repeats an earlier key',
    'no score',
  ])
    await expect(notice).toContainText(words);
  await expect(hits(page).nth(0)).not.toContainText('beyond');
  await expect(hits(page).nth(1)).toContainText(
    'score above 1 · out of order: higher score than 0.200 above it',
  );
  await expect(hits(page).nth(1)).toContainText('17.000');
  await expect(hits(page).nth(1)).toContainText('U+202E');
  await expect(hits(page).nth(2)).toContainText(
    'beyond the limit of 2 · repeats the key of hit 1 · score below 0',
  );
  await expect(hits(page).nth(3)).toContainText('no score');
  await expect(page.getByText(/Best first/)).toBeHidden();
  // The inspector shows the atom of the hit that is selected, although both have one key.
  await expect(page.getByRole('tabpanel')).toContainText('the first of two');
  await hits(page).nth(2).click();
  await expect(page.getByRole('tabpanel')).toContainText('the second of two');
  await expectNoViolations(page, 'an unexpected answer');

  await show(page, 'History');
  await expect(rowOf(page, 'v1.b')).toContainText('score above 1');
  server.close();
});

test('the words that query and key share are said to be a guess of the app, and a hit opens in Browse', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.user.Glen.preference.theme', 'dark');
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Recall');
  await recall(page, 'theme that Glen prefers');
  await expect(hits(page).first()).toContainText('in common: Glen, ≈ preference, theme');
  await expect(page.getByText('is this app’s guess')).toBeVisible();

  const file = join(folder, 'answer.csv');
  await answerDialogs(electron, file);
  await page.getByRole('button', { name: 'Export these hits' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  expect(await readFile(file, 'utf8')).toMatch(
    /\r\n1,v1\.user\.Glen\.preference\.theme,dark,1,[0-9a-f]*,0\.\d+,verified,/,
  );

  await page.getByRole('textbox', { name: 'Query' }).press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Hits' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('tree', { name: 'Known keys' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'v1.user.Glen.preference.theme' })).toBeVisible();
  await service.stop();
});

test('expectations are met, then not met when the memory changes, and a service that is away makes them neither', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', '2.4');
  await service.store('v1.valve.pressure', '0.3');
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Recall');
  await recall(page, 'pump pressure alarm');
  await page.getByRole('button', { name: 'New expectation…' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('button', { name: 'Remove v1.valve.pressure' }).click();
  await editor.getByRole('textbox', { name: 'Hits to check' }).fill('1');
  await editor.getByRole('combobox', { name: 'Key: must not be found' }).fill('v1.valve.pressure');
  // Typed and not added: saving takes it too.
  await expectNoViolations(page, 'the editor of an expectation');
  await editor.getByRole('button', { name: 'Save expectation' }).click();
  await expect(editor).toBeHidden();

  await show(page, 'Expectations');
  const row = rowOf(page, 'pump pressure alarm');
  await expect(row).toContainText('Not run yet');
  await expect(row).toContainText('v1.valve.pressure');
  await page.getByRole('switch', { name: 'Verified only' }).check();
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(row).toContainText('Met');
  await expect(row).toContainText('#1');
  await expect(page.getByText('1 expectation: 1 met, 0 not met.')).toBeVisible();

  await service.store('v1.pump.pressure.alarm', 'above 3');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(row).toContainText('Not met');
  await expect(row).toContainText('no longer met');
  await expect(row).toContainText('“v1.pump.pressure” only at rank 2.');
  await expect(row).toContainText('was #1');
  await expectNoViolations(page, 'an expectation that is not met');

  await service.setFaults({ status: 503 });
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(row).toContainText('Could not run');
  await expect(page.getByText('0 met, 0 not met, 1 could not run.')).toBeVisible();
  await service.setFaults({ status: null });
  await page.getByRole('button', { name: 'Run unmet (1)' }).click();
  await expect(row).toContainText('unchanged');

  const file = join(folder, 'expectations.json');
  await answerDialogs(electron, file);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  await page.getByRole('button', { name: 'More actions for pump pressure alarm' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No expectations yet')).toBeVisible();
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(row).toContainText('Not run yet');
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByText('0 expectations added, 1 skipped: already in the list.')).toBeVisible();

  await writeFile(
    file,
    JSON.stringify({ format: 'atom-explorer-expectations', version: 1, expectations: [{}] }),
  );
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByText('expectations[0].query', { exact: false })).toBeVisible();
  await service.stop();
});

test('of many expectations, the rows in sight exist; a run can be cancelled and keeps what it found', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', '2.4');
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  const file = join(folder, 'many.json');
  const expectations = Array.from({ length: 1_500 }, (_, at) => ({
    query: `pump ${at}`,
    within: 1,
    expect: ['v1.pump.pressure'],
  }));
  await writeFile(file, JSON.stringify({ format: 'atom-explorer-expectations', version: 1, expectations }));
  await answerDialogs(electron, file);
  await showScreen(page, 'Recall');
  await show(page, 'Expectations');
  await page.getByRole('button', { name: 'Import…' }).click();
  const table = page.getByRole('region', { name: 'Expectations' });
  await expect(page.getByText('1,500 expectations, not run yet.')).toBeVisible();
  await expect(table.getByRole('table')).toHaveAttribute('aria-rowcount', '1501');
  await table.focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'pump 1499')).toBeInViewport();
  await expect(rowOf(page, 'pump 1499')).toHaveAttribute('aria-rowindex', '1501');
  await expect(rowOf(page, 'pump 7')).toHaveCount(0);
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'pump 7')).toBeInViewport();
  await service.setFaults({ latencyMs: 300 });
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(rowOf(page, 'pump 1').first()).toContainText('Met');
  // It goes on while another screen is shown, and can still be cancelled on coming back.
  await showScreen(page, 'Browse');
  await showScreen(page, 'Recall');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Run all' })).toBeVisible();
  await expect(page.getByText(/^\d+ expectations?: \d+ met, 0 not met\. 1,\d+ not run yet\.$/)).toBeVisible();
  await service.stop();
});

test('history, comparison and expectations are accessible', async ({ openSharedDemo }) => {
  const { page } = await openSharedDemo();
  await showScreen(page, 'Recall');
  for (const what of ['History', 'Compare', 'Expectations'] as const) {
    await show(page, what);
    await expectNoViolations(page, `${what}, empty`);
  }
  await recall(page, 'climate in bay 3');
  await page.getByRole('button', { name: 'New expectation…' }).click();
  await page.getByRole('button', { name: 'Save expectation' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await recall(page, 'climate in bay 4');
  await show(page, 'History');
  await expect(runs(page)).toHaveCount(2);
  await expectNoViolations(page, 'History');
  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(page.getByText('Choose two runs')).toBeVisible();
  await page.getByRole('combobox', { name: 'Run A (earlier)' }).click();
  await page.getByRole('option', { name: /climate in bay 3/ }).click();
  await expect(page.getByText('have different queries')).toBeVisible();
  await expectNoViolations(page, 'Compare');
  await show(page, 'Expectations');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(rowOf(page, 'climate in bay 3')).toContainText('Met');
  await expectNoViolations(page, 'Expectations');
});

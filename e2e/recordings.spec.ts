import { readFile, writeFile } from 'node:fs/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { openOnlyConnection } from './support/sharedApp.ts';
import { startService, type RunningService } from './support/service.ts';
import { connect, lookUp, showPredictionTab, showScreen, stopReadingVisibleRows } from './support/steps.ts';

const paris = 'v1.city.paris';
const danube = 'v1.river.danube';

/** One request past the app, with its own key: the service takes it for the same client. */
async function ask(service: RunningService, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${service.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${service.fullKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

/** Over and over the same two steps, so that what is predicted after them is settled. */
async function settlePredictions(service: RunningService): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await ask(service, '/recall', { query: paris, limit: 1 });
    await ask(service, `/atoms/${danube}`);
  }
}

/** Recalls the best hit alone, by its own key: its score does not hang on what the service has learned of words. */
async function recallParis(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Limit' }).fill('1');
  await page.getByRole('textbox', { name: 'Query' }).fill(paris);
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option')).toContainText('paris');
}

async function showRecordings(page: Page): Promise<void> {
  await showScreen(page, 'Predictions');
  await showPredictionTab(page, 'Recordings');
}

function recordings(page: Page) {
  return page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
}

/** Replays the only recording, or the one named; resolves when the comparison is there. */
async function replay(page: Page, name: string, expected: string): Promise<void> {
  await page.getByRole('button', { name: `Replay ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByText(expected, { exact: true })).toBeVisible();
}

async function answerSaveDialog(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
}

async function answerOpenDialog(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, file);
}

test('a session is recorded, replayed without a difference, and tells what was changed behind its back', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store(paris, 'on the Seine');
  await service.store(danube, '2,850 km');
  const first = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  const { page } = first;
  // What the app has read by itself is shown without another request, and there would be nothing to record.
  await lookUp(page, paris);
  await stopReadingVisibleRows(page);
  await settlePredictions(service);
  await showRecordings(page);
  await expect(page.getByText('No recordings yet')).toBeVisible();
  await expectNoViolations(page, 'no recordings');

  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(banner.getByRole('button', { name: 'Recording · 0 steps' })).toBeVisible();
  await showScreen(page, 'Recall');
  await recallParis(page);
  await expect(banner.getByRole('button', { name: 'Recording · 1 step' })).toBeVisible();
  await showScreen(page, 'Browse');
  await lookUp(page, danube);
  await banner.getByRole('button', { name: 'Recording · 2 steps' }).click();
  await page.getByRole('menuitem', { name: 'Stop recording' }).click();
  await expect(banner.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  await showRecordings(page);
  await expect(recordings(page)).toHaveCount(1);
  await expect(recordings(page)).toContainText('atlas, session 1');
  await expect(recordings(page)).toContainText('1 recall, 1 read');

  await page.getByRole('button', { name: 'Replay atlas, session 1' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Send 2 requests' })).toBeVisible();
  await expect(dialog).toContainText('may learn from these requests');
  await expectNoViolations(page, 'before a replay');
  await dialog.getByRole('button', { name: 'Send 2 requests' }).click();
  await expect(page.getByText('All 2 steps are unchanged.')).toBeVisible();

  // Another writer stores a new version of one atom.
  await service.store(danube, '2,857 km');
  await page.getByRole('button', { name: 'All recordings' }).click();
  await replay(page, 'atlas, session 1', 'Of 2 steps: atoms changed in 1 and 1 unchanged.');
  const changed = page.getByRole('list', { name: 'Atoms changed' });
  await expect(changed.getByRole('listitem').first()).toContainText(`Read “${danube}”`);
  await expect(changed).toContainText('version 1 → 2; different value');
  await expect(changed.getByRole('img', { name: 'Suspicious' })).toHaveCount(0);
  await expectNoViolations(page, 'a replay with a difference');
  await page.getByRole('button', { name: 'Save as recording' }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

  // And now the service lies about values.
  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'All recordings' }).click();
  await replay(page, 'atlas, session 1', 'Of 2 steps: atoms changed in 2.');
  await expect(changed).toContainText('verdict verified → failed');
  await expect(changed.getByRole('img', { name: 'Suspicious' })).toHaveCount(2);
  await service.setFaults({ tamper: 'none' });

  // Two recordings are compared without asking anyone.
  await page.getByRole('button', { name: 'All recordings' }).click();
  await expect(recordings(page)).toHaveCount(2);
  await expectNoViolations(page, 'recordings');
  await service.stop();
  await page.getByRole('button', { name: 'More actions for atlas, session 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Of 2 steps: atoms changed in 1 and 1 unchanged.')).toBeVisible();
  await expectNoViolations(page, 'two recordings compared');
  await first.close();

  const second = await reopen();
  await expect(recordings(second.page)).toHaveCount(2);
});

test('what was recorded survives the death of the app', async ({ open, reopen, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store(paris, 'on the Seine');
  // The window remembers its connection when it is closed, which a killed one never is.
  const first = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  await first.page.getByRole('banner').getByRole('button', { name: 'Record', exact: true }).click();
  await showScreen(first.page, 'Recall');
  await recallParis(first.page);
  await expect(first.page.getByRole('button', { name: 'Recording · 1 step' })).toBeVisible();
  const exited = new Promise((resolve) => first.electron.process().once('exit', resolve));
  first.electron.process().kill('SIGKILL');
  await exited;

  const second = await reopen();
  await openOnlyConnection(second);
  await showRecordings(second.page);
  await expect(recordings(second.page)).toContainText('1 recall');
  await expect(recordings(second.page)).toContainText('ended when the app closed');
  await second.page.getByRole('button', { name: 'atlas, session 1', exact: true }).click();
  await expect(second.page.getByRole('list', { name: 'Steps' })).toContainText(
    `Recall “${paris}”, at most 1 hit`,
  );
  await service.stop();
});

test('a recording is exported without value, address or key, imported, renamed, replayed over another connection and deleted', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store(paris, 'on the Seine');
  await service.store(danube, '2,850 km');
  const { electron, page } = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  await showRecordings(page);
  await page.getByRole('button', { name: 'Record this session' }).click();
  await showScreen(page, 'Browse');
  await lookUp(page, danube);
  await page.getByRole('button', { name: 'Recording · 1 step' }).click();
  await page.getByRole('menuitem', { name: 'Stop recording' }).click();
  await showRecordings(page);

  const file = `${folder}/session.json`;
  await answerSaveDialog(electron, file);
  await page.getByRole('button', { name: 'More actions for atlas, session 1' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    format: 'atom-explorer-recording',
    steps: [{ kind: 'read', key: danube, atom: { version: 1, verdict: 'green' } }],
  });
  for (const secret of ['2,850 km', service.fullKey, String(service.port)])
    expect(text).not.toContain(secret);

  await page.getByRole('button', { name: 'More actions for atlas, session 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No recordings yet')).toBeVisible();

  await answerOpenDialog(electron, file);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(recordings(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'More actions for atlas, session 1' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('the river');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(recordings(page)).toContainText('the river');

  const other = await startService(`${folder}/other`);
  await other.store(paris, 'on the Seine');
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' })
    .click();
  await connect(page, { address: other.address, apiKey: other.fullKey, name: 'globe' });
  await showRecordings(page);
  await replay(page, 'the river', 'Of 1 step: atoms changed in 1.');
  await expect(page.getByText('replayed on globe')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Atoms changed' })).toContainText('now missing');

  await answerOpenDialog(electron, `${folder}/not-a-recording.json`);
  await writeFile(`${folder}/not-a-recording.json`, '{"format":"har"}');
  await page.getByRole('button', { name: 'All recordings' }).click();
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByText('not-a-recording.json is not a recording')).toBeVisible();
  await service.stop();
  await other.stop();
});

test('a long replay can be cancelled, and compares what it got', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store(danube, '2,850 km');
  const { electron, page } = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  const file = `${folder}/long.json`;
  const step = { kind: 'read', at: 1, key: danube, atom: null };
  await writeFile(
    file,
    JSON.stringify({
      format: 'atom-explorer-recording',
      version: 1,
      name: 'long',
      connectionName: 'elsewhere',
      startedAt: 1,
      endedAt: 2,
      end: 'stopped',
      steps: Array.from({ length: 500 }, () => step),
    }),
  );
  await showRecordings(page);
  await answerOpenDialog(electron, file);
  await page.getByRole('button', { name: 'Import…' }).click();
  await service.setFaults({ latencyMs: 200 });
  await page.getByRole('button', { name: 'Replay long' }).click();
  await page.getByRole('dialog').getByLabel('Request limit').fill('400');
  await page.getByRole('dialog').getByRole('button', { name: 'Send 400 requests' }).click();
  await expect(page.getByText(/\b([2-9]|\d\d+) of 400 steps replayed/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(
    page.getByText(/You canceled the replay. The replay stopped after \d+ of 400 steps./),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Atoms changed' })).toContainText('no longer missing');
  await service.stop();
});

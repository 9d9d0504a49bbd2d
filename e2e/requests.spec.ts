import { readFile } from 'node:fs/promises';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { onCalls } from './support/callScript.ts';
import { startScriptedService } from './support/scriptedService.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { connect, lookUp, recall, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('every request is listed with its retries and details, an error leads to its request, and the API key is in no part of it', async ({
  launch,
  folder,
}) => {
  const real = await startService(`${folder}/service`);
  await real.store('v1.note.tea', 'Tea is in the blue tin');
  const service = await startScriptedService(
    real.address,
    onCalls('POST /recall', [1], { kind: 'too-many', retryAfter: '0' }),
  );
  const { page, electron } = await launch();
  await connect(page, { address: service.address, apiKey: real.fullKey });

  // An error leads to its request.
  await lookUp(page, 'v1.note.missing');
  await page.getByRole('button', { name: 'Show request' }).click();
  const table = page.getByRole('grid', { name: 'Requests' });
  const selected = table.getByRole('row', { selected: true });
  await expect(selected).toContainText('/atoms/v1.note.missing');
  await expect(selected).toContainText('404');
  const details = page.getByRole('region', { name: 'Request details' });
  await expect(details).toContainText('Sent, never recorded');
  await expect(details.getByText('content-type').first()).toBeVisible();

  // Bodies are recorded once the user asks for it.
  await page.getByRole('switch', { name: 'Record bodies' }).click();
  await expect(page.getByText('Bodies of new requests are kept in memory')).toBeVisible();
  await showScreen(page, 'Recall');
  await recall(page, 'where is the tea');
  await showScreen(page, 'Requests');
  await page.getByText('Retried 1').click();
  const retried = table.getByRole('row').filter({ hasText: '/recall' });
  await expect(retried).toContainText('200 ×2');
  await table.focus();
  await page.keyboard.press('Home');
  await expect(details.getByText('Attempt 1')).toBeVisible();
  await expect(details.getByLabel('Request body')).toContainText('where is the tea');
  await expect(details.getByLabel('Response body')).toContainText('Tea is in the blue tin');
  await details.getByText('Attempt 1').click();
  await expect(details).toContainText('retry-after');
  await expectNoViolations(page, 'requests');

  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const command = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(command).toContain('-H "Authorization: Bearer $ATOM_API_KEY"');
  expect(command).toContain(`'${service.address}/recall'`);

  const file = `${folder}/requests.har`;
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export HAR…' }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const har = await readFile(file, 'utf8');
  expect(har).toContain('where is the tea');
  const shown = await page.evaluate(() => document.documentElement.outerHTML);
  const logged = await page.evaluate(async () => {
    const query = { connectionId: null, show: 'all', method: 'all', text: '', until: null } as const;
    const rows = await window.atomExplorer.loggedRequests({ query, window: { from: 0, to: 100 } });
    if (!rows.ok) throw new Error(rows.error.message);
    return JSON.stringify([
      rows,
      await Promise.all(rows.value.rows.map(({ id }) => window.atomExplorer.loggedRequest({ id }))),
    ]);
  });
  expect(logged).toContain('where is the tea');
  // Not `toContain`, which would print everything on failure, including the key.
  const places = { command, har, shown, logged };
  expect(
    Object.entries(places).flatMap(([place, text]) => (text.includes(real.fullKey) ? place : [])),
  ).toEqual([]);

  // A paused list stays as it is.
  await page.getByText(/^All \d/).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const before = await table.getAttribute('aria-rowcount');
  await showScreen(page, 'Browse');
  await lookUp(page, 'v1.note.later');
  await expect(page.getByText('v1.note.later').first()).toBeVisible();
  await showScreen(page, 'Requests');
  await expect(table).toHaveAttribute('aria-rowcount', before ?? '');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(table.getByRole('row').filter({ hasText: 'v1.note.later' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear requests' }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();
  service.stop();
  await real.stop();
});

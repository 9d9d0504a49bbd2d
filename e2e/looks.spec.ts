import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { fillConnectionForm, lookUp } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('the welcome page, the connection form, and the list of connections are accessible', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open();
  await expect(page.getByRole('heading', { name: 'Atom Explorer' })).toBeVisible();
  await expectNoViolations(page, 'welcome');

  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form.getByText('Enter the API key')).toBeVisible();
  await expectNoViolations(page, 'connection form with errors');

  await fillConnectionForm(page, { address: service.address, apiKey: service.fullKey, readOnly: true });
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' })
    .click();
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expectNoViolations(page, 'connections');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Switch connection/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoViolations(page, 'connection switcher');
  await service.stop();
});

test('keys that do not fit are shortened in the middle, and a failed read job shows the reason', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const long = `v1.${'a-long-segment.'.repeat(12)}end`;
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  for (const key of ['k.10', 'a..b', long]) {
    await service.store(key, 'x');
    await lookUp(page, key);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  }
  await page.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  const cells = page.getByRole('grid', { name: 'Atoms' }).getByRole('gridcell').locator('[title]');
  // Rows are rendered once the table knows its height.
  await expect(cells).toHaveCount(3);
  const cut = await cells
    .locator('> span')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
    );
  expect(cut).toEqual([long.slice(0, -'.end'.length)]);

  await service.setFaults({ status: 503 });
  await page.getByRole('button', { name: 'Read and verify again' }).click();
  await expect(page.getByText(/temporarily unavailable \(503\).*Retrying in/)).toBeVisible();
  await service.stop();
});

test('a known key without an atom can be removed', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.kept', 'x');
  await service.store('v1.note.gone', 'x');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  // One after the other: the app stops reading an atom that is no longer selected.
  for (const key of ['v1.note.kept', 'v1.note.gone']) {
    await lookUp(page, key);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  }
  await service.stop();

  const other = await startService(`${folder}/other-service`, service.port);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Forget this key' }).click();
  const tree = page.getByRole('tree', { name: 'Known keys' });
  await expect(tree).not.toContainText('gone');
  await expect(tree).toContainText('kept');
  await expect(page.getByRole('button', { name: 'Forget this key' })).toBeHidden();
  await other.stop();
});

test('at every height from 480 pixels the document does not scroll, and all screens can be reached', async ({
  openSharedDemo,
}) => {
  const { electron, page } = await openSharedDemo();
  const setHeight = (height: number): Promise<void> =>
    electron.evaluate(({ BrowserWindow }, contentHeight) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setMinimumSize(0, 0);
      window?.setContentSize(1000, contentHeight);
    }, height);
  const screens = page.getByRole('navigation', { name: 'Screens' }).getByRole('button');
  for (const height of [480, 575, 600, 620, 701, 760, 789, 860]) {
    await setHeight(height);
    await expect.poll(() => page.evaluate(() => window.innerHeight)).toBe(height);
    for (const button of [screens.last(), screens.first()]) {
      await button.focus();
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('banner').first()).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  }
});

test('an atom that was closed leaves none of its elements in memory', async ({ openSharedDemo }) => {
  const { page } = await openSharedDemo();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const showAndClose = async (): Promise<void> => {
    await lookUp(page, 'v1.user.Glen.preference.summary_style');
    await expect(page.getByRole('tabpanel', { name: 'Value' }).locator('.cm-content')).toBeVisible();
    await page.getByRole('tablist', { name: 'Open atoms' }).getByRole('tab').first().press('Delete');
    await expect(page.getByRole('tablist', { name: 'Open atoms' })).toBeHidden();
    await page.getByRole('textbox', { name: 'Look up exact key' }).fill('');
  };
  const elements = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
  };
  await showAndClose();
  await showAndClose();
  const before = await elements();
  for (let round = 0; round < 4; round += 1) await showAndClose();
  // One inspector has more than a hundred.
  expect((await elements()) - before).toBeLessThan(100);
});

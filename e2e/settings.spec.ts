import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { fillNewAtom, lookUp, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

async function choose(page: Page, setting: string, choice: string): Promise<void> {
  await page.getByRole('radiogroup', { name: setting }).getByText(choice, { exact: true }).click();
}

test('settings are found without a connection, and the rail fits a small window', async ({ open }) => {
  const { electron, page } = await open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

  const search = page.getByRole('textbox', { name: 'Search settings' });
  await search.fill('font keys');
  await expect(page.getByRole('textbox', { name: 'Font of keys, values, and hashes' })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeHidden();
  const font = page.getByRole('textbox', { name: 'Font of keys, values, and hashes' });
  await font.fill('No Such Font 17');
  await font.press('Enter');
  await expect(page.getByText('Not installed, so the default is used.')).toBeVisible();
  await search.fill('updates');
  await expect(page.getByText('Automatic updates: off')).toBeVisible();

  // At 640 px, nothing is out of sight. Zoomed in, only icons are left.
  const resize = (height: number): Promise<void> =>
    electron.evaluate(
      ({ BrowserWindow }, [at]) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(1000, at ?? 640);
      },
      [height] as const,
    );
  await resize(640);
  await expect
    .poll(() => rail(page).evaluate((nav) => [innerHeight, nav.scrollHeight - nav.clientHeight]))
    .toEqual([640, 0]);
  for (const group of ['Explore', 'Verify', 'Write'])
    await expect(rail(page).getByRole('group', { name: group })).toBeVisible();

  await search.fill('zoom');
  await page.getByRole('combobox', { name: 'Zoom' }).click();
  await page.getByRole('option', { name: '200 %' }).click();
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(500);
  await expect.poll(() => rail(page).evaluate((nav) => nav.clientWidth)).toBeLessThan(60);
  const last = rail(page).getByRole('button', { name: 'Connections' });
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(page.getByRole('heading', { name: 'Atom Explorer' })).toBeVisible();
});

test('times, density, and questions follow the settings, also after the window is loaded again', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'a value');
  const { page } = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: ['v1.note.one'],
  });
  const rowHeight = (): Promise<number> =>
    page
      .getByRole('tree', { name: 'Known keys' })
      .getByRole('treeitem')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  const comfortable = await rowHeight();
  await showScreen(page, 'Settings');
  await choose(page, 'Time zone', 'UTC');
  await choose(page, 'Density', 'Compact');
  await choose(page, 'Confirm writes', 'Always');
  await page.getByRole('combobox', { name: 'Date format' }).click();
  await page.getByRole('option', { name: '20 Nov 2026' }).click();
  await expect(page.getByText(/Now it is \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d UTC\./)).toBeVisible();
  await page.reload();

  await expect(page.getByRole('radiogroup', { name: 'Time zone' }).getByLabel('UTC')).toBeChecked();
  await showScreen(page, 'Browse');
  await expect.poll(rowHeight).toBeLessThan(comfortable);
  await lookUp(page, 'v1.note.one');
  await expect(page.getByText(/^read \d\d:\d\d:\d\d UTC$/)).toBeVisible();

  const editor = await fillNewAtom(page, 'v1.note.two', 'another');
  await editor.getByRole('button', { name: 'Store atom' }).click();
  const question = page.getByRole('dialog', { name: 'Write to this memory?' });
  await expect(question).toContainText('test memory');
  await question.getByRole('button', { name: 'Store' }).click();
  await expect(page.getByRole('heading', { name: 'Stored as version 1' })).toBeVisible();
  await service.stop();
});

test('what is kept is shown with its size, and can be deleted', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'a value');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Settings');
  await page.getByRole('switch', { name: 'Keep a history of values' }).click({ force: true });
  await expect(page.getByRole('switch', { name: 'Keep a history of values' })).toBeChecked();
  const values = page.getByRole('listitem', { name: 'History of values' });
  await expect(page.getByRole('listitem', { name: 'Known keys' })).toContainText(/\d B|kB/);
  await showScreen(page, 'Browse');
  await lookUp(page, 'v1.note.one');
  await expect(page.getByText('a value')).toBeVisible();
  await showScreen(page, 'Settings');
  await expect(values).toContainText(/\d B|kB/);
  await values.getByRole('button', { name: 'Delete History of values' }).click();
  await expectNoViolations(page, 'deleting what is kept');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('History of values deleted.')).toBeVisible();
  const size = await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    const id = connections.ok ? connections.value[0]?.id : undefined;
    return id === undefined ? null : window.atomExplorer.historySize({ connectionId: id });
  });
  expect(size).toMatchObject({ ok: true, value: { versions: 0 } });

  await page.getByRole('button', { name: 'Edit the time limits of test memory' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit connection' })).toBeVisible();
  await service.stop();
});

test('open tabs and the selection are there again after a restart, unless that is turned off', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = ['v1.note.one', 'v1.note.two', 'v1.other.three'];
  for (const key of keys) await service.store(key, `the value of ${key}`);
  const first = await open({ address: service.address, apiKey: service.fullKey, knownKeys: keys });
  const tabs = (page: Page) => page.getByRole('tablist', { name: 'Open atoms' }).getByRole('tab');
  await lookUp(first.page, 'v1.note.one');
  await lookUp(first.page, 'v1.note.two');
  await expect(first.page.getByText('the value of v1.note.two')).toBeVisible();
  const names = await tabs(first.page).allTextContents();
  await first.close();

  const second = await reopen();
  await expect(second.page.getByText('the value of v1.note.two')).toBeVisible();
  expect(await tabs(second.page).allTextContents()).toEqual(names);
  await expect(
    second.page.getByRole('grid', { name: 'Atoms' }).getByRole('row', { selected: true }),
  ).toContainText('two');

  await showScreen(second.page, 'Settings');
  await second.page.getByRole('switch', { name: 'Open the last tabs again' }).click({ force: true });
  await second.page.reload();
  await showScreen(second.page, 'Browse');
  await expect(second.page.getByText('Select an atom')).toBeVisible();
  await service.stop();
});

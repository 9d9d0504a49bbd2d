import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { atomCount, grid } from './support/browseSteps.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { stopReadingVisibleRows } from './support/steps.ts';

test.beforeEach(clearKeyring);

const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter known keys' });
const header = (page: Page, name: string): Locator =>
  grid(page).getByRole('columnheader').getByRole('button', { name, exact: true });
const headers = (page: Page): Locator => grid(page).getByRole('columnheader');
const valuesOf = (page: Page): Locator => grid(page).locator('[role="gridcell"][data-column="value"]');

async function searchIn(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter mode/ }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${place}`) }).click();
}

const values: Readonly<Record<string, string>> = {
  'v1.pump.1': '{"unit":"kPa","pressure":90,"note":"The Inlet is clean"}',
  'v1.pump.2': '{"unit":"bar","pressure":12,"note":"outlet replaced"}',
  'v1.pump.3': '{"unit":"kPa","pressure":100,"note":"inlets checked"}',
  'v1.inlet.4': 'a plain text',
};

test('values are searched as far as they were read, shown in columns, exported, and found again after a restart', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  for (const [key, value] of Object.entries(values)) await service.store(key, value);
  const first = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: Object.keys(values),
  });
  const { page } = first;
  await expect(grid(page).getByRole('img', { name: 'Verified' })).toHaveCount(4);
  await stopReadingVisibleRows(page);

  await searchIn(page, 'Values');
  await filter(page).fill('inlet');
  await expect(page.getByText('Searched the values of all 4 known keys.')).toBeVisible();
  await expect(atomCount(page)).toContainText('2 matching atoms');
  await expect(valuesOf(page).locator('mark')).toHaveText(['Inlet', 'inlet']);
  await expectNoViolations(page, 'searching values');

  await page.getByRole('button', { name: /^Filter mode/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Whole word' }).click();
  await page.keyboard.press('Escape');
  await expect(atomCount(page)).toContainText('1 matching atom');
  await searchIn(page, 'Both');
  await expect(atomCount(page)).toContainText('2 matching atoms');

  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Inlets');
  await expectNoViolations(page, 'saving a filter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Clear filter' }).first().click();
  await searchIn(page, 'Keys');
  await expect(atomCount(page)).toContainText('4 atoms');

  await page.getByRole('button', { name: 'View options' }).click();
  for (const name of ['Value', 'Version', 'Leaf index', 'Last read'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: /^\$\.pressure/ }).click();
  await page.keyboard.press('Escape');
  await expect(headers(page)).toHaveText(['Key', 'Value', 'Proof', 'pressure']);
  await header(page, 'pressure').click();
  const pressures = grid(page).locator('[role="gridcell"][data-column="$.pressure"]');
  await expect(pressures).toHaveText(['12', '90', '100', '']);
  await header(page, 'pressure').press('Shift+ArrowLeft');
  await expect(headers(page)).toHaveText(['Key', 'Value', 'pressure', 'Proof']);
  await header(page, 'pressure').dragTo(header(page, 'Value'));
  await expect(headers(page)).toHaveText(['Key', 'pressure', 'Value', 'Proof']);
  const widthBefore = (await headers(page).nth(1).boundingBox())?.width ?? 0;
  await header(page, 'pressure').press('Control+ArrowLeft');
  await expect
    .poll(async () => (await headers(page).nth(1).boundingBox())?.width ?? 0)
    .toBeLessThan(widthBefore);

  const path = join(folder, 'table.csv');
  await first.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export 4 atoms' });
  await exporting.getByText('CSV').click();
  await exporting.getByRole('radio', { name: 'The columns of the table' }).check();
  await exporting.getByRole('button', { name: 'Save as…' }).click();
  await expect(page.getByText(`Exported 4 keys to ${path}`)).toBeVisible();
  const [line, ...lines] = (await readFile(path, 'utf8')).trim().split('\r\n');
  expect(line).toBe('key,$.pressure,value,verdict,valueState,service');
  expect(lines.map((each) => each.split(',').slice(0, 2).join())).toEqual([
    'v1.pump.2,12',
    'v1.pump.1,90',
    'v1.pump.3,100',
    'v1.inlet.4,',
  ]);
  await first.close();

  const second = await reopen();
  await expect(headers(second.page)).toHaveText(['Key', 'pressure', 'Value', 'Proof']);
  await second.page.getByRole('button', { name: 'Saved filters' }).click();
  await second.page.getByRole('menuitem', { name: 'Edit saved filters…' }).click();
  await expect(second.page.getByRole('dialog')).toContainText('Inlets');
  await expectNoViolations(second.page, 'saved filters');
  await second.page.keyboard.press('Escape');
  await second.page.getByRole('button', { name: 'Saved filters' }).click();
  await second.page.getByRole('menuitem', { name: /^Inlets/ }).click();
  await expect(filter(second.page)).toHaveValue('inlet');
  // No value was kept; that the rows in sight are not read again was set above.
  await expect(second.page.getByText('Searched the values of 0 of 4 known keys.')).toBeVisible();
  await expect(atomCount(second.page)).toContainText('1 matching atom');
  await second.page.getByRole('button', { name: 'Read 4 values' }).click();
  await expect(second.page.getByText('Searched the values of all 4 known keys.')).toBeVisible();
  await expect(atomCount(second.page)).toContainText('2 matching atoms');
  await service.stop();
});

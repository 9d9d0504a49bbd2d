import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { atomCount, grid, openAtoms, row, shownAtom, tree } from './support/browseSteps.ts';
import { countClicks } from './support/clicks.ts';
import { pressUntilFocused } from './support/keyboard.ts';
import { enlarge, outOfReach } from './support/largeText.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { showScreen, showTab } from './support/steps.ts';

test.beforeEach(clearKeyring);

const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter known keys' });
const tabPanel = (page: Page, name: string) => page.getByRole('tabpanel', { name });

const values: Readonly<Record<string, string>> = {
  'v1.pump.1': 'the valve is closed',
  'v1.pump.2': 'the inlet was cleaned',
  'v1.pump.3': 'the outlet was replaced',
};

test('by keys alone and at 200 %, an atom is found by a word in its value, its proof seen, and evidence of it saved', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  for (const [key, value] of Object.entries(values)) await service.store(key, value);
  const app = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: Object.keys(values),
  });
  const { electron, page } = app;
  const { keyboard } = page;
  const file = join(folder, 'pump.sigstore.json');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await enlarge(app);
  // The rows in sight are read, so their values can be searched.
  await expect(grid(page).getByRole('img', { name: 'Verified' })).toHaveCount(3);

  await keyboard.press('/');
  await expect(filter(page)).toBeFocused();
  await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: /^Filter mode/ }));
  await keyboard.press('Enter');
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitemradio', { name: /^Values/ }));
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await keyboard.press('/');
  await keyboard.type('inlet');
  await expect(atomCount(page)).toContainText('1 matching atom');
  await keyboard.press('ArrowDown');
  await expect(tree(page)).toBeFocused();
  await keyboard.press('F6');
  await pressUntilFocused(page, 'Tab', grid(page));
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(shownAtom(page)).toHaveAccessibleName('v1.pump.2');
  await expect(tabPanel(page, 'Value')).toContainText('the inlet was cleaned');
  expect(await outOfReach(page)).toEqual([]);

  await pressUntilFocused(page, 'Tab', page.getByRole('tab', { name: 'Value' }));
  await keyboard.press('ArrowRight');
  await expect(tabPanel(page, 'Proof').getByRole('heading', { name: 'Verified' })).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
  await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Export evidence…' }).first());
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export evidence' });
  await expect(dialog.getByRole('button', { name: 'Save as…' })).toBeFocused();
  expect(await outOfReach(page)).toEqual([]);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export evidence…' }).first()).toBeFocused();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ dsseEnvelope: {} });
  await service.stop();
});

test('by keys alone and at 200 %, an atom is edited, and the edit undone', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.pump.1';
  await service.store(key, 'the valve is closed');
  const app = await open({ address: service.address, apiKey: service.fullKey, knownKeys: [key] });
  const { page } = app;
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await enlarge(app);
  await expect(grid(page).getByRole('img', { name: 'Verified' })).toHaveCount(1);
  await pressUntilFocused(page, 'Tab', grid(page));
  await keyboard.press('Home');
  await keyboard.press('F2');
  const text = page.getByRole('textbox', { name: 'New value' });
  await expect(text).toBeFocused();
  await keyboard.press('ControlOrMeta+End');
  await keyboard.type(' again');
  expect(await outOfReach(page)).toEqual([]);
  // Tab would indent the text.
  await keyboard.press('Escape');
  await pressUntilFocused(page, 'Tab', button('Store new version'));
  await keyboard.press('Enter');
  await expect(page.getByText('Stored as version 2')).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);

  await pressUntilFocused(page, 'Tab', button('Store previous value…'));
  await keyboard.press('Enter');
  await expect(page.getByText('1 atom gets its previous value.')).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
  await pressUntilFocused(page, 'Tab', button('Store 1 atom as one batch'));
  await keyboard.press('Enter');
  await expect(page.getByText('It was read back and verified.')).toBeVisible();
  expect((await service.readAll([key])).get(key)).toEqual(
    expect.objectContaining({ value: 'the valve is closed', version: 3 }),
  );
  await service.stop();
});

test('the jobs of every day take few clicks', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  for (const [key, value] of Object.entries(values)) await service.store(key, value);
  const { page } = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: Object.keys(values),
  });
  await expect(grid(page).getByRole('img', { name: 'Verified' })).toHaveCount(3);
  const clicks = await countClicks(page);

  await test.step('an atom by a word in its value', async () => {
    await page.getByRole('button', { name: /^Filter mode/ }).click();
    await page.getByRole('menuitemradio', { name: /^Values/ }).click();
    await page.keyboard.press('Escape');
    await filter(page).click();
    await page.keyboard.type('inlet');
    await expect(atomCount(page)).toContainText('1 matching atom');
    await row(page, 'v1.pump.2').click();
    await expect(tabPanel(page, 'Value')).toContainText('the inlet was cleaned');
    // From the second search on, the first two are not needed.
    expect(await clicks()).toBe(4);
    await filter(page).fill('');
  });

  await test.step('a previous version is restored', async () => {
    await showTab(page, 'History');
    await page.getByRole('button', { name: 'Turn on history' }).click();
    const versions = page.getByRole('listbox', { name: 'Saved versions' }).getByRole('option');
    await expect(versions).toHaveCount(1);
    await service.store('v1.pump.2', 'a mistake');
    await page.keyboard.press('F5');
    await expect(versions).toHaveCount(2);
    await clicks();
    await versions.filter({ hasText: 'version 1' }).click();
    await page.getByRole('button', { name: 'Store this version again…' }).click();
    await page.getByRole('button', { name: 'Store new version' }).click();
    await expect(page.getByText('Stored as version 3')).toBeVisible();
    expect(await clicks()).toBe(3);
    expect((await service.readAll(['v1.pump.2'])).get('v1.pump.2')?.value).toBe('the inlet was cleaned');
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('all atoms that changed since a time', async () => {
    await clicks();
    await showScreen(page, 'Changes');
    await page.getByRole('combobox', { name: 'Changes since' }).click();
    await page.getByRole('option', { name: /^Since recording began/ }).click();
    await expect(page.getByRole('grid', { name: 'Changed keys' })).toContainText('v1.pump.2');
    expect(await clicks()).toBe(3);
  });

  await test.step('a bookmark by the palette', async () => {
    await showScreen(page, 'Browse');
    await row(page, 'v1.pump.3').click();
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
    await showScreen(page, 'Audit');
    await clicks();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pump 3');
    await expect(page.getByRole('option', { name: 'v1.pump.3' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(shownAtom(page)).toHaveAccessibleName(/v1\.pump\.3/);
    expect(await clicks()).toBe(0);
    await expect(openAtoms(page)).not.toHaveCount(0);
  });
  await service.stop();
});

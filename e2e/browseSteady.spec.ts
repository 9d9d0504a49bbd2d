import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';

test.beforeEach(clearKeyring);

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Atoms' });
const row = (page: Page, tail: string): Locator => grid(page).getByRole('row').filter({ hasText: tail });

/** Pixels from the top of the table to the row. */
async function heightInTable(page: Page, tail: string): Promise<number> {
  const [table, found] = [await grid(page).boundingBox(), await row(page, tail).boundingBox()];
  if (table === null || found === null) throw new Error(`${tail} is not in sight`);
  return found.y - table.y;
}

/** Makes a key known, as a discovery in the background would. */
async function learn(page: Page, key: string): Promise<void> {
  await page.evaluate(async (atomKey) => {
    const connections = await window.atomExplorer.listConnections();
    const connectionId = connections.ok ? (connections.value[0]?.id ?? '') : '';
    const answer = await window.atomExplorer.readAtom({ connectionId, key: atomKey, requestId: atomKey });
    if (!answer.ok) throw new Error(answer.error.message);
  }, key);
}

test('visible rows stay in place when keys become known above them', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const early = Array.from({ length: 12 }, (_, at) => `a.${at}`);
  for (const key of early) await service.store(key, 'early');
  const { page } = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: Array.from({ length: 500 }, (_, at) => `v1.sensor.${String(at).padStart(3, '0')}`),
  });
  await expect(row(page, 'sensor.000')).toBeVisible();
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Read visible atoms/ }).click();
  await page.keyboard.press('Escape');
  await grid(page).hover();
  await page.mouse.wheel(0, 6_000);
  await expect(row(page, 'sensor.205')).toBeVisible();
  const before = await heightInTable(page, 'sensor.205');
  for (const key of early) await learn(page, key);
  await expect(row(page, 'sensor.205')).toHaveAttribute('aria-rowindex', String(2 + 205 + early.length));
  expect(await heightInTable(page, 'sensor.205')).toBe(before);
  await service.stop();
});

test('before a row is chosen the table starts at its first row, and the menu tells which columns do not fit', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({
    address: service.address,
    apiKey: service.fullKey,
    knownKeys: ['v1.sensor.1', 'v1.sensor.2', 'v1.sensor.3'],
  });
  await expect(row(page, 'sensor.1')).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu').getByText('3 atoms selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(row(page, 'sensor.1')).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: 'View options' }).click();
  const hash = page.getByRole('menuitemcheckbox', { name: /^Hash/ });
  const since = page.getByRole('menuitemcheckbox', { name: /^First seen/ });
  await hash.click();
  await since.click();
  await expect(since).toHaveAccessibleName(/too narrow/);
  await expect(since).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: /^Verdict/ })).not.toHaveAccessibleName(
    /too narrow/,
  );
  await service.stop();
});

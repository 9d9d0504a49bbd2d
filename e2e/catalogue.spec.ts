import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp } from './support/steps.ts';

test.beforeEach(clearKeyring);

const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Known keys' });
const root = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^root / });
const verified = (page: Page): Locator => page.getByRole('button', { name: 'Verified' });

/** The folder of the only connection's catalogue. */
async function catalogueFolder(profile: string): Promise<string> {
  const [only = ''] = await readdir(join(profile, 'catalogue'));
  return join(profile, 'catalogue', only);
}

test('a bookmark and all known keys survive a restart without a service', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.first', 'x');
  await service.store('v1.note.second', 'x');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  for (const key of ['v1.note.first', 'v1.note.second']) {
    await lookUp(first.page, key);
    await expect(verified(first.page)).toBeVisible();
  }
  await tree(first.page).getByText('second', { exact: true }).click({ button: 'right' });
  await first.page.getByRole('menuitem', { name: 'Bookmark', exact: true }).click();
  await expect(tree(first.page).getByRole('img', { name: 'Bookmarked' })).toBeVisible();
  await first.close();
  await service.stop();

  const { page } = await reopen();
  const row = (name: string): Locator => tree(page).getByRole('treeitem').filter({ hasText: name });
  await expect(row('second').getByRole('img', { name: 'Bookmarked' })).toBeVisible();
  await expect(row('first')).toBeVisible();
  await expect(row('first').getByRole('img', { name: 'Bookmarked' })).toHaveCount(0);
});

test('a damaged list of keys is moved away and replaced, with a notice; the root ledger stays', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.first', 'x');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(first.page, 'v1.note.first');
  await expect(verified(first.page)).toBeVisible();
  const seen = await root(first.page).innerText();
  await first.close();

  const catalogue = await catalogueFolder(profile);
  // It names the file that tells what is in the database.
  await writeFile(join(catalogue, 'keys', 'CURRENT'), 'no such manifest');

  const { page } = await reopen();
  const notice = page.getByRole('status').filter({ hasText: 'was damaged, so the app started a new one' });
  await expect(notice).toContainText('keys.damaged-');
  const setAside = (await readdir(catalogue)).filter((name) => name.startsWith('keys.damaged-'));
  expect(setAside).toHaveLength(1);
  await expect(root(page)).toHaveText(seen);

  await lookUp(page, 'v1.note.first');
  await expect(tree(page)).toContainText('v1.note.first');
  // What it was read as before is lost.
  await expect(page.getByRole('button', { name: 'Could not check' })).toBeVisible();
  const lost = page.getByRole('status', { name: 'Saved data' });
  await expect(lost).toContainText('Earlier reads: damaged or changed');
  await lost.getByRole('button', { name: 'Accept loss…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept loss' }).click();
  await expect(verified(page)).toBeVisible();
  await expect(lost).toBeHidden();
  await service.stop();
});

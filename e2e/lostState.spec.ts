import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { openOnlyConnection } from './support/sharedApp.ts';
import { startService } from './support/service.ts';
import { lookUp } from './support/steps.ts';

const key = 'v1.project.atlas.status';

test('C3: saved data that is lost stays in a strip, and no atom is verified, until the user accepts the loss', async ({
  open,
  reopen,
  folder,
  sharedProfile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.storeAll([key, 'v1.b', 'v1.c'].map((each) => ({ key: each, value: each })));
  const { page, close } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Saved data' })).toBeHidden();
  await close();

  const [connection = ''] = await readdir(join(sharedProfile, 'catalogue'));
  await rm(join(sharedProfile, 'catalogue', connection, 'root-ledger'), { recursive: true });
  const again = await reopen();
  await openOnlyConnection(again);
  const strip = again.page.getByRole('status', { name: 'Saved data' });
  await expect(strip).toContainText('Root ledger: missing (1 entry recorded, 0 entries found)');
  await lookUp(again.page, key);
  await expect(again.page.getByText('Could not check', { exact: true }).first()).toBeVisible();

  // By keyboard.
  await strip.getByRole('button', { name: 'Accept loss…' }).focus();
  await again.page.keyboard.press('Enter');
  const dialog = again.page.getByRole('dialog', { name: 'Accept this loss?' });
  await expect(dialog.getByRole('list', { name: 'Lost' })).toContainText('Root ledger: missing');
  await dialog.getByRole('button', { name: 'Accept loss' }).focus();
  await again.page.keyboard.press('Enter');
  await expect(strip).toBeHidden();
  await expect(again.page.getByText('Verified', { exact: true })).toBeVisible();
  await service.stop();
});

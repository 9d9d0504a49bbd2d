import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { openOnlyConnection } from './support/sharedApp.ts';
import { startService } from './support/service.ts';
import { fillConnectionForm, lookUp, showScreen } from './support/steps.ts';

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

  await showScreen(again.page, 'Roots');
  await again.page.getByRole('button', { name: 'Verify ledger' }).click();
  const verified = again.page.getByRole('status').filter({ hasText: 'The earlier roots are lost.' });
  await expect(verified).toContainText('The ledger is missing (1 entry recorded, 0 entries found)');
  await expect(again.page.getByText('intact')).toBeHidden();
  await expect(again.page.getByRole('button', { name: 'Sign head' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await showScreen(again.page, 'Browse');

  // By keyboard.
  await strip.getByRole('button', { name: 'Accept loss…' }).focus();
  await again.page.keyboard.press('Enter');
  const dialog = again.page.getByRole('dialog', { name: 'Accept this loss?' });
  await expect(dialog.getByRole('list', { name: 'Lost' })).toContainText('Root ledger: missing');
  await expectNoViolations(again.page, 'accepting a loss');
  await dialog.getByRole('button', { name: 'Accept loss' }).focus();
  await again.page.keyboard.press('Enter');
  await expect(strip).toBeHidden();
  await expect(again.page.getByRole('main')).toBeFocused();
  await expect(again.page.getByText('Verified', { exact: true })).toBeVisible();

  // Later screens say what was accepted.
  await showScreen(again.page, 'Roots');
  await expect(
    again.page.getByText(/it was accepted that the root ledger was lost: missing \(1 entry recorded/),
  ).toBeVisible();

  // An address that the user changes is no loss, and one that somebody changes in the file is.
  const moved = service.address.replace('127.0.0.1', 'localhost');
  const screens = again.page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Connections' }).click();
  await again.page.getByRole('button', { name: 'Edit test memory' }).click();
  const form = await fillConnectionForm(again.page, { address: moved, apiKey: service.fullKey });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(strip).toBeHidden();
  await again.close();
  const file = join(sharedProfile, 'connections.json');
  const list = await readFile(file, 'utf8');
  expect(list).toContain(moved);
  await writeFile(file, list.replaceAll(moved, service.address));
  const last = await reopen();
  await openOnlyConnection(last);
  await expect(last.page.getByRole('status', { name: 'Saved data' })).toContainText(
    `All saved data: damaged or changed (connections.json has ${service.address}, and the record of what was saved has ${moved}).`,
  );
  await service.stop();
});

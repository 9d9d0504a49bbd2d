import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { startServiceProcess } from './support/service.ts';
import { connect, lookUp, openDemo, storeNewAtom } from './support/steps.ts';

test('an atom stored in the demo memory survives a restart of the app and its service', async ({
  launch,
  placeDemo,
}) => {
  await placeDemo();
  const first = await launch();
  await openDemo(first.page);
  const editor = await storeNewAtom(first.page, 'v1.note.restart', 'still here');
  await expect(editor.getByText('Stored as version 1')).toBeVisible();
  await expect(editor.getByText('Read back and verified.')).toBeVisible();
  await editor.getByRole('button', { name: 'Done' }).click();
  await first.close();

  const second = await launch();
  await lookUp(second.page, 'v1.note.restart');
  await expect(second.page.getByText('still here')).toBeVisible();
  await expect(second.page.getByRole('button', { name: 'Verified' })).toBeVisible();
});

test('known keys, the connection, the last root, and stored atoms survive a restart of the app and the service', async ({
  launch,
  folder,
}) => {
  const service = await startServiceProcess(`${folder}/service`);
  const first = await launch();
  await connect(first.page, { address: service.address, apiKey: service.fullKey, name: 'atlas' });
  const editor = await storeNewAtom(first.page, 'v1.note.second', 'one');
  await editor.getByRole('button', { name: 'Done' }).click();
  await first.page.getByRole('button', { name: 'Edit' }).click();
  await first.page.getByRole('dialog').getByLabel('New value').fill('two');
  await first.page.getByRole('button', { name: 'Store new version' }).click();
  await expect(first.page.getByText('Stored as version 2')).toBeVisible();
  await first.page.getByRole('button', { name: 'Done' }).click();
  const root = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^root / });
  const lastRoot = await root(first.page).innerText();
  await first.close();
  await service.stop();

  const second = await launch();
  await expect(root(second.page)).toHaveText(lastRoot);
  await expect(second.page.getByRole('banner')).toContainText('2 leaves');
  const again = await startServiceProcess(`${folder}/service`, service.port);
  await expect(second.page.getByRole('tree', { name: 'Known keys' })).toContainText('second');
  await lookUp(second.page, 'v1.note.second');
  await expect(second.page.getByRole('tabpanel', { name: 'Value' })).toContainText('two');
  await expect(second.page.getByText('version 2')).toBeVisible();
  await expect(second.page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await again.stop();
});

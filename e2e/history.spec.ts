import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { filesHolding } from './support/filesHolding.ts';
import { openBusAt } from './support/keyringDaemon.ts';
import { clearKeyring, keyringDump } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { connect, lookUp, showTab } from './support/steps.ts';

test.beforeEach(clearKeyring);

const versions = (page: Page) => page.getByRole('listbox', { name: 'Saved versions' }).getByRole('option');

async function showConnections(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' })
    .click();
}

test('values are kept encrypted from when history is on, with their differences, over a restart', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'a first plainly readable value');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(first.page, 'v1.note.one');
  await showTab(first.page, 'History');
  await expect(first.page.getByText('History is off')).toBeVisible();
  expect(await keyringDump()).not.toContain('history of');
  await first.page.getByRole('button', { name: 'Turn on history' }).click();
  await expect(versions(first.page)).toHaveCount(1);
  expect(await keyringDump()).toContain('history of');

  await service.store('v1.note.one', 'a second plainly readable value');
  await first.page.getByRole('button', { name: 'Refresh' }).click();
  await expect(versions(first.page)).toHaveCount(2);
  const after = first.page.getByRole('textbox', { name: 'version 2' });
  await expect(after).toHaveText('a second plainly readable value');
  await expect(after.locator('.cm-changedText')).toHaveText(['second']);
  await first.page.getByText('Unified').click();
  await expect(
    first.page.getByRole('textbox', { name: 'version 2, with differences from version 1' }),
  ).toContainText('a first plainly readable value');
  await first.close();
  for (const value of ['a first plainly', 'a second plainly']) {
    expect(await filesHolding(profile, value), value).toEqual([]);
  }

  const { page } = await reopen();
  await lookUp(page, 'v1.note.one');
  await expect(versions(page)).toHaveCount(2);
  await versions(page).filter({ hasText: 'version 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Value of version 1' })).toHaveText(
    'a first plainly readable value',
  );

  await page.getByRole('button', { name: 'Store this version again…' }).click();
  const editor = page.getByRole('dialog');
  await expect(editor.getByRole('textbox', { name: 'New value' })).toHaveText(
    'a first plainly readable value',
  );
  await editor.getByRole('button', { name: 'Store new version' }).click();
  await expect(editor.getByText('Stored as version 3')).toBeVisible();
  expect((await service.readAll(['v1.note.one'])).get('v1.note.one')).toMatchObject({
    value: 'a first plainly readable value',
    version: 3,
  });
  await service.stop();
});

test('another value under the same version is a finding, and removing the connection removes its history and its keys', async ({
  open,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'the value');
  const { page } = await open({ address: service.address, apiKey: service.fullKey, name: 'short-lived' });
  await lookUp(page, 'v1.note.one');
  await showTab(page, 'History');
  await page.getByRole('button', { name: 'Turn on history' }).click();
  await expect(versions(page)).toHaveCount(1);
  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Version 1 was read with 2 different values.')).toBeVisible();
  await expect(versions(page).filter({ hasText: 'different values' })).toHaveCount(2);
  await expect(versions(page).filter({ hasText: 'read once, failed' })).toHaveCount(1);
  await expect(versions(page).filter({ hasText: 'verified' })).toHaveCount(1);

  const held = await keyringDump();
  expect(held).toContain('history of');
  expect(held.includes(service.fullKey)).toBe(true);
  expect(await filesHolding(`${profile}/history`, 'sealed-with/')).not.toEqual([]);
  // Earlier versions of the app recorded sessions, and kept them when the connection was removed.
  const connections = await page.evaluate(() => window.atomExplorer.listConnections());
  const connectionId = connections.ok ? connections.value[0]?.id : undefined;
  await mkdir(`${profile}/recordings`, { recursive: true });
  await writeFile(
    `${profile}/recordings/earlier.jsonl`,
    `${JSON.stringify({ type: 'begun', version: 1, connectionId })}\n{"type":"step","step":{"kind":"read","key":"v1.note.one"}}\n`,
  );
  await showConnections(page);
  await page.getByRole('button', { name: 'More actions for short-lived' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // The welcome page appears once no connection is left.
  await expect(page.getByRole('heading', { name: 'Atom Explorer', level: 1 })).toBeVisible();
  const left = await keyringDump();
  expect(left).not.toContain('history of');
  expect(left.includes(service.fullKey)).toBe(false);
  expect(await filesHolding(`${profile}/history`, 'sealed-with/')).toEqual([]);
  expect(await filesHolding(`${profile}/recordings`, 'v1.note.one')).toEqual([]);
  await service.stop();
});

test('the connection form turns history on and off, and deletes what was kept if told to', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'the value');
  const { page } = await open();
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Base address').fill(service.address);
  await form.getByLabel('API key').fill(service.fullKey);
  await form.getByLabel('Name').fill('kept');
  await form.getByLabel('Keep a history of values').check();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await lookUp(page, 'v1.note.one');
  await showTab(page, 'History');
  await expect(versions(page)).toHaveCount(1);

  await showConnections(page);
  await page.getByRole('button', { name: 'Edit kept' }).click();
  await form.getByLabel('Keep a history of values').uncheck();
  await form.getByLabel('Delete the saved values: 1 version of 1 atom').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect(await keyringDump()).not.toContain('history of');
  await page.getByRole('button', { name: 'Open kept' }).click();
  await expect(page.getByText('History is off')).toBeVisible();
  await service.stop();
});

test('missing keys are noticed, the API key is asked for again, and the history can be started again', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'the value');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(first.page, 'v1.note.one');
  await showTab(first.page, 'History');
  await first.page.getByRole('button', { name: 'Turn on history' }).click();
  await expect(versions(first.page)).toHaveCount(1);
  await first.close();
  await clearKeyring();

  const { page } = await reopen();
  await lookUp(page, 'v1.note.one');
  await expect(page.getByText('This connection has no API key').first()).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Enter API key' }).click();
  await page.getByRole('dialog').getByLabel('API key').fill(service.fullKey);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await lookUp(page, 'v1.note.one');
  await expect(page.getByText('Cannot open the history')).toBeVisible();
  await page.getByRole('button', { name: 'Delete history…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No history yet')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(versions(page)).toHaveCount(1);
  await service.stop();
});

test('without a keyring the API key is kept for the session, history stays off, and the window says why', async ({
  launch,
  folder,
  profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'the value');
  // A bus address without a listener simulates a computer without a keyring.
  const bus = `${folder}/bus`;
  const { page } = await launch({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` });
  await connect(page, { address: service.address, apiKey: service.fullKey });
  const strip = page.getByRole('status').filter({ hasText: 'not saved' });
  await expect(strip).toContainText('no keychain is available on this computer');
  await lookUp(page, 'v1.note.one');
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await showTab(page, 'History');
  await page.getByRole('button', { name: 'Turn on history' }).click();
  await expect(page.getByRole('alert')).toContainText('History stays off');
  await expect(page.getByText('History is off')).toBeVisible();
  expect(await keyringDump()).not.toContain(service.fullKey);

  // The keyring is there now.
  await openBusAt(bus);
  await strip.getByRole('button', { name: 'Save key' }).click();
  await expect(strip).toBeHidden();
  expect(await keyringDump()).toContain(service.fullKey);
  await service.stop();
  expect(await filesHolding(profile, 'sealed-with/')).toEqual([]);
});

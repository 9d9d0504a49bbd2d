import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { testAuthority } from '../engine/client/testing/certificates.ts';
import { expect, startAgain, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { learnKeys } from './support/knownKeys.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { connect, fillConnectionForm, fillNewAtom } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('production is marked everywhere, asks before a store, and needs its name typed before a batch', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'old words');
  await service.store('v1.note.two', 'old words');
  const { electron, page } = await open();
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, {
    address: service.address,
    apiKey: service.fullKey,
    name: 'prod-eu',
  });
  await form.getByText('Production', { exact: true }).click();
  await expect(form.getByText('you type the name of the connection')).toBeVisible();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Production');
  await expect(page).toHaveTitle('prod-eu (Production) · Atom Explorer');
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe(
    'prod-eu (Production) · Atom Explorer',
  );

  await learnKeys(page, ['v1.note.one', 'v1.note.two']);

  await test.step('one atom: canceled, then confirmed', async () => {
    const editor = await fillNewAtom(page, 'v1.note.three', 'new');
    const question = page.getByRole('dialog', { name: 'Write to production?' });
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await expect(question).toContainText('v1.note.three');
    await expect(question).toContainText(service.address);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(page, 'the question before a write to production');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(editor).toBeVisible();
    expect((await service.readAll(['v1.note.three'])).size).toBe(0);
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await question.getByRole('button', { name: 'Store', exact: true }).click();
    await expect(editor.getByText('stored', { exact: false }).first()).toBeVisible();
    expect((await service.readAll(['v1.note.three'])).get('v1.note.three')?.value).toBe('new');
    await editor.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a batch needs the name; Escape leaves the editor open', async () => {
    await page.getByRole('grid', { name: 'Atoms' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'More actions for selected atoms' }).click();
    await page.getByRole('menuitem', { name: 'Find and replace…' }).click();
    const editor = page.getByRole('dialog', { name: /^Find and replace in values/ });
    await editor.getByLabel('Find', { exact: true }).fill('old');
    await editor.getByLabel('Replace with').fill('fresh');
    const store = editor.getByRole('button', { name: 'Store 2 atoms as one batch' });
    await store.click();
    const question = page.getByRole('dialog', { name: 'Write to production?' });
    await expect(question.getByLabel('Connection name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(editor.getByLabel('Replace with')).toHaveValue('fresh');
    await store.click();
    const confirm = question.getByRole('button', { name: 'Store 2 atoms' });
    await question.getByLabel('Connection name').fill('prod');
    await expect(confirm).toBeDisabled();
    await question.getByLabel('Connection name').fill('prod-eu');
    await expectNoViolations(page, 'typing the name before a batch');
    await page.keyboard.press('Enter');
    await expect(editor.getByText('2 atoms stored', { exact: false })).toBeVisible();
    expect((await service.readAll(['v1.note.one'])).get('v1.note.one')?.value).toBe('fresh words');
    await editor.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the main process refuses a write without the confirmation', async () => {
    const answer = await page.evaluate(async () => {
      const listed = await window.atomExplorer.listConnections();
      if (!listed.ok) return listed;
      const connectionId = listed.value[0]?.id ?? '';
      return window.atomExplorer.storeAtom({
        connectionId,
        requestId: 'without',
        key: 'v1.note.four',
        value: 'x',
        precondition: { kind: 'anything' },
        allowSensitive: false,
      } as never);
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_confirmed' } });
  });
  await service.stop();
});

test('the form tests a connection without writing, takes a CA file and limits, and files of connections have no keys', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, testAuthority);
  const exported = join(folder, 'connections.json');
  const { electron, page } = await open();
  await electron.evaluate(
    ({ dialog }, [toOpen = '', toSave = '']) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [toOpen] });
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: toSave });
    },
    [caFile, exported],
  );
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, {
    address: service.address,
    apiKey: 'wrong',
    name: 'greenhouse',
  });
  const steps = form.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem');

  await test.step('a wrong key fails its step, and the steps after it are not run', async () => {
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByText('The test failed. Nothing was saved.')).toBeVisible();
    await expect(steps.nth(0).getByRole('img', { name: 'Passed' })).toBeVisible();
    await expect(steps.nth(2)).toContainText('The API key was not accepted');
    await expect(steps.nth(5).getByRole('img', { name: 'Not tested' })).toBeVisible();
    await form.getByLabel('API key').fill(service.fullKey);
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(steps.nth(2)).toContainText('accepts the key for reading');
    await expect(steps.nth(4).getByRole('img', { name: 'Not learned' })).toBeVisible();
    await expectNoViolations(page, 'the report of a connection test');
    expect(await page.evaluate(() => window.atomExplorer.listConnections())).toEqual({ ok: true, value: [] });
  });

  await test.step('limits and a CA file', async () => {
    await form.getByLabel('Advanced').check();
    await form.getByRole('button', { name: 'Choose file…' }).click();
    await expect(form.getByText(/^(Valid until|Expired) /)).toBeVisible();
    await form.getByLabel('Total limit').fill('20');
    await form.getByLabel('Total limit').blur();
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByText('The total limit must be at least as long')).toBeVisible();
    await form.getByLabel('Total limit').fill('60');
    await expectNoViolations(page, 'the advanced fields of a connection');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form).toBeHidden();
    expect(await page.evaluate(() => window.atomExplorer.listConnections())).toMatchObject({
      value: [{ limits: { idleSeconds: 30, totalSeconds: 60 }, authorities: [{}] }],
    });
  });

  await test.step('a new key that fails its test does not replace the saved one', async () => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Connections' })
      .click();
    await page.getByRole('button', { name: 'More actions for greenhouse' }).click();
    await page.getByRole('menuitem', { name: 'Replace key…' }).click();
    await form.getByLabel('API key').fill('wrong');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('The saved key stays', { exact: true })).toBeVisible();
    await form.getByLabel('API key').fill(service.readKey);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
  });

  await test.step('export and import', async () => {
    const menu = page.getByRole('button', { name: 'More actions for connections' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Export without keys…' }).click();
    await expect(page.getByText('connections.json')).toBeVisible();
    const content = await readFile(exported, 'utf8');
    expect(content).toContain(service.address);
    for (const key of [service.fullKey, service.readKey]) expect(content).not.toContain(key);

    const file = JSON.parse(content) as { connections: object[] };
    const other = { name: 'staging-eu', address: 'https://staging.example', environment: 'staging' };
    await writeFile(exported, JSON.stringify({ ...file, connections: [...file.connections, other] }));
    await electron.evaluate(({ dialog }, toOpen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [toOpen] });
    }, exported);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Import connections…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import connections' });
    await expect(dialog.getByText('You already have this connection.')).toBeVisible();
    await expectNoViolations(page, 'importing connections');
    await dialog.getByRole('button', { name: 'Import 1 connection' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('listitem').filter({ hasText: 'staging-eu' });
    await expect(row).toContainText('No API key');
    await expect(row).toContainText('Staging');
  });
  await service.stop();
});

test('two windows show two connections, and a link only asks', async ({ launch, folder, profile }) => {
  const one = await startService(`${folder}/one`);
  const two = await startService(`${folder}/two`);
  const app = await launch();
  const { electron, page } = app;
  await connect(page, { address: one.address, apiKey: one.fullKey, name: 'first' });
  const toConnections = async (of: Page): Promise<void> =>
    of.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Connections' }).click();
  await toConnections(page);
  await connect(page, { address: two.address, apiKey: two.fullKey, name: 'second' });
  await toConnections(page);

  await page
    .getByRole('listitem')
    .filter({ hasText: 'first' })
    .getByRole('button', { name: 'Open first' })
    .click();
  await expect(page).toHaveTitle('first · Atom Explorer');
  await toConnections(page);
  const opening = electron.waitForEvent('window');
  await page.getByRole('button', { name: 'More actions for second' }).click();
  await page.getByRole('menuitem', { name: 'Open in a new window' }).click();
  const other = await opening;
  await expect(other).toHaveTitle('second · Atom Explorer');
  await expect(page).toHaveTitle('first · Atom Explorer');

  await test.step('each window keeps its connection, even when reloaded, and shows the changes of the other', async () => {
    await other.reload();
    await expect(other).toHaveTitle('second · Atom Explorer');
    await other.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Browse' }).click();
    const editor = await fillNewAtom(other, 'v1.note.there', 'x');
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await editor.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Open second' }).click();
    await expect(page.getByRole('tree', { name: 'Known keys' })).toContainText('there');
    expect((await one.readAll(['v1.note.there'])).size).toBe(0);
  });

  await test.step('a link is shown in the active window, and sends nothing', async () => {
    await page.bringToFront();
    await startAgain(
      app,
      profile,
      `atom-explorer://connect?url=${two.address}&name=linked&apiKey=sk-in-a-link`,
    );
    // Without a window manager, no window is known to be in front.
    await expect
      .poll(async () =>
        (await Promise.all([page, other].map((each) => each.getByText('It was dropped').count()))).join(),
      )
      .toMatch(/^(1,0|0,1)$/);
    const shown = (await page.getByText('It was dropped').count()) === 1 ? page : other;
    await shown.getByRole('button', { name: 'Fill in form' }).click();
    const form = shown.getByRole('dialog', { name: 'Connect to a service' });
    await expect(form.getByLabel('Base address')).toHaveValue(two.address);
    await expect(form.getByLabel('API key')).toHaveValue('');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a link that the app cannot read is not ignored silently', async () => {
    await startAgain(app, profile, 'atom-explorer://connect?name=nowhere');
    await expect
      .poll(async () =>
        (await Promise.all([page, other].map((each) => each.getByText('Link not opened').count()))).join(),
      )
      .toMatch(/^(1,0|0,1)$/);
  });

  await test.step('the menu opens another window; the app runs until the last one is closed', async () => {
    const third = electron.waitForEvent('window');
    await electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      items.find(({ label }) => label === 'New Window')?.click();
    });
    await (await third).close();
    await other.close();
    await expect(page.getByRole('tree', { name: 'Known keys' })).toBeVisible();
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });
  await one.stop();
  await two.stop();
});

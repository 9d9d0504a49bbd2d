import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { onEvery } from './support/callScript.ts';
import { startScriptedService } from './support/scriptedService.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp } from './support/steps.ts';

test.beforeEach(clearKeyring);

const editor = (page: Page): Locator => page.getByRole('dialog');
const newText = (page: Page): Locator => editor(page).getByRole('textbox', { name: 'New value' });
const button = (page: Page, name: string): Locator => editor(page).getByRole('button', { name, exact: true });

async function beginEdit(page: Page, key: string): Promise<void> {
  await lookUp(page, key);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(newText(page)).toBeFocused();
}

test('two keys, or two clicks, in one go store once', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.once';
  await service.store(key, 'first');
  const scripted = await startScriptedService(service.address, () => ({ kind: 'pass' }));
  const stores = (): number => scripted.routes.filter((route) => route === 'POST /atoms').length;
  const { page } = await open({ address: scripted.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await newText(page).fill('mine');
  await newText(page).evaluate((element) => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', press));
    element.dispatchEvent(new KeyboardEvent('keydown', press));
  });
  await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
  await button(page, 'Done').click();
  expect(stores()).toBe(1);

  await beginEdit(page, key);
  await newText(page).fill('mine again');
  await service.store(key, 'theirs');
  await button(page, 'Store new version').click();
  await button(page, 'Overwrite…').click();
  await button(page, 'Overwrite').evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await expect(editor(page).getByText('Stored as version 4')).toBeVisible();
  await button(page, 'Done').click();
  expect(stores()).toBe(2);
  expect((await service.readAll([key])).get(key)).toEqual({ value: 'mine again', version: 4 });
  scripted.stop();
  await service.stop();
});

test('undo over Format and Compact brings back the ends of lines too', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const values = new Map([
    ['v1.undo.crlf', '{"a":1,\r\n"b":2}'],
    ['v1.undo.cr', '{"a":1,\r"b":2}'],
    ['v1.undo.mixed', '{"a":1,\r\n"b":2,\n"c":3}'],
  ]);
  await service.storeAll([...values].map(([key, value]) => ({ key, value })));
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  for (const key of values.keys()) {
    await beginEdit(page, key);
    for (const how of ['Compact', 'Format', 'Compact']) await button(page, how).click();
    await editor(page).getByText('Unified').click();
    await editor(page).getByText('Text only').click();
    const undo = button(page, 'Undo (Ctrl+Z)');
    for (let step = 0; step < 3; step += 1) await undo.click();
    await expect(editor(page).getByText('No changes yet.')).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(editor(page)).toBeHidden();
  }
  await service.stop();
});

test('what is begun with a value whose proof failed says so, as a draft too', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.red';
  await service.storeAll([
    { key: 'v1.note.other', value: 'other' },
    { key, value: 'doubtful' },
    { key: 'v1.note.third', value: 'third' },
  ]);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await expect(editor(page).getByText('is not proven')).toBeHidden();
  await button(page, 'Cancel').click();
  await service.setFaults({ tamper: 'sibling' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Failed' }).first()).toBeVisible();

  await beginEdit(page, key);
  const said = editor(page).getByText('The original value, version 1, is not proven');
  await expect(said).toBeVisible();
  await expectNoViolations(page, 'editor of a value that is not proven');
  await newText(page).press('ControlOrMeta+End');
  await page.keyboard.type(' and more');
  await button(page, 'Cancel').click();
  await button(page, 'Save draft').click();
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('menuitem', { name: `Continue draft of ${key}` }).click();
  await expect(said).toBeVisible();
  await button(page, 'Cancel').click();
  await button(page, 'Discard').click();

  await page.getByRole('button', { name: 'Copy to new key' }).click();
  await expect(editor(page).getByText('The copied value is not proven')).toBeVisible();
  await service.stop();
});

test('a service that answers with something else than it accepted takes no text away', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.altered';
  await service.storeAll([
    { key: 'v1.note.other', value: 'other' },
    { key, value: 'first' },
  ]);
  const scripted = await startScriptedService(
    service.address,
    onEvery('POST /atoms', { kind: 'after', first: () => service.setFaults({ tamper: 'value' }) }),
  );
  const { page } = await open({ address: scripted.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await newText(page).fill('what only I have');
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('but read-back differs')).toBeVisible();
  await expect(button(page, 'Back to editing')).toBeVisible();
  await button(page, 'Done').click();
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('menuitem', { name: `Continue draft of ${key}` }).click();
  await expect(newText(page)).toHaveText('what only I have');
  scripted.stop();
  await service.stop();
});

test('a long line among others that end with CR LF is typed in, and keeps their ends', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const long = 'word '.repeat(2_400);
  await service.storeAll([
    { key: 'v1.long.crlf', value: `${long}\r\ntwo\r\n` },
    { key: 'v1.long.mixed', value: `${long}\r\ntwo\n` },
  ]);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await beginEdit(page, 'v1.long.crlf');
  await newText(page).press('ControlOrMeta+End');
  await page.keyboard.type('three');
  await page.keyboard.press('Enter');
  await page.keyboard.type('four');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
  await button(page, 'Done').click();
  expect((await service.readAll(['v1.long.crlf'])).get('v1.long.crlf')?.value).toBe(
    `${long}\r\ntwo\r\nthree\r\nfour`,
  );

  await lookUp(page, 'v1.long.mixed');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(editor(page).getByText('so this text is read-only')).toBeVisible();
  await service.stop();
});

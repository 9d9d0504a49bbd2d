import { expect, test } from './support/app.ts';
import { pressUntilFocused } from './support/keyboard.ts';
import { learnKeys } from './support/knownKeys.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';

test.beforeEach(clearKeyring);

test('an atom is edited, let through, stored and left, from Browse and back to it, by keys alone', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = ['v1.note.one', 'v1.note.two', 'v1.note.three'];
  await service.storeAll(keys.map((key) => ({ key, value: `the value of ${key}` })));
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await learnKeys(page, keys);
  const grid = page.getByRole('grid', { name: 'Atoms' });
  const editor = page.getByRole('dialog');
  const text = editor.getByRole('textbox', { name: 'New value' });
  const store = editor.getByRole('button', { name: 'Store new version' });

  await pressUntilFocused(page, 'Tab', grid);
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+F10');
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Edit…' }));
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(text).toHaveText('the value of v1.note.two');

  const added = '<<<<<<< as it is typed';
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(added);
  const finding = editor.getByRole('button', { name: 'line 2, column 1: unresolved merge conflict marker' });
  await expect(finding).toBeVisible();
  await expect(store).toBeDisabled();
  await page.keyboard.press('Escape');
  await pressUntilFocused(page, 'Tab', finding);
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^<{7}/);

  await page.keyboard.press('Escape');
  await pressUntilFocused(page, 'Tab', editor.getByRole('checkbox', { name: /^Store anyway/ }));
  await page.keyboard.press('Space');
  await pressUntilFocused(page, 'Tab', store);
  await page.keyboard.press('Enter');
  await expect(editor.getByText('Stored as version 2')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor).toBeHidden();
  await expect(grid).toBeFocused();
  expect((await service.readAll(keys)).get('v1.note.two')?.value).toBe(`the value of v1.note.two\n${added}`);
  await service.stop();
});

import { writeFile } from 'node:fs/promises';
import { expect, test } from './support/app.ts';
import { enlarge, outOfReach } from './support/largeText.ts';
import { startService } from './support/service.ts';
import { rowTable } from './support/uploadSteps.ts';
import type { Locator, Page } from '@playwright/test';

/** Presses Tab until an element has the focus. Fails if it is never reached. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not come by: ${target.toString()}`);
}

test('a file is chosen, checked, fixed, sent and found in the log with the keyboard alone, at 200 %', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const file = `${folder}/atoms.csv`;
  const secret = ['AKIAQ7ZT3WNB', '2KXMVJ4R'].join('');
  await writeFile(file, `key,value\nv1.keys.a,one\n,two\nv1.keys.c,${secret}\n`);
  const app = await open({ address: service.address, apiKey: service.fullKey });
  const { electron, page } = app;
  await enlarge(app);
  await electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, file);
  const { keyboard } = page;
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const title = (name: string | RegExp): Locator => page.getByRole('heading', { name });

  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Upload' }),
  );
  await keyboard.press('Enter');
  await tabTo(page, button('Choose files…'));
  await keyboard.press('Enter');
  await expect(button('Check all rows')).toBeVisible();
  await expect(title('atoms.csv')).toBeFocused();
  await tabTo(page, button('Check all rows'));
  await keyboard.press('Enter');
  await expect(rowTable(page)).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
  await expect(title('atoms.csv')).toBeFocused();

  // Fix a row. Escape returns to the table.
  await tabTo(page, rowTable(page));
  await keyboard.press('Alt+ArrowDown');
  await expect(title('Line 3')).toBeVisible();
  await tabTo(page, page.getByLabel('Key', { exact: true }));
  await keyboard.type('v1.keys.b');
  await keyboard.press('Control+Enter');
  await expect(button('Save row')).toBeHidden();
  await keyboard.press('Escape');
  await expect(title('Line 3')).toBeHidden();
  await expect(rowTable(page)).toBeFocused();

  // A dialog returns the focus, to the row if the button that opened it was removed.
  await keyboard.press('Alt+ArrowDown');
  await expect(title('Line 4')).toBeVisible();
  await tabTo(page, button('Allow…'));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button('Allow…')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('checkbox'), 'Shift+Tab');
  await keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Allow' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(title('Line 4')).toBeFocused();

  await tabTo(page, button('Review and send'));
  await keyboard.press('Enter');
  await tabTo(page, button(/^Send 3 atoms to /));
  expect(await outOfReach(page)).toEqual([]);
  await keyboard.press('Enter');
  // The service detects the credential too.
  const question = page.getByRole('region', { name: /^The service refused a row/ });
  await expect(question).toBeFocused();
  await tabTo(page, button('Skip this row'));
  await keyboard.press('Enter');
  await expect(title(/^2 stored and 1 refused/)).toBeFocused();
  expect(await outOfReach(page)).toEqual([]);
  await tabTo(page, rowTable(page));
  await keyboard.press('End');
  const row = page.getByRole('complementary', { name: 'Row details' });
  await expect(row).toContainText('v1.keys.c');
  await tabTo(page, row.getByRole('button', { name: 'Store manually…' }));
  await keyboard.press('Escape');
  await expect(row).toBeHidden();
  await expect(rowTable(page)).toBeFocused();

  await keyboard.press('Control+k');
  await keyboard.type('writes');
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('grid', { name: 'Writes' }));
  await expect(page.getByRole('region', { name: 'Write details' })).toContainText('Partly stored');
  await service.stop();
});

import type { Page } from '@playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp, showTab } from './support/steps.ts';
import { startValueService } from './support/valueService.ts';

test.beforeEach(clearKeyring);

const views = (page: Page) => page.getByRole('radiogroup', { name: 'Show the value as' });
const tree = (page: Page) => page.getByRole('tree', { name: 'Value as JSON' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Value', exact: true });
const bytes = (page: Page) => page.getByRole('region', { name: /^Bytes of the value/ });

async function clipboardOf({ electron }: RunningApp): Promise<string> {
  return electron.evaluate(({ clipboard }) => clipboard.readText());
}

test('the view of a value sticks to the prefix of its key, also over a restart', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.user.Glen.profile', '{"theme":"dark"}');
  await service.store('v1.user.Glen.settings', '{"tabs":2}');
  await service.store('v1.fact.sky', '{"colour":"blue"}');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(first.page, 'v1.user.Glen.profile');
  await expect(tree(first.page)).toContainText('theme');
  await views(first.page).getByText('Hex').click();
  await expect(bytes(first.page)).toContainText('7b 22 74 68');
  await first.close();

  const { page } = await reopen();
  await lookUp(page, 'v1.user.Glen.settings');
  await expect(bytes(page)).toContainText('{"tabs":');
  await lookUp(page, 'v1.fact.sky');
  await expect(tree(page)).toContainText('colour');
  await service.stop();
});

test('JSON is shown as stored and goes by keyboard; hidden characters are named, look-alikes marked, and addresses are text', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store(
    'v1.odd.json',
    '{"id":12345678901234567890,"price":1.0,"name":"one","name":"two","deep":{"list":[1,{"last":"here"}]}}',
  );
  const app = await open({ address: service.address, apiKey: service.fullKey });
  const { page } = app;
  await lookUp(page, 'v1.odd.json');
  const rows = tree(page).getByRole('treeitem');
  await expect(rows).toHaveCount(10);
  await expect(rows.filter({ hasText: 'id' })).toContainText('12345678901234567890');
  await expect(rows.filter({ hasText: 'price' })).toContainText('1.0');
  await expect(rows.filter({ hasText: 'duplicate' })).toHaveCount(2);
  await expect(page.getByText('duplicate properties')).toBeVisible();

  await tree(page).focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(rows).toHaveCount(9);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(7);
  await page.keyboard.press('ArrowRight');
  await expect(rows).toHaveCount(9);
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect.poll(() => clipboardOf(app)).toBe('$.deep.list');

  await page.getByRole('textbox', { name: 'Find in the JSON' }).fill('HERE');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).press('Enter');
  await expect(tree(page).getByRole('treeitem', { selected: true })).toContainText('"here"');
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect.poll(() => clipboardOf(app)).toBe('$.deep.list[1].last');

  const odd = 'abc\u202Edef\u200Bghi\0jkl\rmno p\u0430ypal <img src=x onerror=alert(1)>';
  await service.store('v1.odd.text', odd);
  await service.store('v1.odd.script', 'javascript:alert(1)');
  await lookUp(page, 'v1.odd.text');
  await expect(text(page)).toHaveText(
    'abcU+202EdefU+200BghiNULjklCRmno p\u0430ypal <img src=x onerror=alert(1)>',
  );
  await expect(text(page).getByTitle('right-to-left override (U+202E)')).toBeVisible();
  await expect(text(page).getByTitle('Mixes look-alike letters from different alphabets')).toHaveText(
    'p\u0430ypal',
  );
  await expect(page.getByText('hidden characters and look-alike letters')).toBeVisible();
  await page.getByRole('button', { name: 'Copy value' }).click();
  await expect.poll(() => clipboardOf(app)).toBe(odd);

  await lookUp(page, 'v1.odd.script');
  await expect(text(page)).toHaveText('javascript:alert(1)');
  await expect(page.getByText('a script URL, shown as text only')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  await service.stop();
});

test('values of 10 MB are shown in part, searched and copied whole', async ({ open }) => {
  const list = JSON.stringify(
    Array.from({ length: 160_000 }, (_, index) => ({
      number: index,
      text: `entry number ${String(index)} of many`,
    })),
  );
  const line = `${'A line that never ends. '.repeat(420_000)}the very end`;
  const service = await startValueService(
    new Map([
      ['v1.large.list', list],
      ['v1.large.line', line],
    ]),
  );
  const app = await open({ address: service.address, apiKey: 'any' });
  const { page } = app;
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);

  await lookUp(page, 'v1.large.list');
  await expect(tree(page)).toContainText('[ 160,000 items ]');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).fill('entry number 159999');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).press('Enter');
  await expect(tree(page).getByRole('treeitem', { selected: true })).toContainText('entry number 159999');
  expect(await elements()).toBeLessThan(3_000);
  await views(page).getByText('Hex').click();
  await bytes(page).press('End');
  await expect(bytes(page)).toContainText('"}]');
  await views(page).getByText('Text').click();
  await expect(text(page)).toContainText('entry number 0 of many');
  await page.getByRole('button', { name: 'Copy value' }).click();
  await expect.poll(async () => (await clipboardOf(app)) === list).toBe(true);

  await lookUp(page, 'v1.large.line');
  await expect(text(page)).toContainText('A line that never ends.');
  await expect(page.getByText('Characters 1 to 1,000,000 of 10,080,012.')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next part' });
  for (let part = 1; part <= 10; part += 1) {
    await next.click();
    await expect(page.getByText(`Characters ${String(part)},000,001 to`)).toBeVisible();
  }
  await expect(next).toBeDisabled();
  await text(page).press('Control+End');
  await expect(text(page)).toContainText('the very end');
  await text(page).press('Control+A');
  await text(page).press('Control+C');
  await expect.poll(() => clipboardOf(app)).toBe(line.slice(10_000_000));
  expect(await elements()).toBeLessThan(3_000);
  await showTab(page, 'Raw');
  await expect(page.getByRole('textbox', { name: 'Atom as received' })).toContainText('v1.large.line');
  expect(await elements()).toBeLessThan(3_000);
  service.stop();
});

test('a bookmark, tags and a note stay with an atom over a restart', async ({ openSharedDemo, reopen }) => {
  const first = await openSharedDemo();
  await lookUp(first.page, 'v1.user.Yusuf.profile');
  const star = (page: Page) => page.getByRole('button', { name: 'Bookmark', exact: true });
  await expect(star(first.page)).toHaveAttribute('aria-pressed', 'false');
  await first.page.getByRole('tab', { name: 'Value' }).focus();
  await first.page.keyboard.press('b');
  await expect(star(first.page)).toHaveAttribute('aria-pressed', 'true');
  await showTab(first.page, 'Notes');
  await first.page.getByRole('combobox', { name: 'Tags' }).fill('To Check');
  await first.page.getByRole('combobox', { name: 'Tags' }).press('Enter');
  await first.page.getByRole('textbox', { name: 'Note' }).fill('Asked about the bays, b and all.');
  await expect(first.page.getByText('Saved', { exact: true })).toBeVisible();
  await first.close();

  const { page } = await reopen();
  await lookUp(page, 'v1.user.Yusuf.profile');
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Notes' }).getByText('to check')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked about the bays, b and all.');
  await expect(page.getByRole('tabpanel', { name: 'Notes' })).toContainText('First known');
});

test('every tab and view of the inspector is accessible', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store(
    'v1.odd.json',
    '{"name":"one","name":"two \u200B","long":"\\n a text with a line feed"}',
  );
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, 'v1.odd.json');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).fill('line feed');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).press('Enter');
  await expect(page.getByRole('region', { name: 'String value' })).toBeVisible();
  await expectNoViolations(page, 'JSON view');
  await views(page).getByText('Text').click();
  await page.getByRole('button', { name: 'Find in the text' }).click();
  await expectNoViolations(page, 'text view with search');
  await views(page).getByText('Hex').click();
  await expectNoViolations(page, 'hex view');
  await showTab(page, 'Notes');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await expectNoViolations(page, 'notes');
  await showTab(page, 'History');
  await expect(page.getByRole('button', { name: 'Turn on history' })).toBeVisible();
  await expectNoViolations(page, 'no history');
  await page.getByRole('button', { name: 'Turn on history' }).click();
  await expect(page.getByRole('listbox', { name: 'Saved versions' })).toBeVisible();
  await service.store('v1.odd.json', '{"name":"three"}');
  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Failed' })).toBeVisible();
  await service.setFaults({});
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('was read with 2 different values')).toBeVisible();
  await expect(page.locator('.cm-mergeView')).toBeVisible();
  await expectNoViolations(page, 'history with a contradiction, side by side');
  await page.getByText('Unified').click();
  await showTab(page, 'Raw');
  await service.stop();
});

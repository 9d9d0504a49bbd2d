import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';

test('the documentation is in the app: of a screen, by search, by links, and without a connection', async ({
  open,
}) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Documentation' }).click();
  await expect(
    page.getByRole('heading', { name: 'Find a tampered atom in five minutes', level: 1 }),
  ).toBeVisible();
  await expectNoViolations(page, 'documentation');

  await page.getByRole('textbox', { name: 'Search documentation' }).fill('zebra crossings');
  await expect(page.getByText('No matching pages')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search documentation' }).fill('pinned roots');
  await page
    .getByRole('navigation', { name: 'Matching pages' })
    .getByRole('button', { name: /^What a verdict means/ })
    .click();
  const shown = page.getByRole('region', { name: 'What a verdict means' });
  await expect(shown.getByRole('heading', { name: 'Pinned roots' })).toBeInViewport();
  await shown.getByRole('button', { name: 'decision 0024' }).click();
  await expect(page.getByRole('heading', { name: /^24\. / })).toBeVisible();
});

test('Help for this screen opens the page about it', async ({ openSharedDemo }) => {
  const { page } = await openSharedDemo();
  await page.keyboard.press('Shift+F1');
  await expect(page.getByRole('heading', { name: 'Browse', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+6');
  await page.keyboard.press('Shift+F1');
  await expect(page.getByRole('heading', { name: 'In the window', level: 2 })).toBeInViewport();
});

import { expect, test } from './support/app.ts';
import { openDemo, recall, showScreen, showTab } from './support/steps.ts';

test('the first start leads from the welcome page to the demo memory and a green proof', async ({
  launch,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Atom Explorer' })).toBeVisible();
  await openDemo(page);

  await page.getByRole('grid', { name: 'Atoms' }).getByRole('row').nth(1).click();
  await showTab(page, 'Proof');
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveCount(6);
  await expect(page.getByLabel('Path from leaf to root')).toBeVisible();
});

test('recall finds an atom by its meaning, and its proof is green', async ({ launch }) => {
  const { page } = await launch();
  await openDemo(page);
  await showScreen(page, 'Recall');
  await recall(page, 'preferred theme');

  const best = page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first();
  await expect(best).toContainText('theme');
  await expect(best.getByRole('img', { name: 'Verified' })).toBeVisible();
  await best.click();
  await showTab(page, 'Proof');
  await expect(
    page.getByRole('tabpanel', { name: 'Proof' }).getByText('Verified', { exact: true }),
  ).toBeVisible();
});

test('a prediction opens its atom', async ({ launchDemo }) => {
  const { page } = await launchDemo();
  await showScreen(page, 'Recall');
  await recall(page, 'project status');
  const prediction = page.getByRole('listbox', { name: 'Predictions' }).getByRole('option').first();
  await prediction.click();
  await expect(page.getByRole('tab', { name: 'Value' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
});

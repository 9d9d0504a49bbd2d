import { expect, test } from './support/app.ts';
import { openDemo, recall, showScreen, showTab } from './support/steps.ts';

test('the first start leads to the demo memory and a green proof; recall finds by meaning, and a prediction opens its atom', async ({
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

  await showScreen(page, 'Recall');
  await recall(page, 'preferred theme');

  const best = page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first();
  await expect(best).toContainText('theme');
  await expect(best.getByRole('img', { name: 'Verified' })).toBeVisible();
  await best.click();
  await showTab(page, 'Proof');
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();

  await recall(page, 'project status');
  const prediction = page.getByRole('listbox', { name: 'Predictions' }).getByRole('option').first();
  await prediction.click();
  await expect(page.getByRole('tab', { name: 'Value' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
});

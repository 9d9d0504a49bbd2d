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
  // What is not passed comes first; the five passed ones are one line.
  const checks = panel.getByRole('list', { name: 'Checks', exact: true });
  await expect(checks.getByRole('listitem')).toHaveCount(2);
  await checks.getByText(/checks passed/).click();
  await expect(panel.getByRole('list', { name: 'Passed checks' }).getByRole('listitem')).toHaveCount(5);
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
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
});

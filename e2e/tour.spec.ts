import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';

test('the tour of the demo shows a proof, lets the user find a changed value by an audit, and ends where proofs do', async ({
  launch,
}) => {
  const { page } = await launch();
  await page.getByRole('button', { name: 'Explore the demo memory' }).click();
  const tour = page.getByRole('status', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Show a proof' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await tour.getByRole('button', { name: 'Next' }).click();

  await tour.getByRole('button', { name: 'Tamper with an atom' }).click();
  await tour.getByRole('button', { name: 'Audit known keys' }).click();
  await page.getByRole('dialog', { name: 'New audit' }).getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^1 of 345 keys failed/)).toBeVisible();
  await expectNoViolations(page, 'practice');
  // What the audit says is what the user follows, not the strip.
  await page.getByRole('grid', { name: 'Failures' }).getByRole('row').nth(1).click();
  await expect(tour.getByText('You found it.')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Verification failed' })).toBeVisible();

  await tour.getByRole('button', { name: 'End practice' }).click();
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toBeHidden();
});

test('the tour can be skipped, and taken again from the palette', async ({ launch }) => {
  const { page } = await launch();
  await page.getByRole('button', { name: 'Explore the demo memory' }).click();
  const tour = page.getByRole('status', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Skip tour' }).click();
  await expect(tour).toBeHidden();
  await page.reload();
  await expect(page.getByRole('tree', { name: 'Known keys' })).toBeVisible();
  await expect(tour).toBeHidden();
  // The window listens to keys once it has loaded what it needs for them.
  await page.getByRole('row').nth(1).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('tour');
  await page.getByRole('option', { name: /Tour of the demo/ }).click();
  await expect(tour).toBeVisible();
});

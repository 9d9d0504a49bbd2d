import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen } from './support/steps.ts';

const keys = ['v1.city.paris', 'v1.tool.hammer', 'v1.river.danube', 'v1.metal.copper', 'v1.moon.europa'];

/** A step as the test itself saw it: the key, and what the service predicted if it was a recall. */
interface SeenStep {
  readonly key: string;
  readonly predictions: readonly string[] | null;
}

/** Keys of a list on screen, whole. */
async function keysIn(page: Page, list: string): Promise<readonly string[]> {
  return page
    .getByRole('listbox', { name: list })
    .getByRole('option')
    .evaluateAll((options) =>
      options.map((option) => option.querySelector('[title*="v1."]')?.getAttribute('title') ?? ''),
    );
}

/** Recalls a key by its own name, which makes it the best hit, and takes down what the service predicts after it. */
async function recallKey(page: Page, key: string): Promise<SeenStep> {
  await page.getByRole('textbox', { name: 'Query' }).fill(key);
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toContainText(
    key.split('.').at(-1) ?? '',
  );
  const predictions = page.getByRole('listbox', { name: 'Predictions' });
  return { key, predictions: (await predictions.isVisible()) ? await keysIn(page, 'Predictions') : [] };
}

/** Counted by hand: each recall's predictions against the key of the next step. */
function countByHand(steps: readonly SeenStep[]): Readonly<Record<'of' | 'one' | 'three' | 'any', number>> {
  const counts = { of: 0, one: 0, three: 0, any: 0 };
  for (const [at, { predictions }] of steps.entries()) {
    const next = steps[at + 1];
    if (next === undefined || predictions === null || predictions.length === 0) continue;
    counts.of += 1;
    if (predictions[0] === next.key) counts.one += 1;
    if (predictions.slice(0, 3).includes(next.key)) counts.three += 1;
    if (predictions.includes(next.key)) counts.any += 1;
  }
  return counts;
}

async function expectCounts(
  page: Page,
  { of, one, three, any }: ReturnType<typeof countByHand>,
): Promise<void> {
  const cards = page.getByRole('region', { name: 'Hit rates', exact: true });
  for (const [label, hits] of [
    ['First prediction', one],
    ['First three', three],
    ['Any prediction', any],
  ] as const) {
    await expect(cards.getByText(label).locator('..')).toContainText(`${hits} of ${of}`);
  }
}

test('the hit rate of a scripted session is what one counts by hand, and survives a restart', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  for (const key of keys) await service.store(key, `about ${key}`);
  const [paris, hammer, danube, copper, europa] = keys as [string, string, string, string, string];
  const first = await open({ address: service.address, apiKey: service.fullKey });
  const { page } = first;
  await showScreen(page, 'Predictions');
  await page.getByRole('tab', { name: 'Scoreboard', exact: true }).click();
  await expect(page.getByText('Nothing counted yet')).toBeVisible();
  await expectNoViolations(page, 'an empty scoreboard');

  await showScreen(page, 'Recall');
  const steps: SeenStep[] = [];
  for (const key of [paris, hammer, paris, hammer, paris, danube, paris])
    steps.push(await recallKey(page, key));
  // Looking at another hit of the same recall is no step.
  const hits = page.getByRole('listbox', { name: 'Hits' }).getByRole('option');
  if ((await hits.count()) > 1) await hits.nth(1).click();
  // Opening a prediction is one, and brings no predictions of its own.
  const predicted = (await keysIn(page, 'Predictions'))[1] ?? '';
  await page.getByRole('listbox', { name: 'Predictions' }).getByRole('option').nth(1).click();
  await expect(page.getByRole('heading', { name: predicted })).toBeVisible();
  steps.push({ key: predicted, predictions: null });
  for (const key of [copper, paris]) steps.push(await recallKey(page, key));
  // So is opening an atom by its exact key, which nothing predicted.
  await showScreen(page, 'Browse');
  await lookUp(page, europa);
  await expect(page.getByRole('heading', { name: europa })).toBeVisible();
  steps.push({ key: europa, predictions: null });

  const counts = countByHand(steps);
  expect(counts.one).toBeGreaterThan(0);
  expect(counts.any).toBeGreaterThan(counts.one);
  expect(counts.of).toBeGreaterThan(counts.any);
  await showScreen(page, 'Predictions');
  await expectCounts(page, counts);
  await expect(page.getByText(`Only ${counts.of} steps had predictions`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Observed by this app' })).toBeVisible();

  // From paris to hammer: how often it was predicted after paris, and how often it came.
  const fromParis = steps.flatMap((step, at) =>
    step.key === paris && step.predictions !== null && steps[at + 1] !== undefined
      ? [{ predictions: step.predictions, next: steps[at + 1]?.key }]
      : [],
  );
  const named = fromParis.filter(({ predictions }) => predictions.includes(hammer)).length;
  const came = fromParis.filter(({ next }) => next === hammer).length;
  const edge = page.getByRole('row').filter({ hasText: /paris.*hammer/ });
  await expect(edge.getByRole('cell').nth(2)).toHaveText(`${named} of ${fromParis.length}`);
  await expect(edge.getByRole('cell').nth(3)).toHaveText(`${came} of ${fromParis.length}`);
  await page.getByRole('textbox', { name: 'Filter keys' }).fill('europa');
  await expect(edge).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: /paris.*europa/ })).toBeVisible();

  await expectNoViolations(page, 'scoreboard, from key to key');
  await page.getByRole('tab', { name: 'Latest steps' }).click();
  await expect(page.getByRole('region', { name: 'Latest steps' })).toContainText('nothing predicted');
  await page.getByText('How steps are counted').click();
  await expectNoViolations(page, 'scoreboard, latest steps');
  await first.close();

  const second = await reopen();
  await expectCounts(second.page, counts);
  await service.stop();
});

test('the scoreboard is exported whole, and cleared after a question', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  for (const key of keys) await service.store(key, 'x');
  const { electron, page } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Recall');
  for (const key of keys) await recallKey(page, key);
  for (const key of keys) await recallKey(page, key);
  await showScreen(page, 'Predictions');
  await page.getByRole('tab', { name: 'Scoreboard', exact: true }).click();

  const file = `${folder}/steps.csv`;
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Scoreboard actions' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Export steps as CSV' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  // Ten recalls, each but the last followed by another.
  expect(lines).toHaveLength(1 + 9);
  expect(lines[9]).toContain('v1.metal.copper,v1.moon.europa,1,');

  await page.getByRole('button', { name: 'Scoreboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Clear scoreboard…' }).click();
  const question = page.getByRole('dialog');
  await expectNoViolations(page, 'clearing the scoreboard');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('region', { name: 'Hit rates', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Scoreboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Clear scoreboard…' }).click();
  await question.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Nothing counted yet')).toBeVisible();
  await service.stop();
});

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { startPredictingProxy } from './support/predictingProxy.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService, type RunningService } from './support/service.ts';
import { recall, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

/** A sequence of keys that repeats. */
const morning = ['wake', 'coffee', 'news', 'commute', 'desk'].map((name) => `v1.morning.${name}`);
const [wake = '', coffee = '', news = '', commute = '', desk = ''] = morning;
const nowhere = 'v1.nowhere.at_all';

/** Stores the keys and reads them twice in this order, with the app's key. */
async function live(service: RunningService, keys: readonly string[]): Promise<void> {
  for (const key of keys) await service.store(key, `value of ${key}`);
  for (const key of [...keys, ...keys]) {
    const answer = await fetch(`${service.address}/atoms/${key}`, {
      headers: { authorization: `Bearer ${service.fullKey}` },
    });
    expect(answer.status).toBe(200);
  }
}

async function limit(page: Page, limits: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(limits)) {
    await page.getByRole('textbox', { name, exact: true }).fill(String(value));
  }
}

async function begin(page: Page, key: string): Promise<void> {
  // With animations, a card moves away from the pointer.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showScreen(page, 'Predictions');
  await page.getByRole('combobox', { name: 'Start key' }).fill(key);
  await page.getByRole('button', { name: 'Start chain', exact: true }).click();
}

async function follow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Follow/ }).click();
}

async function showAs(page: Page, look: 'Graph' | 'List' | 'Table'): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Chain view' }).getByText(look, { exact: true }).click();
}

/** A card of the graph. */
function card(page: Page, key: string): Locator {
  // The accessible name has spaces between its parts.
  const name = key.split('.').map((segment) => segment.replaceAll(/\W/g, String.raw`\$&`));
  return page
    .getByRole('group', { name: 'Chain of predictions' })
    .getByRole('button', { name: new RegExp(`^(Start: )?${name.join(String.raw`\s?\.\s?`)}\\b(?!\\.)`) });
}

/** The rows of the table: from, to, rank, step, where it leads. */
async function tableRows(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = page.getByRole('grid', { name: 'Predictions in this chain' }).getByRole('row');
  const texts = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent)),
  );
  return texts
    .filter((cells) => cells.length > 0)
    .map(([from = '', to = '', rank = '', step = '', , , leads = '']) => [from, to, rank, step, leads]);
}

test('a chain of four steps reproduces the history, the fifth closes the loop, and the chain is exported', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const first = await open({ address: service.address, apiKey: service.fullKey });
  const { page } = first;
  await live(service, morning);

  await begin(page, wake);
  // No request is sent before the user follows the chain.
  await expect(card(page, wake)).toContainText('not requested');
  await limit(page, { Steps: 4, 'Predictions per step': 1, 'Request limit': 10 });
  await follow(page);
  await expect(page.getByText('Done: 4 of 10 requests, 5 nodes.')).toBeVisible();
  for (const key of morning.slice(0, 4)) await expect(card(page, key)).toContainText('Verified');
  await expect(card(page, desk)).toContainText('Not read');
  await expectNoViolations(page, 'graph');

  await showAs(page, 'Table');
  await expect
    .poll(() => tableRows(page))
    .toEqual([
      [wake, coffee, '1', '1', 'onward'],
      [coffee, news, '1', '2', 'onward'],
      [news, commute, '1', '3', 'onward'],
      [commute, desk, '1', '4', 'onward'],
    ]);
  await expectNoViolations(page, 'table');

  await limit(page, { Steps: 5 });
  await follow(page);
  // Existing predictions are not requested again.
  await expect(page.getByText('Done: 1 of 10 requests, 5 nodes.')).toBeVisible();
  await expect.poll(async () => (await tableRows(page)).at(-1)).toEqual([desk, wake, '1', '5', 'loops back']);

  await showAs(page, 'List');
  const items = page.getByRole('tree', { name: 'Chain of predictions' }).getByRole('treeitem');
  await expect(items).toHaveCount(6);
  await expect(items.nth(5)).toContainText('loops back');
  await expectNoViolations(page, 'list');

  await showAs(page, 'Graph');
  await expect(card(page, desk)).toBeVisible();
  const saved = async (item: string, name: string): Promise<Buffer> => {
    const path = `${folder}/${name}`;
    await answerSaveDialog(first, path);
    await page.getByRole('button', { name: 'Export this chain' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByText(`Saved to ${path}`)).toBeVisible();
    return readFile(path);
  };
  const svg = (await saved('SVG image…', 'chain.svg')).toString();
  for (const key of morning) expect(svg).toContain(`<title>${key}</title>`);
  const png = await saved('PNG image…', 'chain.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice the size that the SVG states.
  expect(png.readUInt32BE(16)).toBe(2 * Number(/ width="(\d+)"/.exec(svg)?.[1]));
  const dot = (await saved('Graphviz graph (DOT)…', 'chain.dot')).toString();
  expect(dot).toContain('n4 -> n0 [label="1", style=dashed');
  const csv = (await saved('Table (CSV)…', 'chain.csv')).toString();
  expect(csv.split('\r\n')[1]).toBe(`${wake},${coffee},1,1,onward,Read,green,1,${wake}`);
  await showAs(page, 'List');
  await first.close();

  const second = await reopen();
  await showScreen(second.page, 'Predictions');
  await begin(second.page, wake);
  await expect(second.page.getByRole('tree', { name: 'Chain of predictions' })).toBeVisible();
  await service.stop();
});

test('a chain goes by keyboard, the field suggests known keys, a click sorts the table, and an atom opens in Browse', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await live(service, morning);
  await begin(page, wake);
  await limit(page, { 'Predictions per step': 1 });
  await card(page, wake).focus();
  await page.keyboard.press('Enter');
  await expect(card(page, coffee)).toBeVisible();
  await expect(card(page, wake)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card(page, coffee)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page, news)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, wake)).toBeFocused();
  await expect(card(page, wake)).toHaveAttribute('aria-pressed', 'true');

  await showAs(page, 'List');
  const tree = page.getByRole('tree', { name: 'Chain of predictions' });
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText(news);
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem')).toHaveCount(4);

  await showAs(page, 'Graph');
  await showScreen(page, 'Recall');
  await recall(page, coffee);
  await showScreen(page, 'Predictions');
  const field = page.getByRole('combobox', { name: 'Start key' });
  await field.fill('coff');
  await expect(page.getByRole('option', { name: 'coffee' })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(coffee);
  await field.press('Enter');
  await expect(card(page, coffee)).toBeVisible();

  await limit(page, { Steps: 3, 'Predictions per step': 1, 'Request limit': 10 });
  await follow(page);
  await expect(page.getByText(/^Done: /)).toBeVisible();
  await showAs(page, 'Table');
  const sources = async () => (await tableRows(page)).map(([from]) => from);
  await expect.poll(sources).toEqual([coffee, news, commute]);
  const header = page.getByRole('columnheader', { name: 'From' });
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(sources).toEqual([coffee, commute, news]);
  await header.getByRole('button').click();
  await expect.poll(sources).toEqual([news, commute, coffee]);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await expect.poll(sources).toEqual([coffee, news, commute]);

  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Open in Browse' }).click();
  await expect(page.getByRole('heading', { name: news })).toBeVisible();
  await service.stop();
});

test('a predicted key without an atom is reported and not followed; a failed read is reported as such', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await live(service, morning);
  const proxy = await startPredictingProxy(
    service.address,
    (query) => (query === wake ? [coffee, nowhere, wake] : query === coffee ? [news] : [desk, wake]),
    (query) => (query === nowhere ? coffee : query),
  );
  const { page } = await open({ address: proxy.address, apiKey: service.fullKey });
  await begin(page, wake);
  await limit(page, { Steps: 2, 'Predictions per step': 5, 'Request limit': 10 });
  await follow(page);
  await expect(card(page, nowhere)).toContainText('Not returned');
  await expect(page.getByText(/^Done: /)).toBeVisible();
  // The service took the recall for a different key: its predictions are not for this one.
  await expect(card(page, nowhere)).toContainText('not requested');
  await expect(card(page, desk)).toHaveCount(0);
  await card(page, nowhere).click();
  await expect(page.getByText('the service returned no atom')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get predictions', exact: true })).toBeDisabled();

  // The atom may be stored later.
  await service.store(nowhere, 'here now');
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(card(page, nowhere)).toContainText('Verified');

  // Predictions for a different key are marked, and are not part of the chain.
  await page.getByRole('button', { name: 'Get predictions', exact: true }).click();
  await expect(card(page, nowhere)).toContainText('2 for a different key');
  await expect(page.getByText(`The best hit was “${coffee}”`)).toBeVisible();
  await expect(card(page, desk)).toHaveCount(0);
  await showAs(page, 'Table');
  await expect(page.getByRole('gridcell', { name: /^(Warning:\s*)?for a different key$/ })).toHaveCount(2);
  await showAs(page, 'List');
  await expect(page.getByRole('treeitem').filter({ hasText: '2 for a different key' })).toHaveCount(1);
  await showAs(page, 'Graph');

  await service.setFaults({ status: 503 });
  await card(page, news).click();
  await page.getByRole('button', { name: 'Read and verify' }).click();
  await expect(card(page, news)).toContainText('Could not read');
  await expectNoViolations(page, 'a predicted key without an atom, and a failed read');

  await expect(page.getByRole('alert')).toContainText('503');

  await page.getByRole('button', { name: 'Get predictions', exact: true }).click();
  await expect(page.getByText(/^Stopped by an error: 1 of/)).toBeVisible();
  proxy.stop();
  await service.stop();
});

test('requests are limited, and a run can be canceled while the window stays responsive', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await live(service, morning);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const proxy = await startPredictingProxy(service.address, async (query) => {
    if (query === news) await held;
    return morning.slice(morning.indexOf(query) + 1);
  });
  const { page } = await open({ address: proxy.address, apiKey: service.fullKey });
  await begin(page, wake);
  await limit(page, { Steps: 4, 'Predictions per step': 1, 'Request limit': 2 });
  await follow(page);
  await expect(page.getByText('Request limit reached: 2 of 2 requests')).toBeVisible();

  await limit(page, { 'Request limit': 20 });
  await follow(page);
  await expect(page.getByText(/^Following: /)).toBeVisible();
  // Appears last: the cards are in place then.
  await expect(card(page, news)).toBeVisible();
  await card(page, coffee).click();
  await expect(page.getByRole('heading', { name: coffee })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(/^Canceled: /)).toBeVisible();
  await expect(card(page, news)).toContainText('not requested');
  release();
  proxy.stop();
  await service.stop();
});

/** Makes the save dialog choose this path. */
async function answerSaveDialog({ electron }: RunningApp, path: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
}

test('prefetch reads the predictions of a recall, and each shows its status', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await live(service, morning);
  const proxy = await startPredictingProxy(service.address, () => [coffee, nowhere]);
  const { page } = await open({ address: proxy.address, apiKey: service.fullKey });
  await showScreen(page, 'Recall');
  await recall(page, 'news of the morning');
  const predictions = page.getByRole('listbox', { name: 'Predictions' }).getByRole('option');
  await expect(predictions.nth(1)).toContainText('Not read');
  const batches = () => proxy.asked.filter((path) => path === 'POST /batch-access').length;
  const before = batches();

  await page.getByRole('switch', { name: 'Prefetch' }).click({ force: true });
  await expect(predictions.nth(0)).toContainText(/v1.*just now.*Verified/);
  await expect(predictions.nth(1)).toContainText('Not returned');
  expect(batches()).toBe(before + 1);
  await expectNoViolations(page, 'prefetched predictions');

  await page.getByRole('button', { name: 'Show as chain' }).click();
  await expect(page.getByRole('heading', { name: 'Query “news of the morning”' })).toBeVisible();
  await limit(page, { Steps: 1, 'Predictions per step': 5 });
  await follow(page);
  await expect(card(page, nowhere)).toContainText('Not returned');
  await expect(card(page, coffee)).toContainText('Verified');
  proxy.stop();
  await service.stop();
});

const nodeCount = isLongRun ? 300 : 100;

test(
  `${nodeCount} nodes are laid out in a worker, and all of them appear`,
  { tag: '@long' },
  async ({ open, folder }) => {
    const service = await startService(`${folder}/service`);
    const wide = Array.from({ length: nodeCount }, (_, index) => `v1.wide.node${index}`);
    await service.storeAll(wide.map((key) => ({ key, value: key })));
    const breadth = 20;
    const proxy = await startPredictingProxy(service.address, (query) => {
      const at = Number(/\d+$/.exec(query)?.[0] ?? 0);
      const children = Array.from({ length: breadth }, (_, index) => at * breadth + index + 1);
      return children.flatMap((child) => wide[child] ?? []);
    });
    const { page } = await open({ address: proxy.address, apiKey: service.fullKey });
    await begin(page, 'v1.wide.node0');
    await limit(page, { Steps: 2, 'Predictions per step': breadth, 'Request limit': 100 });
    await follow(page);
    await expect(page.getByText(`, ${nodeCount} nodes.`)).toBeVisible();
    await expect(page.locator('[data-card]')).toHaveCount(nodeCount);
    expect(page.workers().map((worker) => worker.url())).toEqual([
      expect.stringMatching(/^app:\/\/atom-explorer\/assets\/elk-worker.*\.js$/),
    ]);
    proxy.stop();
    await service.stop();
  },
);

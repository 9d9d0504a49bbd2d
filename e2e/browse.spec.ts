import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { atomCount, grid, knownKeys, row, shownAtom, tree } from './support/browseSteps.ts';
import { startCountingProxy } from './support/countingProxy.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen, stopReadingVisibleRows } from './support/steps.ts';

test.beforeEach(clearKeyring);

const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter known keys' });

/** The row that the arrow keys move from. */
async function activeRow(list: Locator): Promise<string> {
  return list.evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
}

async function chooseMode(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter mode/ }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click();
}

/** Of many known keys. The long tests have half a million, which costs most of the time to make. */
const [areas, sites, sensors] = [isLongRun ? 50 : 10, isLongRun ? 100 : 10, 100];
const [site, lastSite] = [sites / 2, sites - 1];
const knownCount = (areas * sites * sensors).toLocaleString('en');

test('a filter matches text, start, pattern or segment, and the tree works with the keyboard alone', async ({
  openSharedDemo,
}) => {
  const { page } = await openSharedDemo();
  const keys = await knownKeys(page);
  const expectFound = async (matching: readonly string[]): Promise<void> => {
    expect(matching.length).toBeGreaterThan(0);
    await expect(atomCount(page)).toContainText(
      `${matching.length} matching ${matching.length === 1 ? 'atom' : 'atoms'}`,
    );
  };

  await filter(page).fill('THEME');
  await expectFound(keys.filter((key) => /theme/i.test(key)));
  await expect(grid(page).locator('mark').first()).toHaveText('theme');
  await expect(tree(page).locator('mark').first()).toHaveText('theme');

  await chooseMode(page, 'Starts with');
  await filter(page).fill('v1.user.gl');
  await expectFound(keys.filter((key) => /^v1\.user\.gl/i.test(key)));

  await chooseMode(page, 'Pattern');
  await filter(page).fill('v1.user.*.profile');
  await expectFound(keys.filter((key) => /^v1\.user\.[^.]*\.profile$/i.test(key)));

  await chooseMode(page, 'Segment');
  await filter(page).fill('user');
  await expectFound(keys.filter((key) => key.split('.').includes('user')));

  await filter(page).fill('no such thing');
  await expect(page.getByText('No known keys match this filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).last().click();
  await expect(atomCount(page)).toContainText(`${keys.length} atoms`);

  await page.getByRole('button', { name: 'Show only' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
  await expect(page.getByRole('tree')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter “Failed”' }).click();
  await expect(atomCount(page)).toContainText(`${keys.length} atoms`);

  const list = tree(page);
  const expectActive = (text: string | RegExp) => expect.poll(() => activeRow(list)).toMatch(text);
  await expect(list.getByRole('treeitem', { name: 'tool' })).toBeVisible();
  await filter(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeFocused();
  await page.keyboard.press('Home');
  await expectActive(/^All known keys/);
  await page.keyboard.press('End');
  await expectActive(/^user/);
  await page.keyboard.press('ArrowUp');
  await expectActive(/^tool/);
  await page.keyboard.type('pr');
  await expectActive(/^procedure/);
  await page.keyboard.press('ArrowRight');
  const procedure = list.getByRole('treeitem', { name: /^procedure/ });
  await expect(procedure).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expectActive(/^procedure/);
  await page.keyboard.press('ArrowLeft');
  await expect(procedure).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('*');
  await expect(list.getByRole('treeitem', { name: /^company/ })).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectActive(/^agent/);
  await page.keyboard.press('Enter');
  await expect(atomCount(page)).toContainText('v1.agent');

  // Down to an atom, which Enter shows in the inspector.
  await page.keyboard.press('n');
  await expectActive(/^name/);
  await page.keyboard.press('Enter');
  await expect(shownAtom(page)).toHaveAttribute('aria-label', /preview/);
  await page.keyboard.press('Enter');
  await expect(shownAtom(page)).not.toHaveAttribute('aria-label', /preview/);

  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(list.getByRole('treeitem')).toHaveCount(2);
  const expandAll = page.getByRole('button', { name: 'Expand all' });
  const tooltip = page.getByRole('tooltip');
  await expandAll.hover();
  await expect(tooltip).toHaveText('Expand all');
  await expandAll.click();
  // It does not cover what the click has opened.
  await expect(tooltip).toBeHidden();
  await expect(list.getByRole('treeitem').nth(6)).toBeVisible();

  // Tooltips, by pointer and by keyboard.
  const collapseAll = page.getByRole('button', { name: 'Collapse all' });
  await grid(page)
    .getByRole('img', { name: /^(Verified|Not read yet)$/ })
    .first()
    .hover();
  await expect(tooltip).toHaveText(/^(Verified|Not read yet)$/);
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(collapseAll).toBeFocused();
  await expect(tooltip).toHaveText('Collapse all');
  await expect(collapseAll).toHaveAccessibleDescription('Collapse all');
  await page.keyboard.press('Shift+Tab');
  await expect(collapseAll).toHaveAccessibleDescription('');
  await expect(tooltip).toHaveText('Expand all');
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(expandAll).toBeFocused();
});

test('delimiter, columns, order and filter mode survive a restart', async ({ open, reopen, folder }) => {
  const service = await startService(`${folder}/service`);
  for (const key of ['a/b.c', 'a/d.e', 'f.g']) await service.store(key, key);
  const first = await open({ address: service.address, apiKey: service.fullKey });
  for (const key of ['a/b.c', 'a/d.e', 'f.g']) {
    await lookUp(first.page, key);
    await expect(first.page.getByText('Verified', { exact: true })).toBeVisible();
  }
  await first.page.getByRole('button', { name: /segment delimiter$/ }).click();
  await first.page.getByText('/', { exact: true }).click();
  await first.page.keyboard.press('Escape');
  await first.page.getByRole('button', { name: 'View options' }).click();
  await first.page.getByRole('menuitemcheckbox', { name: 'Leaf index' }).click();
  await first.page.getByRole('menuitemcheckbox', { name: 'Source' }).click();
  await first.page.keyboard.press('Escape');
  await first.page.getByRole('button', { name: 'Ver.' }).click();
  await chooseMode(first.page, 'Pattern');
  const branch = (page: Page): Locator => tree(page).getByRole('treeitem', { name: /^a 2/ });
  await expect(branch(first.page)).toBeVisible();
  await first.close();

  const { page } = await reopen();
  await expect(branch(page)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Leaf' })).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Ver.' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('button', { name: 'Filter mode: Pattern' })).toBeVisible();
  await service.stop();
});

test('unread atoms are read in one request when they become visible, unless that is turned off', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const proxy = await startCountingProxy(service.address);
  const keys = Array.from({ length: 300 }, (_, at) => `v1.sensor.${String(at).padStart(3, '0')}`);
  for (const key of keys) await service.store(key, 'reading');
  const { page } = await open({ address: proxy.address, apiKey: service.fullKey, knownKeys: keys });
  // A new connection asks for the root once.
  const asked = (): readonly string[] => proxy.requests.filter((request) => request !== 'GET /tree-head');
  await expect(row(page, 'sensor.000').getByRole('img', { name: 'Verified' })).toBeVisible();
  expect(asked()).toEqual(['POST /batch-access']);
  // Only what was in sight: the rest is unread still.
  await expect(page.getByRole('button', { name: /^Read and verify 2\d\d unread/ })).toBeVisible();

  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(row(page, 'sensor.290').getByRole('img', { name: 'Verified' })).toBeVisible();
  // One more for the rows at the end; the atom that End chose was read by itself.
  expect(asked().filter((request) => request.startsWith('POST'))).toHaveLength(2);

  await stopReadingVisibleRows(page);
  const settled = asked().length;
  await grid(page).hover();
  await page.mouse.wheel(0, -4_000);
  await expect(row(page, 'sensor.150')).toBeVisible();
  await lookUp(page, 'v1.sensor.100');
  await expect(shownAtom(page)).toHaveAccessibleName(/100/);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  expect(asked().slice(settled)).toEqual(['GET /atoms/v1.sensor.100']);
  proxy.stop();
  await service.stop();
});

test(
  `${knownCount} known keys can be filtered, scrolled to the end and opened to any depth`,
  { tag: '@long' },
  async ({ open, folder }) => {
    test.slow();
    const service = await startService(`${folder}/service`);
    const key = (area: number, at: number, sensor: number): string =>
      `v1.area${area}.site${at}.sensor${sensor}`;
    const sensorKeys: string[] = [];
    for (let area = 0; area < areas; area += 1)
      for (let each = 0; each < sites; each += 1)
        for (let sensor = 0; sensor < sensors; sensor += 1) sensorKeys.push(key(area, each, sensor));
    await service.store(key(7, site, 42), 'found');

    const { page } = await open({ address: service.address, apiKey: service.fullKey, knownKeys: sensorKeys });
    await showScreen(page, 'Browse');
    await expect(atomCount(page)).toContainText(`${knownCount} atoms`, { timeout: 60_000 });

    // To the last row and back, by key and by wheel.
    await grid(page).focus();
    await page.keyboard.press('End');
    await expect(row(page, key(9, lastSite, 99))).toBeVisible();
    await expect(row(page, key(9, lastSite, 99))).toHaveAttribute(
      'aria-rowindex',
      String(areas * sites * sensors + 1),
    );
    await page.keyboard.press('Home');
    await expect(row(page, key(0, 0, 0))).toBeVisible();

    // The tree: exact counts, all open, and to its last row.
    // One of the first in order: only the rows in sight are drawn.
    await expect(tree(page).getByRole('treeitem', { name: /^area1 / })).toContainText(
      (sites * sensors).toLocaleString('en'),
    );
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('textbox', { name: 'Filter known keys' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await expect(
      tree(page)
        .getByRole('treeitem', { name: /sensor0\b/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('End');
    await expect.poll(() => activeRow(tree(page))).toMatch(/^sensor99/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => activeRow(tree(page))).toMatch(new RegExp(`^site${lastSite}`));
    await page.getByRole('button', { name: 'Collapse all' }).click();

    // A search that finds much, one that finds one, and everything again.
    await filter(page).fill(`site${site}.sensor42`);
    await expect(atomCount(page)).toContainText(`${areas} matching atoms`);
    await filter(page).fill(`area7.site${site}.sensor42`);
    await expect(atomCount(page)).toContainText('1 matching atom');
    await row(page, key(7, site, 42)).click();
    await expect(page.getByRole('tabpanel', { name: 'Value' })).toContainText('found');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(atomCount(page)).toContainText(`${knownCount} atoms`);

    // Selected as a whole, though only a screenful of it was ever loaded.
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: 'Selected atoms' })).toContainText(`${knownCount} selected`);
    await lookUp(page, key(7, lastSite, 77));
    await expect(row(page, key(7, lastSite, 77))).toBeVisible();
    await expect(tree(page).getByRole('treeitem', { name: /sensor77\b/ })).toBeVisible();
    await service.stop();
  },
);

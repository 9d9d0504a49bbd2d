import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startCountingProxy } from './support/countingProxy.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen, stopReadingVisibleRows } from './support/steps.ts';

test.beforeEach(clearKeyring);

const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Known keys' });
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Atoms' });
/** The row of the table that shows the end of a key. */
const row = (page: Page, tail: string): Locator => grid(page).getByRole('row').filter({ hasText: tail });
const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter known keys' });
const openAtoms = (page: Page): Locator => page.getByRole('tablist', { name: 'Open atoms' }).getByRole('tab');
const shownAtom = (page: Page): Locator => openAtoms(page).and(page.locator('[aria-selected="true"]'));
/** The number of atoms that the table shows. */
const atomCount = (page: Page): Locator => page.getByRole('region', { name: 'Atoms' }).getByRole('heading');

/** The row that the arrow keys move from. */
async function activeRow(list: Locator): Promise<string> {
  return list.evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
}

async function copied(electron: ElectronApplication): Promise<string> {
  return electron.evaluate(({ clipboard }) => clipboard.readText());
}

async function chooseMode(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter mode/ }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click();
}

/** Of many known keys. The long tests have half a million, which costs most of the time to make. */
const [areas, sites, sensors] = [isLongRun ? 50 : 10, 100, 100];
const knownCount = (areas * sites * sensors).toLocaleString('en');

/** All known keys, straight from main. */
async function knownKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const query = {
      connectionId: 'demo',
      filter: { text: '', mode: 'contains' as const },
      delimiter: '.',
      path: '',
      sort: { column: 'key' as const, direction: 'ascending' as const },
    };
    const answer = await window.atomExplorer.catalogueKeys({ query, window: { from: 0, to: 100_000 } });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.rows;
  });
}

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
  await expandAll.click();
  await expect(list.getByRole('treeitem').nth(6)).toBeVisible();

  // Tooltips, by pointer and by keyboard.
  const tooltip = page.getByRole('tooltip');
  const collapseAll = page.getByRole('button', { name: 'Collapse all' });
  await expect(tooltip).toHaveText('Expand all');
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

test('all rows of a virtual list but one are selected, copied, exported, bookmarked and forgotten', async ({
  openSharedDemo,
  folder,
}) => {
  const { page, electron } = await openSharedDemo();
  const keys = await knownKeys(page);
  const selected = page.getByRole('group', { name: 'Selected atoms' });
  await row(page, 'v1.agent.name').click();
  await page.keyboard.press('Control+a');
  await expect(selected).toContainText(`${keys.length} selected`);
  await row(page, 'v1.agent.tone').click({ modifiers: ['Control'] });
  await expect(selected).toContainText(`${keys.length - 1} selected`);

  await selected.getByRole('button', { name: 'Copy keys' }).click();
  await expect(page.getByText(`Copied ${keys.length - 1} keys.`)).toBeVisible();
  expect((await copied(electron)).split('\n')).toEqual(keys.filter((key) => key !== 'v1.agent.tone'));

  const path = join(folder, 'atoms.csv');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  await selected.getByRole('button', { name: 'More actions for selected atoms' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const exporting = page.getByRole('dialog', { name: `Export ${keys.length - 1} atoms` });
  await exporting.getByText('CSV').click();
  await exporting.getByRole('radio', { name: 'Known keys' }).check();
  await exporting.getByRole('button', { name: 'Save as…' }).click();
  await expect(page.getByText(`Exported ${keys.length - 1} keys to`)).toBeVisible();
  const exported = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  expect(exported).toHaveLength(keys.length);
  expect(exported.join('\n')).not.toContain('v1.agent.tone');

  await selected.getByRole('button', { name: 'More actions for selected atoms' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await expectNoViolations(page, 'asking what to export');
  await exporting.getByRole('button', { name: 'Save as…' }).click();
  await expect(page.getByText(`Exported ${keys.length - 1} atoms to`)).toBeVisible();
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    atoms: keys
      .filter((key) => key !== 'v1.agent.tone')
      .map((key) => ({ key, verdict: 'verified', outcome: 'read' })),
  });

  await page.keyboard.press('Escape');
  await row(page, 'v1.agent.name').click();
  await expect(selected).toBeHidden();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected).toContainText('3 selected');
  await selected.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect(grid(page).getByRole('img', { name: 'Bookmarked' })).toHaveCount(3);
  await selected.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('dialog').getByLabel('Add tags').fill('To  check');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByText('Changed the tags of 3 atoms.')).toBeVisible();

  await page.getByRole('button', { name: 'Show only' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^to check/ }).click();
  await page.keyboard.press('Escape');
  await expect(atomCount(page)).toContainText('3 matching atoms');
  await expectNoViolations(page, 'a filter by tag');
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await expectNoViolations(page, 'a selection');
  await selected.getByRole('button', { name: 'More actions for selected atoms' }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  const asking = page.getByRole('dialog');
  await expect(asking).toContainText('The memory itself does not change');
  await expectNoViolations(page, 'asking before keys are forgotten');
  // What cannot be undone is not one stray Enter away.
  await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await asking.getByRole('button', { name: 'Forget 3 atoms' }).click();
  await expect(page.getByText('Forgot 3 keys.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(atomCount(page)).toContainText(`${keys.length - 3} atoms`);
});

test('the findings of a read run are one tab stop; a key with a line break is not pasted', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const sentences = 'v1.note.He said so. Then he left. Nobody knew why';
  const keys = ['v1.note.a', 'v1.note.b', sentences];
  for (const key of keys) await service.store(key, 'before');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  for (const [at, key] of keys.entries()) {
    await lookUp(page, key);
    await expect(grid(page).getByRole('img', { name: 'Verified' })).toHaveCount(at + 1);
  }
  const sentence = tree(page)
    .getByRole('treeitem')
    .filter({ hasText: 'He said so. Then he left. Nobody knew why' });
  await expect(sentence).toHaveAttribute('aria-level', '3');

  for (const key of keys) await service.store(key, 'after');
  await tree(page).getByRole('treeitem').filter({ hasText: 'v1.note' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read and verify 3 atoms' }).click();
  await page.getByRole('button', { name: 'Show changes and failures' }).click();
  const list = page.getByRole('listbox', { name: 'Changes and failures' });
  const found = list.getByRole('option');
  await expect(found).toHaveText([/version 1 → 2/, /version 1 → 2/, /version 1 → 2/]);
  const dismiss = page.getByRole('group', { name: 'Reading' }).getByLabel('Dismiss');
  await dismiss.focus();
  await page.keyboard.press('Tab');
  await expect(list).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(found.nth(1)).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('End');
  await expect(found.last()).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('Enter');
  await expect(shownAtom(page)).toHaveAccessibleName(/^v1\.note\.b/);
  await list.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(dismiss).toBeFocused();
  await expectNoViolations(page, 'what a read run found');

  const box = page.getByRole('textbox', { name: 'Look up exact key' });
  await box.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'v1.note.a\nv1.note.b');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Not pasted: “v1.note.a[LF]v1.note.b”')).toBeVisible();
  await expectNoViolations(page, 'a refused paste');
  await box.fill('v1.note.a');
  await expect(page.getByText('Not pasted')).toBeHidden();
});

test('a subtree is read and verified from its menu; atoms open in tabs, and Back returns to the previous one', async ({
  openSharedDemo,
}) => {
  const { page } = await openSharedDemo();
  await tree(page)
    .getByRole('treeitem', { name: /^lesson/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read and verify 5 atoms' }).click();
  await expect(page.getByText('Read 5 of 5')).toBeVisible();
  await expect(page.getByText('Nothing changed in 5 atoms')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();

  // The same menu from the keyboard, at the row that is active.
  await tree(page).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu').getByText('5 atoms in “v1.lesson”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tree(page)).toBeFocused();

  // The same where Escape comes before the menu has taken the focus.
  await tree(page).evaluate(async (list) => {
    const press = (key: string, shiftKey: boolean): void => {
      list.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    };
    press('F10', true);
    // Long enough for what the key did to be drawn, and too short for the focus to move.
    await Promise.resolve();
    press('Escape', false);
  });
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(tree(page)).toBeFocused();

  await row(page, 'v1.agent.name').click();
  await row(page, 'v1.agent.tone').click();
  await expect(openAtoms(page)).toHaveCount(1);
  await row(page, 'v1.agent.tone').dblclick();
  await row(page, 'v1.company.mission').click();
  await expect(openAtoms(page)).toHaveCount(2);
  await expect(shownAtom(page)).toHaveAccessibleName('v1.company.mission (preview)');
  await page.keyboard.press('Enter');
  await expect(shownAtom(page)).toHaveAccessibleName('v1.company.mission');
  await expectNoViolations(page, 'atoms in tabs');

  await page.keyboard.press('Control+Tab');
  await expect(shownAtom(page)).toHaveAccessibleName('v1.agent.tone');
  await page.keyboard.press('Control+PageDown');
  await expect(shownAtom(page)).toHaveAccessibleName('v1.company.mission');

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(shownAtom(page)).toHaveAccessibleName('v1.agent.tone');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();
  await expect(shownAtom(page)).toHaveAccessibleName('v1.agent.name (preview)');
  await expect(row(page, 'v1.agent.name')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Forward' }).click();
  await expect(shownAtom(page)).toHaveAccessibleName('v1.agent.tone');

  // Ctrl+W closes a tab, never the window.
  for (const left of [2, 1, 0]) {
    await page.keyboard.press('Control+w');
    await expect(openAtoms(page)).toHaveCount(left);
  }
  await page.keyboard.press('Control+w');
  await expect(page.getByText('Select an atom')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(openAtoms(page)).toHaveCount(1);

  // Another screen and back: the tab is still there.
  await showScreen(page, 'Recall');
  await showScreen(page, 'Browse');
  await expect(openAtoms(page)).toHaveCount(1);
});

test('key, value, JSON and a curl command are copied', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const key = "v1.it's/a [key]";
  await service.store(key, 'the value');
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  const copy = async (label: string): Promise<string> => {
    await page.getByRole('button', { name: 'Copy key, value, JSON, or curl' }).click();
    await page.getByRole('menuitem', { name: label }).click();
    await expect(page.getByText(/^Copied/).last()).toBeVisible();
    return copied(electron);
  };
  expect(await copy('Copy key')).toBe(key);
  await expect.poll(() => copy('Copy value')).toBe('the value');
  await expect.poll(() => copy('Copy as JSON')).toContain('"value": "the value"');
  await expect
    .poll(() => copy('Copy as curl'))
    .toBe(
      `curl --fail-with-body --path-as-is --globoff -H "Authorization: Bearer $ATOM_API_KEY" '${service.address}/atoms/v1.it'\\''s%2Fa%20%5Bkey%5D'`,
    );
  await service.stop();
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
    const key = (area: number, site: number, sensor: number): string =>
      `v1.area${area}.site${site}.sensor${sensor}`;
    const sensorKeys: string[] = [];
    for (let area = 0; area < areas; area += 1)
      for (let site = 0; site < sites; site += 1)
        for (let sensor = 0; sensor < sensors; sensor += 1) sensorKeys.push(key(area, site, sensor));
    await service.store(key(7, 42, 42), 'found');

    const { page } = await open({ address: service.address, apiKey: service.fullKey, knownKeys: sensorKeys });
    await showScreen(page, 'Browse');
    await expect(atomCount(page)).toContainText(`${knownCount} atoms`, { timeout: 60_000 });

    // To the last row and back, by key and by wheel.
    await grid(page).focus();
    await page.keyboard.press('End');
    await expect(row(page, key(9, 99, 99))).toBeVisible();
    await expect(row(page, key(9, 99, 99))).toHaveAttribute(
      'aria-rowindex',
      String(areas * sites * sensors + 1),
    );
    await page.keyboard.press('Home');
    await expect(row(page, key(0, 0, 0))).toBeVisible();

    // The tree: exact counts, all open, and to its last row.
    // One of the first in order: only the rows in sight are drawn.
    await expect(tree(page).getByRole('treeitem', { name: /^area1 / })).toContainText('10,000');
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('textbox', { name: 'Filter known keys' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await expect(
      tree(page)
        .getByRole('treeitem', { name: /^sensor0/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('End');
    await expect.poll(() => activeRow(tree(page))).toMatch(/^sensor99/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => activeRow(tree(page))).toMatch(/^site99/);
    await page.getByRole('button', { name: 'Collapse all' }).click();

    // A search that finds much, one that finds one, and everything again.
    await filter(page).fill('site42.sensor42');
    await expect(atomCount(page)).toContainText(`${areas} matching atoms`);
    await filter(page).fill('area7.site42.sensor42');
    await expect(atomCount(page)).toContainText('1 matching atom');
    await row(page, key(7, 42, 42)).click();
    await expect(page.getByRole('tabpanel', { name: 'Value' })).toContainText('found');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(atomCount(page)).toContainText(`${knownCount} atoms`);

    // Selected as a whole, though only a screenful of it was ever loaded.
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: 'Selected atoms' })).toContainText(`${knownCount} selected`);
    await lookUp(page, key(7, 77, 77));
    await expect(row(page, key(7, 77, 77))).toBeVisible();
    await expect(tree(page).getByRole('treeitem', { name: /^sensor77/ })).toBeVisible();
    await service.stop();
  },
);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { atomCount, grid, knownKeys, openAtoms, row, shownAtom, tree } from './support/browseSteps.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

async function copied(electron: ElectronApplication): Promise<string> {
  return electron.evaluate(({ clipboard }) => clipboard.readText());
}

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
  await grid(page).focus();
  await page.keyboard.press('Control+a');
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

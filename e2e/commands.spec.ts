import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { atomCount, grid, openAtoms, row, shownAtom, tree } from './support/browseSteps.ts';
import { clearKeyring } from './support/secretTool.ts';
import { showScreen, showTab } from './support/steps.ts';

test.beforeEach(clearKeyring);

const currentScreen = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current="page"]');
const palette = (page: Page) => page.getByRole('combobox', { name: 'Command palette' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

interface MenuItemState {
  readonly enabled: boolean;
  readonly key: string | undefined;
}

function menuItem(electron: ElectronApplication, id: string): Promise<MenuItemState | null> {
  return electron.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted) ?? null;
    return item === null ? null : { enabled: item.enabled, key: item.accelerator?.toString() };
  }, id);
}

test('commands and keys are found by name, and Back and Forward go across screens', async ({
  openSharedDemo,
}) => {
  const { page, electron } = await openSharedDemo();
  const { keyboard } = page;

  await test.step('a bookmark is found in the palette', async () => {
    await row(page, 'v1.agent.tone').click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    await keyboard.press('b');
    await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await showScreen(page, 'Recall');
    await keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Bookmarks' }).getByRole('option')).toHaveCount(1);
    await expectNoViolations(page, 'command palette');
    await keyboard.type('agent tone');
    await expect(option(page, 'v1.agent.tone')).toBeVisible();
    await option(page, 'v1.agent.tone').click();
    await expect(palette(page)).toBeHidden();
    await expect(currentScreen(page)).toHaveText('Browse');
    await expect(shownAtom(page)).toHaveAccessibleName(/v1\.agent\.tone/);
  });

  await test.step('a screen is shown by its key, and the focus is on its heading', async () => {
    await keyboard.press('Control+6');
    await expect(currentScreen(page)).toHaveText('Audit');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.press('Alt+ArrowLeft');
    await expect(currentScreen(page)).toHaveText('Browse');
    await keyboard.press('Alt+ArrowLeft');
    await expect(currentScreen(page)).toHaveText('Recall');
    await keyboard.press('Alt+ArrowRight');
    await keyboard.press('Alt+ArrowRight');
    await expect(currentScreen(page)).toHaveText('Audit');
  });

  await test.step('Ctrl+P goes to a key, and Ctrl+Shift+T reopens its tab', async () => {
    await keyboard.press('Control+p');
    await expect(page.getByRole('combobox', { name: 'Go to key' })).toBeFocused();
    await keyboard.type('company mission');
    await expect(option(page, 'v1.company.mission')).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(shownAtom(page)).toHaveAccessibleName(/v1\.company\.mission/);
    const count = await openAtoms(page).count();
    await keyboard.press('Control+w');
    await expect(openAtoms(page)).toHaveCount(count - 1);
    await keyboard.press('Control+Shift+T');
    await expect(shownAtom(page)).toHaveAccessibleName('v1.company.mission');
  });

  await test.step('keys in a text stay there, and those of the window work from it', async () => {
    await showTab(page, 'Value');
    await page.getByText('Text', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Value' }).click();
    await keyboard.press('Control+w');
    await expect(openAtoms(page)).toHaveCount(0);

    await tree(page).focus();
    await keyboard.press('/');
    const filter = page.getByRole('textbox', { name: 'Filter known keys' });
    await expect(filter).toBeFocused();
    await keyboard.type('a/b');
    await expect(filter).toHaveValue('a/b');
    await expect(page.getByText('No atoms', { exact: true })).toBeVisible();
    await filter.fill('');
    await expect(atomCount(page)).toContainText('atoms');
  });

  await test.step('F6 goes from pane to pane', async () => {
    await tree(page).focus();
    await keyboard.press('F6');
    await expect(page.getByRole('region', { name: 'Atoms', exact: true }).locator(':focus')).toHaveCount(1);
    await keyboard.press('Shift+F6');
    await expect(tree(page)).toBeFocused();
  });

  await test.step('a dialog suspends the keys of what is behind it, in the menu too', async () => {
    await row(page, 'v1.agent.tone').click();
    const shown = await openAtoms(page).count();
    await expect.poll(() => menuItem(electron, 'showAudit')).toEqual({ enabled: true, key: 'CmdOrCtrl+6' });
    await keyboard.press('e');
    const editor = page.getByRole('dialog', { name: 'Edit atom' });
    await expect(editor).toBeVisible();
    await expect.poll(async () => (await menuItem(electron, 'showAudit'))?.enabled).toBe(false);
    await editor.getByRole('textbox', { name: 'New value' }).press('Control+End');
    await keyboard.type('!');
    for (const key of ['Control+6', 'Control+w', 'Control+k', 'Alt+ArrowLeft', 'F1', 'Control+PageDown'])
      await keyboard.press(key);
    await expect(editor.getByRole('textbox', { name: 'New value' })).toContainText('!');
    await expect(currentScreen(page)).toHaveText('Browse');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await editor.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(editor).toBeHidden();
    await expect(openAtoms(page)).toHaveCount(shown);
  });

  await test.step('a bulk edit is not lost to a key of the window', async () => {
    await grid(page).focus();
    await keyboard.press('Control+a');
    await page.getByRole('button', { name: 'More actions for selected atoms' }).click();
    await page.getByRole('menuitem', { name: 'Find and replace…' }).click();
    const bulk = page.getByRole('dialog', { name: 'Find and replace in values' });
    const find = bulk.getByLabel('Find', { exact: true });
    await find.fill('Glen');
    for (const key of ['Control+6', 'Control+w', 'Control+n', 'Alt+ArrowLeft', 'F5', 'Control+Shift+T'])
      await keyboard.press(key);
    await expect(find).toHaveValue('Glen');
    await expect(currentScreen(page)).toHaveText('Browse');
    await keyboard.press('Escape');
    await bulk.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(bulk).toBeHidden();
    await keyboard.press('Escape');
  });

  await test.step('Delete says that atoms cannot be deleted', async () => {
    await grid(page).focus();
    await keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Atoms cannot be deleted' });
    await expect(dialog).toBeVisible();
    await expectNoViolations(page, 'atoms cannot be deleted');
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test('shortcuts are shown and changed', async ({ openSharedDemo }) => {
  const { page, electron } = await openSharedDemo();
  const { keyboard } = page;
  await keyboard.press('F1');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Reopen closed tab')).toBeVisible();
  await expectNoViolations(page, 'shortcuts');
  await sheet.getByRole('button', { name: 'Change shortcuts…' }).click();
  const settings = page.getByRole('dialog', { name: 'Change shortcuts' });
  await settings.getByRole('textbox', { name: 'Search commands or keys' }).fill('audit');
  await settings.getByRole('button', { name: 'Change the keys of Audit', exact: true }).click();
  await expect(settings.getByText('Press the new keys. Esc cancels.')).toBeVisible();
  // Taken by another command, which is named.
  await keyboard.press('Control+2');
  await expect(settings.getByText('is used by “Recall”')).toBeVisible();
  await expectNoViolations(page, 'a taken shortcut');
  await settings.getByRole('button', { name: 'Use it here' }).click();
  await expect(settings.getByRole('listitem').filter({ hasText: 'Audit Go' })).toContainText('Ctrl+2');
  await keyboard.press('Escape');
  await expect(settings).toBeHidden();

  await keyboard.press('Control+2');
  await expect(currentScreen(page)).toHaveText('Audit');
  await expect.poll(() => menuItem(electron, 'showAudit')).toEqual({ enabled: true, key: 'CmdOrCtrl+2' });
  await expect.poll(async () => (await menuItem(electron, 'showRecall'))?.key).toBeUndefined();

  // The menu runs commands of the window.
  await electron.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('changeShortcuts')?.click();
  });
  await settings.getByRole('button', { name: 'Reset all' }).click();
  await page
    .getByRole('dialog', { name: 'Reset all shortcuts?' })
    .getByRole('button', { name: 'Reset all' })
    .click();
  await keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await keyboard.press('Control+2');
  await expect(currentScreen(page)).toHaveText('Recall');
});

import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { grid } from './support/browseSteps.ts';
import { enlarge, outOfReach } from './support/largeText.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { lookUp, recall, showScreen, showTab } from './support/steps.ts';
import { prepareUpload, rowTable } from './support/uploadSteps.ts';

test.beforeEach(clearKeyring);

const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('button');

/** Opens a dialog, looks at it, and leaves it without doing anything. */
async function lookAtDialog(page: Page, state: string, open: () => Promise<void>): Promise<void> {
  await test.step(state, async () => {
    await open();
    const dialog = page.getByRole('dialog').last();
    await expect(dialog).toBeVisible();
    const before = await page.getByRole('dialog').count();
    await expectNoViolations(page, state);
    await dialog
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(before - 1);
  });
}

/** The same of an entry in the menu of a button. */
function lookAtMenuDialog(page: Page, state: string, menu: string | RegExp, item: string): Promise<void> {
  return lookAtDialog(page, state, async () => {
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  });
}

async function openLink(electron: ElectronApplication, link: string): Promise<void> {
  await electron.evaluate(({ app }, given) => {
    app.emit('second-instance', {}, ['atom-explorer', given], '/');
  }, link);
}

test('every screen, and the dialogs that open from it, are accessible in both themes', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = ['v1.tide.north', 'v1.tide.south', 'v1.wind.north'];
  for (const key of keys) await service.store(key, `the value of ${key}`);
  const app = await open({ address: service.address, apiKey: service.fullKey, knownKeys: keys });
  const { electron, page } = app;
  const first = keys[0] ?? '';
  await lookUp(page, first);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  // All of them: one that is added to the rail is looked at as well.
  const names = await screens(page).allTextContents();
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    await test.step(name, async () => {
      await screens(page).filter({ hasText: name }).click();
      await expect(screens(page).and(page.locator('[aria-current="page"]'))).toHaveText(name);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectNoViolations(page, `the screen ${name}`);
    });
  }

  await showScreen(page, 'Browse');
  for (const tab of ['Proof', 'Notes', 'Raw'] as const) {
    await showTab(page, tab);
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoViolations(page, `the tab ${tab}`);
  }
  await lookUp(page, 'v1.not.there');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'a missing key');
  await lookUp(page, first);
  await showTab(page, 'History');
  await page.getByRole('button', { name: 'Turn on history' }).click();
  await lookAtMenuDialog(page, 'deleting a history', 'History', 'Delete history of this connection…');

  await showScreen(page, 'Recall');
  await recall(page, 'tide');
  await expect(page.getByRole('tabpanel').last()).toBeVisible();
  await expectNoViolations(page, 'hits of a recall');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('History').click();
  await lookAtDialog(page, 'renaming a run', () =>
    page.getByRole('button', { name: 'Rename', exact: true }).click(),
  );

  await showScreen(page, 'Proof');
  const rules = page.getByRole('region', { name: 'Hashing rules', exact: true });
  await lookAtDialog(page, 'choosing hashing rules', () =>
    rules.getByRole('button', { name: 'Choose rules…' }).click(),
  );
  await lookAtDialog(page, 'removing hashing rules', () =>
    rules.getByRole('button', { name: 'Remove pin…' }).click(),
  );

  await showScreen(page, 'Audit');
  await lookAtDialog(page, 'a new audit', () =>
    page.getByRole('button', { name: 'New audit…' }).first().click(),
  );
  await page.getByRole('button', { name: 'New audit…' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start audit' }).click();
  await expect(page.getByText('All 3 keys verified under one root')).toBeVisible();
  for (const [state, item] of [
    ['renaming an audit', 'Rename…'],
    ['deleting an audit', 'Delete…'],
    ['scheduling an audit', 'Schedule…'],
  ] as const)
    await lookAtMenuDialog(page, state, 'More actions', item);
  await lookAtDialog(page, 'comparing an audit', () =>
    page.getByRole('button', { name: 'Compare…' }).click(),
  );

  await showScreen(page, 'Evidence');
  await lookAtDialog(page, 'adding a trusted key', () =>
    page.getByRole('button', { name: 'Add key…' }).click(),
  );

  await showScreen(page, 'Connections');
  await lookAtMenuDialog(page, 'removing a connection', 'More actions for test memory', 'Remove…');

  await showScreen(page, 'Browse');
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  const many = page.getByRole('group', { name: 'Selected atoms' });
  await lookAtDialog(page, 'the tags of atoms', () => many.getByRole('button', { name: 'Tags' }).click());
  await lookAtDialog(page, 'evidence of a selection', async () => {
    await many.getByRole('button', { name: 'More actions for selected atoms' }).click();
    await page.getByRole('menuitem', { name: /vidence/ }).click();
    await page.getByRole('button', { name: 'How others verify this' }).click();
    await expect(page.getByRole('dialog', { name: 'How others verify this' })).toBeVisible();
    await expectNoViolations(page, 'the guide for others');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('dialog', { name: /^Export evidence/ })).toBeVisible();
  });
  await page.keyboard.press('Escape');

  await lookAtDialog(page, 'a link from outside', () =>
    openLink(electron, `atom-explorer://atom?url=${encodeURIComponent(service.address)}&key=${first}`),
  );

  const columns = 'key,value\nv1.rain.a,one\nv1.rain.b,two\n';
  await prepareUpload(app, `${folder}/rain.csv`, columns);
  await rowTable(page).focus();
  await page.keyboard.press('Control+a');
  await lookAtDialog(page, 'reverting rows', () => page.getByRole('button', { name: 'Revert…' }).click());
  await lookAtDialog(page, 'discarding rows', () =>
    page.getByRole('button', { name: 'Discard', exact: true }).click(),
  );
  await lookAtDialog(page, 'going back to the mapping', () =>
    page.getByRole('button', { name: 'Back to mapping' }).click(),
  );

  await enlarge(app);
  for (const name of names) {
    await test.step(`${name}, at 200 %`, async () => {
      await screens(page).filter({ hasText: name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect.soft(await outOfReach(page), `${name} at 200 %`).toEqual([]);
    });
  }
  await service.stop();
});

import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { learnKeys } from './support/knownKeys.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { fillConnectionForm, fillNewAtom } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('production is marked everywhere, asks before a store, and needs its name typed before a batch', async ({
  launch,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'old words');
  await service.store('v1.note.two', 'old words');
  const { electron, page } = await launch();
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, {
    address: service.address,
    apiKey: service.fullKey,
    name: 'prod-eu',
  });
  await form.getByText('Production', { exact: true }).click();
  await expect(form.getByText('you type the name of the connection')).toBeVisible();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Production');
  await expect(page).toHaveTitle('prod-eu (Production) · Atom Explorer');
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe(
    'prod-eu (Production) · Atom Explorer',
  );

  await learnKeys(page, ['v1.note.one', 'v1.note.two']);

  await test.step('one atom: canceled, then confirmed', async () => {
    const editor = await fillNewAtom(page, 'v1.note.three', 'new');
    const question = page.getByRole('dialog', { name: 'Write to production?' });
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await expect(question).toContainText('v1.note.three');
    await expect(question).toContainText(service.address);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(page, 'the question before a write to production');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(editor).toBeVisible();
    expect((await service.readAll(['v1.note.three'])).size).toBe(0);
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await question.getByRole('button', { name: 'Store', exact: true }).click();
    await expect(editor.getByText('stored', { exact: false }).first()).toBeVisible();
    expect((await service.readAll(['v1.note.three'])).get('v1.note.three')?.value).toBe('new');
    await editor.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a batch needs the name; Escape leaves the editor open', async () => {
    await page.getByRole('grid', { name: 'Atoms' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'More actions for selected atoms' }).click();
    await page.getByRole('menuitem', { name: 'Find and replace…' }).click();
    const editor = page.getByRole('dialog', { name: /^Find and replace in values/ });
    await editor.getByLabel('Find', { exact: true }).fill('old');
    await editor.getByLabel('Replace with').fill('fresh');
    const store = editor.getByRole('button', { name: 'Store 2 atoms as one batch' });
    await store.click();
    const question = page.getByRole('dialog', { name: 'Write to production?' });
    await expect(question.getByLabel('Connection name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(editor.getByLabel('Replace with')).toHaveValue('fresh');
    await store.click();
    const confirm = question.getByRole('button', { name: 'Store 2 atoms' });
    await question.getByLabel('Connection name').fill('prod');
    await expect(confirm).toBeDisabled();
    await question.getByLabel('Connection name').fill('prod-eu');
    await expectNoViolations(page, 'typing the name before a batch');
    await page.keyboard.press('Enter');
    await expect(editor.getByText('2 atoms stored', { exact: false })).toBeVisible();
    expect((await service.readAll(['v1.note.one'])).get('v1.note.one')?.value).toBe('fresh words');
    await editor.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the main process refuses a write without the confirmation', async () => {
    const answer = await page.evaluate(async () => {
      const listed = await window.atomExplorer.listConnections();
      if (!listed.ok) return listed;
      const connectionId = listed.value[0]?.id ?? '';
      return window.atomExplorer.storeAtom({
        connectionId,
        requestId: 'without',
        key: 'v1.note.four',
        value: 'x',
        precondition: { kind: 'anything' },
        allowSensitive: false,
      } as never);
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_confirmed' } });
  });
  await service.stop();
});

import { expect, test } from './support/app.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { fillNewAtom, showScreen } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('no click beside a dialog, key, or notification loses what was typed into it', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.one', 'a value');
  const { electron, page } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Connections');
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = page.getByRole('dialog');
  const address = form.getByLabel('Base address');
  const question = form.getByRole('alertdialog', { name: 'Discard what you typed?' });

  // Nothing typed: Escape closes it, as expected of a dialog.
  await expect(address).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Connect to a service' }).click();
  await address.fill('https://memory.example.com/v1');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  // A second Escape means no.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(address).toHaveValue('https://memory.example.com/v1');
  await page.mouse.click(5, 5);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(address).toBeFocused();

  // A notification that leads to another screen asks, too.
  const connectionId = await page.evaluate(async () => {
    const listed = await window.atomExplorer.listConnections();
    return listed.ok ? listed.value[0]?.id : undefined;
  });
  const notify = (): Promise<void> =>
    electron.evaluate(
      ({ BrowserWindow }, payload) => {
        BrowserWindow.getAllWindows()[0]?.webContents.send('auditChosen', payload);
      },
      { connectionId, auditId: 'none' },
    );
  await notify();
  await expect(question).toBeVisible();
  await expect(address).toHaveValue('https://memory.example.com/v1');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  const rail = page.getByRole('navigation', { name: 'Screens' });
  await expect(rail.getByRole('button', { name: 'Audit' })).toHaveAttribute('aria-current', 'page');

  // The editor asks in its own words.
  await showScreen(page, 'Browse');
  const editor = await fillNewAtom(page, 'v1.note.two', 'typed and not stored');
  await notify();
  await expect(editor.getByRole('textbox', { name: 'Value', exact: true })).toHaveText(
    'typed and not stored',
  );
  const ownQuestion = editor.getByRole('alertdialog');
  await expect(ownQuestion).toBeVisible();
  await ownQuestion.getByRole('button', { name: 'Keep editing' }).click();
  await expect(ownQuestion).toBeHidden();
  await expect(rail.getByRole('button', { name: 'Browse' })).toHaveAttribute('aria-current', 'page');
  // What was given up is the work, and not what the notification leads to.
  await notify();
  await ownQuestion.getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();
  await expect(rail.getByRole('button', { name: 'Audit' })).toHaveAttribute('aria-current', 'page');
  await service.stop();
});

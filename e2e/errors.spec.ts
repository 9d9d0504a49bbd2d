import { expect, test } from './support/app.ts';
import { clearKeyring } from './support/secretTool.ts';
import { startScriptedService } from './support/scriptedService.ts';
import { startService, startTrap } from './support/service.ts';
import { fillConnectionForm, fillNewAtom, lookUp, storeNewAtom } from './support/steps.ts';

test.beforeEach(clearKeyring);

test('an address that may not be used is refused at the field, a wrong one is unreachable, a redirect is not followed, and trying again works once a service runs there', async ({
  open,
  folder,
}) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, { address: '', apiKey: 'k-123' });
  const field = form.getByLabel('Base address');
  for (const { address, says } of [
    { address: 'http://memory.example.com', says: 'Over http://' },
    { address: 'http://127.0.0.1@evil.example', says: 'user name or password' },
    { address: 'file:///etc/passwd', says: 'file: is not accepted' },
    { address: 'not an address', says: 'cannot contain spaces' },
  ]) {
    await field.fill(address);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(says));
    await expect(field).toHaveValue(address);
  }

  const service = await startService(`${folder}/service`);
  await service.stop();
  await fillConnectionForm(page, { address: service.address, apiKey: service.fullKey });
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText('Connection refused')).toBeVisible();
  await expect(form.getByText('Check that the service is running')).toBeVisible();
  const again = await startService(`${folder}/service`, service.port);
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText('accepts the key')).toBeVisible();

  // The API key must not get to where a service sends the app.
  const trap = await startTrap();
  const redirecting = await startScriptedService(again.address, () => ({
    kind: 'redirect',
    to: `http://127.0.0.1:${trap.port}/elsewhere`,
  }));
  await fillConnectionForm(page, { address: redirecting.address, apiKey: again.fullKey });
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText('The service redirects elsewhere')).toBeVisible();
  expect(redirecting.routes).not.toEqual([]);
  expect(trap.hits).toEqual([]);
  redirecting.stop();
  trap.stop();
  await again.stop();
});

test('401, 404, 422, and a stopped service are reported with advice, and trying again works', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.note.locked', 'opened');
  await service.store('v1.note.steady', 'before');
  const { page } = await open({ address: service.address, apiKey: 'certainly-not-the-key' });
  await lookUp(page, 'v1.note.locked');
  const notice = page.getByRole('alert').filter({ hasText: 'The API key was not accepted' });
  await expect(notice).toContainText('401');
  await expect(notice).not.toContainText('certainly-not-the-key');

  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' })
    .click();
  await page.getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Replace key…' }).click();
  await form.getByLabel('API key').fill(service.fullKey);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Browse' }).click();
  await lookUp(page, 'v1.note.locked');
  await expect(page.getByText('opened')).toBeVisible();

  // 404, until the atom is stored.
  await lookUp(page, 'v1.note.later');
  const notFound = page.getByRole('alert').filter({ hasText: 'Not found' });
  await expect(notFound).toContainText('v1.note.later');
  await service.store('v1.note.later', 'arrived');
  await notFound.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('arrived')).toBeVisible();

  // 422, and the text stays.
  const secret = ['AKIA', 'IOSFODNN7', 'EXAMPLQ'].join('');
  const editor = await fillNewAtom(page, 'v1.note.secret', `key is ${secret}`);
  await expect(editor.getByRole('button', { name: 'Store atom' })).toBeDisabled();
  await editor.getByRole('checkbox', { name: /^Store anyway/ }).check();
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await expect(editor.getByText('The value looks like a credential')).toBeVisible();
  await expect(editor.getByLabel('Value', { exact: true })).toHaveText(`key is ${secret}`);
  // The focus stays on the button in the dialog for keyboard users.
  await expect(editor.getByRole('button', { name: 'Store atom' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await editor.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();

  // The service stops: what was read stays visible.
  await lookUp(page, 'v1.note.steady');
  await expect(page.getByText('before', { exact: true })).toBeVisible();
  await service.stop();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Connection refused' });
  await expect(refused).toBeVisible();
  await expect(page.getByText('before', { exact: true })).toBeVisible();

  const again = await startService(`${folder}/service`, service.port);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(refused).toBeHidden();
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await again.stop();
});

test('storing with a read-only API key shows 403 in the form, and the text stays', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.readKey });
  const editor = await storeNewAtom(page, 'v1.note.forbidden', 'a text that took an hour to write');
  await expect(editor.getByText('This API key cannot store atoms')).toBeVisible();
  await expect(editor.getByLabel('Value', { exact: true })).toHaveText('a text that took an hour to write');
  await service.stop();
});

test('a read-only connection does not offer to store', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.fullKey, readOnly: true });
  await expect(page.getByText('Read-only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New atom' })).toBeDisabled();
  // Enforced by the main process, not only by the window.
  const answer = await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    const connectionId = connections.value[0]?.id ?? '';
    return window.atomExplorer.storeAtom({
      connectionId,
      requestId: 'r',
      key: 'v1.x',
      value: 'y',
      precondition: { kind: 'absent' },
      allowSensitive: false,
    });
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'read_only' } });
  await service.stop();
});

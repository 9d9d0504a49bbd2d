import { expectNoViolations } from './support/axe.ts';
import { expect, test } from './support/app.ts';
import { startService } from './support/service.ts';
import { check, fillConnectionForm, lookUp, showScreen, showTab } from './support/steps.ts';

const key = 'v1.project.atlas.status';
const note = 'compared with Ada on Monday';

test('a pinned root counts in every verdict, travels as a checkpoint, and can be expected from the start', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.project.atlas.owner', 'Mira');
  await service.store(key, 'on track');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await showTab(page, 'Proof');
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  const root = check(page, 'Root');
  await expect(root).toContainText('Not pinned');

  await root.getByRole('button', { name: 'Pin root…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByLabel('Expect exactly this root').check();
  await expectNoViolations(page, 'pin root');
  await dialog.getByRole('button', { name: 'Pin root', exact: true }).click();
  await expect(root).toContainText('Passed');
  await expect(root).toContainText(note);
  await expect(page.getByRole('banner').getByText('Pinned', { exact: true })).toBeVisible();

  await showScreen(page, 'Roots');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Pinned').click();
  const marked = page.getByRole('grid', { name: 'Roots' }).getByRole('img', { name: 'Pinned' });
  await expect(marked).toHaveCount(1);
  await showScreen(page, 'Browse');

  // A pin vouches for the root, not for a value that does not fit it.
  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(panel.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  const status = page.getByRole('banner').getByText('Pinned, 1 failed', { exact: true });
  await expect(status).toBeVisible();
  await expect(status).not.toHaveAttribute('data-tone', 'good');

  await service.setFaults({ tamper: 'history' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(panel.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await expect(root).toContainText('Failed');
  await expect(root).toContainText('You expect exactly root');
  await expect(root).toContainText(note);

  await root.getByRole('button', { name: 'Pinned roots…' }).click();
  const list = page.getByRole('dialog', { name: 'Pinned roots' });
  await expect(list.getByRole('listitem')).toContainText(note);
  await expectNoViolations(page, 'pinned roots');
  await list.getByRole('button', { name: /^Edit pin/ }).click();
  await expect(page.getByRole('dialog', { name: /^Edit pin/ })).toBeVisible();
  await expectNoViolations(page, 'editing a pin');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Edit pin/ })).toBeHidden();
  await list.getByRole('button', { name: /^Export pin/ }).click();
  const exported = page.getByRole('dialog', { name: 'Export pin as checkpoint' });
  const signed = exported.getByRole('region', { name: 'Checkpoint', exact: true });
  const checkpoint = (await signed.textContent()) ?? '';
  const verifierKey = (await exported.getByText(/^atom-explorer\/\S+\+/).textContent()) ?? '';
  await expectNoViolations(page, 'export pin');
  await exported.getByRole('button', { name: 'Cancel' }).click();

  await list.getByRole('button', { name: /^Remove pin/ }).click();
  const question = page.getByRole('dialog', { name: 'Remove pin?' });
  await expectNoViolations(page, 'removing a pin');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByText('No pinned roots')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(root).toContainText('Unexplained');
  await expect(panel.getByRole('heading', { name: 'Verification failed' })).toHaveCount(0);

  await service.setFaults({});
  await page.getByRole('button', { name: /^Connection: / }).click();
  await page.getByRole('menuitem', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, {
    address: service.address,
    apiKey: service.fullKey,
    name: 'with a checkpoint',
  });
  await form.getByLabel('Expect a root').check();
  await form.getByRole('radiogroup', { name: 'What to pin' }).getByText('Checkpoint').click();
  await form.getByRole('textbox', { name: 'Checkpoint' }).fill(checkpoint);
  await expect(form.getByText('Signature not checked')).toBeVisible();
  await form.getByLabel('Verifier key').fill(verifierKey);
  await expect(form.getByText('Signature verified')).toBeVisible();
  await expectNoViolations(page, 'connection with a checkpoint');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await lookUp(page, key);
  await showTab(page, 'Proof');
  await expect(root).toContainText('Passed');
  await expect(root).toContainText('from a checkpoint signed by');
  await service.stop();
});

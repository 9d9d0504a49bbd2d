import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { learnKeys } from './support/knownKeys.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen } from './support/steps.ts';

test('what changed since an audit: versions, new keys, keys that were not read since, and the atoms behind them', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = ['v1.pump.a', 'v1.pump.b', 'v1.pump.c'];
  await service.storeAll(keys.map((key) => ({ key, value: `value of ${key}` })));
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await learnKeys(page, keys);
  // The window reads it before the audit does, however busy the computer is.
  await lookUp(page, 'v1.pump.b');
  await expect(page.getByRole('tabpanel', { name: 'Value' }).getByText('value of v1.pump.b')).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Audit/ })
    .click();
  const summary = page.getByRole('region', { name: 'Audit summary' });
  await expect(summary.getByText('All 3 keys verified under one root')).toBeVisible();
  await service.store('v1.pump.b', 'another value');
  await service.store('v1.pump.d', 'new');
  await showScreen(page, 'Browse');
  await lookUp(page, 'v1.pump.d');
  await expect(page.getByRole('tabpanel', { name: 'Value' }).getByText('new')).toBeVisible();

  await showScreen(page, 'Changes');
  await page.getByRole('combobox', { name: 'Changes since' }).click();
  await page.getByRole('option', { name: /^Since audit/ }).click();
  // The audit itself read the three keys.
  const basis = page.getByRole('note', { name: 'What the changes rest on' });
  await expect(basis.getByText('All 3 keys known before then were read since.')).toBeVisible();
  const changed = page.getByRole('grid', { name: 'Changed keys' });
  await expect(changed.getByText('New key, version 1')).toBeVisible();
  await expect(changed.getByText('v1.pump.b')).toBeHidden();

  // A time after the audit: nothing was read since, and the screen says so instead of “no changes”.
  await page.getByRole('combobox', { name: 'Changes since' }).click();
  await page.getByRole('option', { name: 'Since a date…' }).click();
  await page.getByLabel('Date and time').fill('2099-01-01T00:00:00');
  await expect(basis.getByText(/4 of 4 keys known before then were not read since/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Changes since' }).click();
  await page.getByRole('option', { name: /^Since audit/ }).click();

  await showScreen(page, 'Audit');
  await page.getByRole('button', { name: 'Repeat' }).click();
  // Also the key that was looked up meanwhile.
  await expect(summary.getByText(/All 4 keys verified under one root/)).toBeVisible();
  await showScreen(page, 'Changes');
  await changed.getByText('Version 1 → 2').click();
  const details = page.getByRole('list', { name: 'Recorded changes' });
  await expect(details.getByText('Version 1 → 2')).toBeVisible();
  await expectNoViolations(page, 'changes');
  await page.getByText('Changed 1', { exact: true }).click();
  await expect(changed.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Show in Browse' }).click();
  const atoms = page.getByRole('grid', { name: 'Atoms' });
  await expect(atoms.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Remove filter “Changed since/ })).toBeVisible();

  await showScreen(page, 'Changes');
  await page.getByRole('button', { name: 'Open atom' }).click();
  // The window had read it before the audit did.
  await expect(page.getByText(/This is an older reading.*returned version 2/)).toBeVisible();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Value' }).getByText('another value')).toBeVisible();
  await expect(page.getByText(/This is an older reading/)).toBeHidden();
  await service.stop();
});

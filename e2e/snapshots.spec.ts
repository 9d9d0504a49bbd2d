import { writeFile } from 'node:fs/promises';
import { sampleSnapshot } from '../engine/snapshots/testing/sampleSnapshot.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { lookUp, showScreen } from './support/steps.ts';

const atoms = [
  ...Array.from({ length: 40 }, (_, at) => ({ key: `v1.site.oslo.sensor.${at}` })),
  { key: 'v1.note', value: 'a value that no hash covers' },
  { key: 'v1.deleted', deleted: true },
];

test('a signed snapshot is checked, confirmed by its fingerprint, browsed as a whole, and refused once its file changed', async ({
  open,
  reopen,
  folder,
}) => {
  const file = `${folder}/greenhouse.json`;
  const { snapshot } = sampleSnapshot({ atoms, shards: 4 });
  await writeFile(file, JSON.stringify(snapshot));
  const first = await open();
  const { page } = first;
  await first.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

  await page.getByRole('button', { name: 'Open a snapshot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signed snapshot' });
  await expect(dialog.getByText('Consistent; signer not confirmed')).toBeVisible();
  await expect(dialog.getByText('41 atoms, 1 with a value, 1 deleted')).toBeVisible();
  await expect(dialog.getByText('so every snapshot with values fails it')).toBeVisible();
  await expectNoViolations(page, 'the checks of a snapshot');

  const fingerprint = dialog.getByLabel('Expected fingerprint');
  await fingerprint.fill('ab');
  await expect(dialog.getByText('A fingerprint has 64 hex digits.')).toBeVisible();
  await fingerprint.fill('ab'.repeat(32));
  await expect(dialog.getByText('Signed by another key')).toBeVisible();
  await fingerprint.fill(snapshot.signature.publicKeyFingerprint);
  await expect(dialog.getByText('Signed by the key that you expect')).toBeVisible();

  await dialog.getByRole('button', { name: 'Browse snapshot' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('All 41 atoms of the snapshot')).toBeVisible();
  await lookUp(page, 'v1.site.oslo.sensor.7');
  await expect(page.getByText('The snapshot was exported without values')).toBeVisible();
  await expect(page.getByText('Key proven').first()).toBeVisible();
  await showScreen(page, 'Recall');
  await expect(page.getByText('No recall in a snapshot')).toBeVisible();

  // Any byte: the file is no longer the one that was checked.
  await first.close();
  await writeFile(file, JSON.stringify({ ...snapshot, hubAtoms: [{ key: 'v1.hub', memberCount: 1 }] }));
  const second = await reopen();
  await showScreen(second.page, 'Browse');
  await lookUp(second.page, 'v1.note');
  await expect(second.page.getByText('greenhouse.json has changed since it was added')).toBeVisible();
});

import { readFile, writeFile } from 'node:fs/promises';
import { sampleSnapshot } from '../engine/snapshots/testing/sampleSnapshot.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { lookUp } from './support/steps.ts';

const shared = Array.from({ length: 30 }, (_, at) => ({
  key: `v1.site.oslo.sensor.${at}`,
  value: `${at} °C`,
}));

test('a signed snapshot is compared with the service that it claims to be from', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.storeAll([
    ...shared,
    { key: 'v1.changed', value: 'as it is now' },
    { key: 'v1.valueless', value: 'not in the file' },
    { key: 'v1.new', value: 'stored after the export' },
  ]);
  const file = `${folder}/greenhouse.json`;
  const atoms = [
    ...shared,
    { key: 'v1.changed', value: 'as it was' },
    { key: 'v1.valueless' },
    { key: 'v1.lost', value: 'not in the service' },
  ];
  await writeFile(file, JSON.stringify(sampleSnapshot({ atoms, shards: 4 }).snapshot));

  const { electron, page } = await open({
    address: service.address,
    apiKey: service.readKey,
    name: 'live memory',
  });
  await lookUp(page, 'v1.new');
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  const connections = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' });
  await connections.click();
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await page.getByRole('button', { name: 'Open a snapshot' }).click();
  await page.getByRole('button', { name: 'Browse snapshot' }).click();
  await expect(page.getByText('All 33 atoms of the snapshot')).toBeVisible();

  await connections.click();
  await page.getByRole('button', { name: 'More actions for greenhouse' }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'choosing what to compare with');
  await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('heading', { name: '3 keys differ' })).toBeVisible();
  await expect(comparison.getByText('which lists all of its atoms')).toBeVisible();
  await expect(comparison.getByText('which cannot list its atoms')).toBeVisible();
  await expect(comparison.getByText('1 key: value not compared')).toBeVisible();
  await expect(comparison.getByText('Leaf hashes were not compared')).toBeVisible();
  const differences = comparison.getByRole('grid', { name: 'Differences' });
  await expect(differences.getByRole('columnheader', { name: 'greenhouse' })).toBeVisible();
  await comparison.getByText('Different value 1').click();
  await expect(differences.getByText('v1.changed')).toBeVisible();
  await expect(differences.getByText('v1.lost')).toBeHidden();
  await expectNoViolations(page, 'a comparison of two connections');

  const saved = `${folder}/comparison.json`;
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, saved);
  await comparison.getByText(/^All 34$/).click();
  await comparison.getByRole('button', { name: 'Export differences' }).click();
  await page.getByRole('menuitem', { name: 'JSON…' }).click();
  await expect(page.getByText(`Saved to ${saved}`)).toBeVisible();
  const text = await readFile(saved, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    of: 'connections',
    same: 0,
    differing: 33,
    otherVerdict: 30,
    notCompared: 1,
    kinds: {
      value: { other: 1 },
      missing: { other: 1 },
      added: { other: 1 },
      verdict: { other: 32 },
      'value-not-compared': { other: 1 },
    },
    sides: { before: { name: 'greenhouse', isSnapshot: true }, after: { name: 'live memory' } },
  });
  expect(text).not.toContain('as it was');

  // Once closed, both audits are still there, and know each other.
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comparison with live memory' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(comparison.getByRole('heading', { name: '3 keys differ' })).toBeVisible();

  // A key that only the other side has opens there.
  await comparison.getByText(/^Only in “live memory” 1$/).click();
  await differences.getByText('v1.new').click();
  await expect(page.getByRole('tab', { name: /v1\.new/ })).toBeVisible();
  await service.stop();
});

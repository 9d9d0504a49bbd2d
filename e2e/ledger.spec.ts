import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen } from './support/steps.ts';

const key = 'v1.project.atlas.status';

test('a tree that shrinks stays in a red strip until the user settles it in the ledger, which verifies itself', async ({
  open,
  folder,
  sharedProfile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.storeAll([key, 'v1.b', 'v1.c'].map((each) => ({ key: each, value: each })));
  const { page, electron } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  const strip = page.getByRole('alert', { name: 'Contradiction' });
  await expect(strip).toBeHidden();

  // The same address, with a smaller memory.
  await service.stop();
  const smaller = await startService(`${folder}/smaller`, service.port);
  await smaller.store(key, key);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(strip).toContainText('1 open contradiction');

  // By keyboard alone: from the strip to both responses, and to the other root.
  await strip.getByRole('button', { name: 'Show contradiction' }).focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Root details' });
  await expect(details.getByText('Two responses that cannot both be true')).toBeVisible();
  await expect(details.getByRole('row', { name: /^Tree size/ })).toContainText('3 leaves1 leaf');
  const roots = page.getByRole('grid', { name: 'Roots' });
  await expect(roots.getByRole('row', { selected: true })).toContainText('Contradiction');
  await roots.focus();
  await page.keyboard.press('ArrowDown');
  await expect(details.getByText('Two responses that cannot both be true')).toBeHidden();
  await page.keyboard.press('ArrowUp');

  // The contradiction was signed at once.
  await expect(page.getByText('2 entries, 1 checkpoint')).toBeVisible();
  await page.getByRole('button', { name: 'Verify ledger' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The ledger is intact' })).toContainText(
    'The newest checkpoint covers all of them.',
  );

  // What a colleague needs to see it, in three clicks from the strip: the last one was in the system's dialog.
  const bundle = join(folder, 'contradiction.sigstore.json');
  await electron.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, bundle);
  await details.getByRole('button', { name: 'Export evidence…' }).click();
  await page
    .getByRole('dialog', { name: 'Export evidence' })
    .getByRole('button', { name: 'Save as…' })
    .click();
  await expect(page.getByText(`Saved to ${bundle}`)).toBeVisible();
  await showScreen(page, 'Evidence');
  await electron.evaluate(({ dialog: system }, filePath) => {
    system.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
  }, bundle);
  await page.getByRole('button', { name: 'Open file…' }).click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence.getByRole('heading', { name: 'Intact, signer known' })).toBeVisible();
  await expect(
    evidence.getByText('POST /recall').or(evidence.getByText('GET /atoms/:key')).first(),
  ).toBeVisible();
  await showScreen(page, 'Roots');

  await details.getByRole('button', { name: 'Settle…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this root?' });
  await dialog.getByLabel('Reason').fill('moved to a smaller machine');
  await expectNoViolations(page, 'accepting a root');
  await dialog.getByRole('button', { name: 'Accept root' }).click();
  await expect(strip).toBeHidden();
  await expect(details.getByRole('row', { name: /You accepted this root/ })).toContainText(
    'moved to a smaller machine',
  );

  await page.getByRole('button', { name: 'Compare heads…' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'starts with exactly the 2 entries of the earlier head',
  );
  await expectNoViolations(page, 'comparing heads');
  await page.keyboard.press('Escape');

  // One byte, on the disk.
  const profile = join(sharedProfile, 'catalogue');
  const [connection = ''] = await readdir(profile);
  const file = join(profile, connection, 'root-ledger', 'entries.jsonl');
  const bytes = await readFile(file);
  const at = bytes.indexOf('moved to');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await page.getByRole('button', { name: 'Verify ledger' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The ledger was altered' })).toContainText(
    'Entry 2 was changed',
  );
  await smaller.stop();
});

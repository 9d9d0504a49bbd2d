import { expect, test } from './support/app.ts';
import { startService } from './support/service.ts';
import { check, lookUp, recall, showScreen, showTab } from './support/steps.ts';

const key = 'v1.project.atlas.status';

const faults = [
  { tamper: 'sibling', failing: 'Path', says: 'root' },
  { tamper: 'root', failing: 'Path', says: 'root' },
  { tamper: 'value', failing: 'Content', says: 'The hash of this atom is' },
] as const;

test('a sibling, a root or a value that was tampered with turns the verdict red, and the words say where', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.project.atlas.owner', 'Mira');
  await service.store(key, 'on track');
  await service.store('v1.project.atlas.budget', '1200');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await showTab(page, 'Proof');
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();

  for (const { tamper, failing, says } of faults) {
    await test.step(tamper, async () => {
      await service.setFaults({ tamper });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(panel.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
      await expect(check(page, failing)).toContainText('failed', { ignoreCase: true });
      await expect(check(page, failing)).toContainText(says);
      await expect(panel.getByText('Verified', { exact: true })).toHaveCount(0);

      await service.setFaults({});
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
    });
  }
  await service.stop();
});

test('a service that lies from the first response on never verifies', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.project.atlas.owner', 'Mira');
  await service.store(key, 'on track');
  await service.setFaults({ tamper: 'value' });
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await showTab(page, 'Proof');
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Could not check', { exact: true })).toBeVisible();
  await expect(check(page, 'Content')).toContainText('Could not check');
  await service.stop();
});

test('a rewritten history and a fork show wherever they are met, until the user settles them', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = Array.from({ length: 345 }, (_, at) => `v1.ledger.entry.${String(at).padStart(3, '0')}`);
  const [first = '', second = ''] = keys;
  await service.storeAll(keys.map((each) => ({ key: each, value: `amount of ${each}` })));
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  for (const each of [second, first]) {
    await lookUp(page, each);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  }
  await showScreen(page, 'Discover');
  await page.getByLabel('Seed words').fill('ledger entry');
  await page.getByRole('button', { name: 'Start discovery' }).click();
  await expect(page.getByText('345 new keys').or(page.getByText('Complete')).first()).toBeVisible();
  await showScreen(page, 'Browse');
  const tree = page.getByRole('tree', { name: 'Known keys' });
  const runAll = async () => {
    await tree.getByRole('treeitem').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Read and verify/ }).click();
    await expect(page.getByText('Read 345 of 345')).toBeVisible();
  };
  await runAll();
  const strip = page.getByRole('group', { name: 'Reading' }).filter({ hasText: 'Read 345 of 345' });
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toBeHidden();

  await service.setFaults({ tamper: 'history' });
  // A single read: the rewritten atom is red with both contents, any other is amber with both roots.
  await page.getByRole('button', { name: 'Refresh' }).click();
  const conflict = page.getByRole('region', { name: 'This version was rewritten' });
  await expect(conflict).toContainText('The value of a version never changes');
  await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible();
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: 'two roots, same size' })).toBeVisible();

  // A run over all of them.
  await runAll();
  await expect(page.getByText('1 rewritten (same version, different value)')).toBeVisible();
  await expect(page.getByText('Two roots for one tree of 345 leaves')).toBeVisible();
  await expect(page.getByText('Nothing changed')).toBeHidden();
  await page.getByRole('button', { name: 'Show changes and failures' }).click();

  // Recall.
  await showScreen(page, 'Recall');
  await recall(page, 'ledger entry 000');
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(0);

  // The flag stays when the service is honest again, and goes when the user settles it.
  await service.setFaults({});
  await showScreen(page, 'Browse');
  await lookUp(page, first);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep the earlier value' }).click();
  await expect(conflict).toBeHidden();
  await bar.getByRole('button', { name: 'two roots, same size' }).click();
  await page.getByRole('button', { name: 'Accept root' }).click();
  await expect(bar.getByText('seen before')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  // A fork: every second answer is from the other tree.
  await service.setFaults({ tamper: 'fork' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(bar.getByRole('button', { name: 'two roots, same size' })).toBeVisible();
  await service.stop();
});

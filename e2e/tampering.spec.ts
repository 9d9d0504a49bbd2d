import { expect, test } from './support/app.ts';
import { startService } from './support/service.ts';
import { check, connect, lookUp, showTab } from './support/steps.ts';

const key = 'v1.project.atlas.status';

for (const { tamper, failing, says } of [
  { tamper: 'sibling', failing: 'Path', says: 'root' },
  { tamper: 'root', failing: 'Path', says: 'root' },
  { tamper: 'value', failing: 'Content', says: 'The hash of this content is' },
] as const) {
  test(`a ${tamper} that was tampered with turns the verdict red, and the words say where`, async ({
    launch,
    folder,
  }) => {
    const service = await startService(`${folder}/service`);
    await service.store('v1.project.atlas.owner', 'Mira');
    await service.store(key, 'on track');
    await service.store('v1.project.atlas.budget', '1200');
    const { page } = await launch();
    await connect(page, { address: service.address, apiKey: service.fullKey });

    await lookUp(page, key);
    await showTab(page, 'Proof');
    const panel = page.getByRole('tabpanel', { name: 'Proof' });
    await expect(panel.getByText('Verified', { exact: true })).toBeVisible();

    await service.setFaults({ tamper });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(panel.getByText('Failed', { exact: true })).toBeVisible();
    await expect(check(page, failing)).toContainText('failed', { ignoreCase: true });
    await expect(check(page, failing)).toContainText(says);
    await expect(panel.getByText('Verified', { exact: true })).toHaveCount(0);

    await service.setFaults({});
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
    await service.stop();
  });
}

test('a service that lies from the first answer on is never green', async ({ launch, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.project.atlas.owner', 'Mira');
  await service.store(key, 'on track');
  await service.setFaults({ tamper: 'value' });
  const { page } = await launch();
  await connect(page, { address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await showTab(page, 'Proof');
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Could not check', { exact: true })).toBeVisible();
  await expect(check(page, 'Content')).toContainText('Could not check');
  await service.stop();
});

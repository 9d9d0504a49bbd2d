import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { isLongRun } from '../service/testing/longRun.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { showScreen } from './support/steps.ts';

const towns = ['oslo', 'bergen', 'narvik', 'bodo', 'molde'];
const measures = [
  'temperature',
  'humidity',
  'light',
  'noise',
  'wind',
  'rain',
  'power',
  'current',
  'speed',
  'level',
];

/** Towns with sensors that measure ten things each. */
function sensors(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const measure = measures[Math.floor(at / 5) % 10] ?? '';
    const key = `v1.site.${towns[at % 5] ?? ''}.sensor.${Math.floor(at / 50)}.${measure}`;
    return { key, value: `of ${key}` };
  });
}

interface Wish {
  readonly seeds: string;
  readonly requests?: number;
  readonly pauseMs?: number;
}

async function startDiscovering(page: Page, { seeds, requests, pauseMs }: Wish): Promise<void> {
  await page.getByLabel('Seed words').fill(seeds);
  if (requests !== undefined) await page.getByLabel('Request limit').fill(String(requests));
  if (pauseMs !== undefined) await page.getByLabel('Delay (ms)').fill(String(pauseMs));
  await page.getByRole('button', { name: /^(Start discovery|Discover more)$/ }).click();
}

function discovery(page: Page) {
  return page.getByRole('region', { name: 'Discover' });
}

const atomCount = isLongRun ? 5_000 : 400;
const allAtoms = atomCount.toLocaleString('en');

test(
  `discovery reaches all ${allAtoms} atoms of a memory from one word, and says complete`,
  { tag: '@long' },
  async ({ open, folder }) => {
    const service = await startService(`${folder}/service`);
    await service.storeAll(sensors(atomCount));
    const { page } = await open({ address: service.address, apiKey: service.readKey });
    await showScreen(page, 'Discover');
    await expect(page.getByText('No proof read yet')).toBeVisible();
    await expect(page.getByText('may influence the predictions')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start discovery' })).toBeDisabled();

    await startDiscovering(page, { seeds: 'oslo' });
    await expect(discovery(page).getByText('Every leaf of the tree has a known atom.')).toBeVisible({
      timeout: 60_000,
    });
    await expect(discovery(page).getByText('Complete', { exact: true })).toBeVisible();
    const coverage = page.getByRole('region', { name: 'Coverage' });
    await expect(coverage.getByText(`${allAtoms} of ${allAtoms} leaves known`)).toBeVisible();
    await expect(coverage.getByText('Largest unknown ranges')).toBeHidden();
    await expectNoViolations(page, 'Discover, complete');
    await service.stop();
  },
);

test('discovery stops at the request limit and says what is unknown', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.storeAll(sensors(500));
  const { page } = await open({ address: service.address, apiKey: service.readKey });
  await showScreen(page, 'Discover');
  await startDiscovering(page, { seeds: 'oslo', requests: 4 });

  await expect(discovery(page).getByText('Stopped: request limit reached')).toBeVisible();
  // The pressed button is gone together with its form. The focus stays in this part of the screen.
  await expect(discovery(page).getByRole('heading', { name: 'Discover' })).toBeFocused();
  await expect(discovery(page).getByText('4 of 4 requests')).toBeVisible();
  await expect(discovery(page).getByText(/Known \d+ of 500 leaves .* leaves are unknown/)).toBeVisible();
  const coverage = page.getByRole('region', { name: 'Coverage' });
  await expect(coverage.getByText('Largest unknown ranges')).toBeVisible();
  await expect(coverage.getByText(/^leaves \d+ to \d+$/).first()).toBeVisible();
  // With the keyboard: the last cell of the leaf map holds the last leaf.
  await coverage.getByRole('listbox', { name: 'Leaf map' }).press('End');
  await expect(coverage.getByText(/^(Leaf|Leaves \d+ to) 499: /)).toBeVisible();
  await expectNoViolations(page, 'Discover, with unknown leaves');

  await startDiscovering(page, { seeds: '', requests: 500 });
  await expect(discovery(page).getByText('Every leaf of the tree has a known atom.')).toBeVisible({
    timeout: 30_000,
  });
  await service.stop();
});

test('a paused discovery can be resumed after the app restarts, and sends no request twice', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.storeAll(sensors(500));
  const first = await open({ address: service.address, apiKey: service.readKey });
  await showScreen(first.page, 'Discover');
  await startDiscovering(first.page, { seeds: 'oslo, molde', pauseMs: 400 });
  await expect(discovery(first.page).getByText(/^[2-9] of 500 requests$/)).toBeVisible();
  await discovery(first.page).getByRole('button', { name: 'Pause' }).click();
  await expect(discovery(first.page).getByText('Paused')).toBeVisible();
  await first.close();

  const second = await reopen();
  await showScreen(second.page, 'Discover');
  await expect(discovery(second.page).getByText('Paused')).toBeVisible();
  await expect(discovery(second.page).getByText(/^[2-9] of 500 requests$/)).toBeVisible();
  await expectNoViolations(second.page, 'Discover, paused');
  await discovery(second.page).getByRole('button', { name: 'Resume' }).click();
  await expect(discovery(second.page).getByText('Every leaf of the tree has a known atom.')).toBeVisible({
    timeout: 30_000,
  });
  await second.close();

  const [record = ''] = await readdir(`${profile}/discovery`);
  const text = await readFile(`${profile}/discovery/${record}`, 'utf8');
  const queries = [...text.matchAll(/"query":("(?:[^"\\]|\\.)*")/g)].map(([, query]) => query);
  expect(queries.length).toBeGreaterThan(2);
  expect(new Set(queries).size).toBe(queries.length);
  await service.stop();
});

test('importing a table adds the keys that the service returns, and lists the missing one', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.crop.maize', 'tall');
  await service.store('v1.crop.wheat, winter', 'short');
  const file = `${folder}/keys.csv`;
  await writeFile(
    file,
    '\ufeffnote,key\r\na,v1.crop.maize\r\nb,"v1.crop.wheat, winter"\r\nc,v1.crop.rye\r\nd,v1.crop.maize\r\n',
  );
  const { electron, page } = await open({ address: service.address, apiKey: service.readKey });
  await showScreen(page, 'Discover');
  const panel = page.getByRole('region', { name: 'Import known keys' });
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await panel.getByRole('button', { name: 'Choose file…' }).click();
  await expect(panel.getByText('3 keys; 1 duplicate')).toBeVisible();
  await expect(panel.getByLabel('Key column')).toHaveValue('1');
  await expect(panel.getByRole('button', { name: 'Import 3 keys' })).toBeInViewport();
  await expectNoViolations(page, 'Import, before it starts');

  // Choose another column, and back: the preview follows.
  await panel.getByLabel('Key column').selectOption('0');
  await expect(panel.getByText('4 keys.')).toBeVisible();
  await panel.getByLabel('Key column').selectOption('1');
  await expect(panel.getByText('3 keys; 1 duplicate')).toBeVisible();
  await panel.getByRole('button', { name: 'Import 3 keys' }).click();
  await expect(panel.getByText('Done')).toBeVisible();
  await expect(panel.getByText('2 new keys')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Keys that the service did not return' })).toHaveText(
    'v1.crop.rye',
  );
  await expectNoViolations(page, 'Import, with a missing key');
  await showScreen(page, 'Browse');
  await expect(page.getByRole('tree', { name: 'Known keys' })).toContainText('maize');
  await expect(page.getByRole('tree', { name: 'Known keys' })).not.toContainText('rye');
  await service.stop();
});

test('a file that is not UTF-8 is refused with the offset, and dropping a file does not navigate', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.readKey });
  await showScreen(page, 'Discover');
  const address = page.url();
  await page.getByRole('region', { name: 'Import known keys' }).evaluate((panel) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([new Uint8Array([97, 98, 0xff, 10])], 'keys.txt'));
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert')).toContainText('the byte at offset 2 is invalid');
  expect(page.url()).toBe(address);
  await service.stop();
});

import { join } from 'node:path';
import { startOpenServerStandIn } from '../engine/client/dialects/testing/openServerStandIn.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { prepareUpload, startSending, uploadResult } from './support/uploadSteps.ts';
import { fillConnectionForm, lookUp, recall, showScreen, showTab } from './support/steps.ts';

const keys = Array.from(
  { length: 60 },
  (_, at) => `v1.fact.pump_${at % 3}_is_${String(at).padStart(2, '0')}`,
);
const [first = '', second = '', third = ''] = keys;

test('an open server, from the connection to an audit: listed, verified over two trees, and stored to', async ({
  open,
  folder,
}) => {
  const server = await startOpenServerStandIn();
  server.add(keys);
  server.remove(third);
  server.train([first, second]);
  server.train([first, second]);
  server.train([first, second]);
  server.train([first, keys[3] ?? '']);
  const app = await open();
  const { page } = app;
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, { address: server.address, apiKey: server.fullKey });
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText(/It is an open Parametric Memory server/)).toBeVisible();
  await expect(form.getByText(/use a read key unless you store atoms/)).toBeVisible();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();

  await showScreen(page, 'Discover');
  await expect(page.getByText('No leaf map', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start discovery' }).click();
  const discovery = page.getByRole('region', { name: 'Discover' });
  await expect(discovery.getByText(/lists 59 keys and 1 deleted atom\. All keys were read/)).toBeVisible();
  await expectNoViolations(page, 'Discover, with the list of the service');

  await page.getByRole('button', { name: /Switch connection$/ }).click();
  await page.getByRole('menuitem', { name: 'Service facts' }).click();
  const facts = page.getByRole('dialog', { name: /^Service facts of/ });
  await expect(facts.getByText('Open Parametric Memory server', { exact: true })).toBeVisible();
  await expect(facts.getByText('GET /atoms: array of atoms in atoms')).toBeVisible();
  await expect(facts.getByText('Complete, as the proofs show')).toBeVisible();
  await expect(facts.getByText(/^GET \/events, not used: it does not announce every change/)).toBeVisible();
  await expect(facts.getByText(/not used: the response has the status and the proof of today/)).toBeVisible();
  await expect(facts.getByText('Not known yet. Run a recall.').first()).toBeVisible();
  await expectNoViolations(page, 'Service facts');
  await facts.getByRole('button', { name: 'Copy as text' }).click();
  await expect(facts.getByRole('button', { name: 'Copied' })).toBeVisible();
  await facts.getByRole('checkbox', { name: 'Known facts only' }).click();
  await expect(facts.getByText(/^Not known yet/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(facts).toBeHidden();

  await showScreen(page, 'Browse');
  await lookUp(page, first);
  await expect(page.getByText('Atoms of this service have no value.')).toBeVisible();
  await showTab(page, 'Proof');
  // Checks that passed are one line.
  await page.getByText(/checks passed/).click();
  await expect(page.getByText(/The root of proof 1 is the leaf of the next proof/)).toBeVisible();
  await showTab(page, 'History');
  await expect(page.getByText(/The history has only what this app has read/)).toBeVisible();

  await showScreen(page, 'Predictions');
  await page.getByRole('combobox', { name: 'Start key' }).fill(first);
  await page.getByRole('button', { name: 'Start chain', exact: true }).click();
  await page.getByRole('button', { name: /^Follow/ }).click();
  await expect(page.getByText('Done: 3 of 30 requests, 3 nodes.')).toBeVisible();
  await expect(page.getByText('75%')).toBeVisible();

  await showScreen(page, 'Browse');
  await page.getByRole('button', { name: 'New atom' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Key').fill('v1.fact.valve_is_open');
  await expect(editor.getByText('the content goes into the key')).toBeVisible();
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await expect(editor.getByText('Read back and verified.')).toBeVisible();
  await editor.getByRole('button', { name: 'Done' }).click();

  const file = ['key,value', 'v1.fact.valve_2_is_open,', 'v1.fact.valve_3_is_open,', ''].join('\n');
  await prepareUpload(app, join(folder, 'valves.csv'), file);
  await startSending(page, { batchAtoms: 10, verify: true });
  await expect(uploadResult(page)).toContainText('2 stored');
  await expect(uploadResult(page)).toContainText('Read back: 2 verified. All under one root');

  await page.getByRole('banner').getByRole('button', { name: 'Audit known keys' }).click();
  const summary = page.getByRole('region', { name: 'Audit summary' });
  await expect(summary.getByText('All 62 keys verified under one root')).toBeVisible();
  await expect(summary.getByText(/This audit would have caught a fault/)).toBeVisible();
  await server.close();
});

test('a shard root that is not a leaf of the master tree is shown as failed', async ({ open }) => {
  const server = await startOpenServerStandIn();
  server.add(keys);
  server.faults.otherShardOf = first;
  const { page } = await open({ address: server.address, apiKey: server.readKey });
  await showScreen(page, 'Recall');
  await recall(page, first);
  await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('img', { name: 'Failed' })).toHaveCount(
    1,
  );
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Connections' })
    .click();
  await expect(page.getByText('Open server')).toBeVisible();
  await server.close();
});

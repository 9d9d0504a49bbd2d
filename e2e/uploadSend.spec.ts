import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { batchStore } from './support/callScript.ts';
import { startScriptedService, type ScriptedService } from './support/scriptedService.ts';
import { startService, type RunningService } from './support/service.ts';
import { showScreen } from './support/steps.ts';
import { expectHeldOnce, prepareUpload, rowTable, type Atom } from './support/uploadSteps.ts';

function atomsOf(count: number): readonly Atom[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `v1.sensor.${String(at).padStart(5, '0')}.reading`,
    value: `reading ${at} of the day`,
  }));
}

/** The window with checked rows and the open send settings. */
async function prepare(app: RunningApp, folder: string, atoms: readonly Atom[]): Promise<void> {
  const lines = atoms.map(({ key, value }) => `${key},"${value.replaceAll('"', '""')}"`);
  await prepareUpload(app, join(folder, 'readings.csv'), ['key,value', ...lines, ''].join('\n'));
  await app.page.getByRole('button', { name: 'Review and send' }).click();
}

/** A service that holds back its responses from the third batch on, until it is released. */
async function startHoldingService(folder: string): Promise<{
  readonly service: RunningService;
  readonly scripted: ScriptedService;
  readonly letGo: () => void;
  readonly stop: () => Promise<void>;
}> {
  const service = await startService(join(folder, 'service'));
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const scripted = await startScriptedService(service.address, ({ route, nth }) =>
    route === batchStore && nth >= 3 ? { kind: 'hold', until } : { kind: 'pass' },
  );
  return {
    service,
    scripted,
    letGo: () => letGo(),
    stop: async () => {
      scripted.stop();
      await service.stop();
    },
  };
}

async function chooseBatches(page: Page, atoms: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Batch size (atoms)' }).fill(String(atoms));
}

function progress(page: Page): Locator {
  return page.getByRole('region', { name: 'Progress' });
}

const script = join(__dirname, '../shared/evidence/verify_evidence.py');

/** With the key that signed the bundle, as if its signer had named it. */
async function verifyInPython(bundle: string): Promise<{ readonly code: number; readonly out: string }> {
  const { dsseEnvelope } = JSON.parse(await readFile(bundle, 'utf8')) as {
    dsseEnvelope: { signatures: [{ keyid: string }] };
  };
  const [{ keyid }] = dsseEnvelope.signatures;
  return new Promise((resolve) => {
    execFile('python3', [script, bundle, '--key', keyid], { maxBuffer: 2 ** 26 }, (error, out) => {
      resolve({ code: error === null ? 0 : Number(error.code), out });
    });
  });
}

test('an upload is reviewed, sent in batches, read back with one root, exported and deleted', async ({
  open,
  folder,
}) => {
  const service = await startService(join(folder, 'service'));
  const atoms = atomsOf(1_200);
  const app = await open({ address: service.address, apiKey: service.fullKey, name: 'sensors' });
  const { page, electron } = app;
  await prepare(app, folder, atoms);

  const plan = page.getByRole('region', { name: 'Send' });
  await expect(plan).toContainText('1,200 rows');
  await expect(plan).toContainText('3 batches of up to 500 atoms');
  await expect(plan).toContainText('Each batch is all or nothing, but the upload as a whole is not');
  await expect(plan).toContainText('The rows were not compared with the service');
  await expectNoViolations(page, 'the plan');
  await chooseBatches(page, 2_000);
  await expect(plan).toContainText('this upload is all or nothing');
  await chooseBatches(page, 500);
  await plan.getByRole('button', { name: 'Send 1,200 atoms to sensors' }).click();

  const result = page.getByRole('region', { name: '1,200 stored' });
  await expect(result).toContainText('Read back: 1,200 verified.');
  await expect(result).toContainText('All under one root');
  await expectNoViolations(page, 'the result');
  await expectHeldOnce(service, atoms);

  // The list: filter, search, row details, Show in Browse.
  const rows = page.getByRole('region', { name: 'Rows' });
  await rows.getByRole('button', { name: 'Verified 1,200' }).click();
  await rows.getByRole('textbox', { name: 'Search keys' }).fill('00777');
  await rows.getByRole('row', { name: /00777/ }).click();
  await expect(page.getByRole('complementary', { name: 'Row details' })).toContainText(
    'reading 777 of the day',
  );

  const report = join(folder, 'report.csv');
  await electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, report);
  await page.getByRole('button', { name: 'Export the outcome of every row' }).click();
  await page.getByRole('menuitem', { name: 'CSV…' }).click();
  await expect(page.getByText(`Saved to ${report}`)).toBeVisible();
  expect((await readFile(report, 'utf8')).trim().split('\n')).toHaveLength(1_201);

  await page.getByRole('button', { name: 'Show in Browse' }).click();
  await expect(page.getByRole('tab', { name: /00777/ })).toBeVisible();
  await showScreen(page, 'Upload');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('dialog')).not.toContainText('not been exported');
  await page.getByRole('button', { name: 'Close upload' }).click();
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  await service.stop();
});

test('sending can be paused and resumed in Upload and in Browse, and stores every atom once', async ({
  open,
  folder,
}) => {
  const { service, scripted, letGo, stop } = await startHoldingService(folder);
  const atoms = atomsOf(100);
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const { page } = app;
  await prepare(app, folder, atoms);
  await chooseBatches(page, 20);
  await page.getByRole('button', { name: /^Send 100 atoms/ }).click();
  await expect(progress(page).getByText('40 of 100', { exact: true })).toBeVisible();
  await progress(page).getByRole('button', { name: 'Pause' }).click();
  await expect(progress(page).getByRole('heading', { name: /^Paused/ })).toBeVisible();
  letGo();
  await expect(progress(page).getByText('60 of 100', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'paused');

  await showScreen(page, 'Browse');
  await expect(page.getByText('The upload of “readings.csv” is paused: 60 stored')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload (Paused)' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('The upload of “readings.csv” has ended: 100 stored')).toBeVisible();
  await page.getByRole('button', { name: 'Show upload' }).click();
  await expect(page.getByRole('region', { name: '100 stored' })).toContainText('Read back: 100 verified');
  await expectHeldOnce(service, atoms);
  await stop();
});

test('stopping keeps stored atoms and marks the other rows as not sent', async ({ open, folder }) => {
  const { service, scripted, letGo, stop } = await startHoldingService(folder);
  const atoms = atomsOf(100);
  const app = await open({ address: scripted.address, apiKey: service.fullKey });
  const { page } = app;
  await prepare(app, folder, atoms);
  await chooseBatches(page, 20);
  await page.getByRole('button', { name: /^Send 100 atoms/ }).click();
  await expect(progress(page).getByText('40 of 100', { exact: true })).toBeVisible();
  await progress(page).getByRole('button', { name: 'Stop' }).click();
  const asking = page.getByRole('dialog', { name: 'Stop this upload?' });
  await expect(asking).toBeVisible();
  await expectNoViolations(page, 'stopping an upload');
  await expect(asking).toContainText('stay stored');
  await asking.getByRole('button', { name: 'Stop upload' }).click();
  await expect(asking).toBeHidden();
  // The upload waits for the current batch.
  letGo();

  await expect(page.getByRole('heading', { name: /^Stopped: 60 stored and 40 not sent/ })).toBeVisible();
  await expectHeldOnce(
    service,
    atoms.slice(0, 60),
    atoms.slice(60).map(({ key }) => key),
  );
  await expect(page.getByText('Not read back: the service reported these rows as stored')).toBeVisible();

  // Store one of the unsent rows manually.
  await page.getByRole('button', { name: /^Skipped/ }).click();
  await page.getByRole('textbox', { name: 'Search keys' }).fill('00099');
  await page.getByRole('row', { name: /00099/ }).click();
  await page.getByRole('button', { name: 'Store manually…' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await expect(editor.getByText('Stored as version 1')).toBeVisible();
  await stop();
});

test('a refused row is fixed in place and stored with the rest of its batch', async ({ open, folder }) => {
  const service = await startService(join(folder, 'service'));
  const plain = atomsOf(60);
  const secret = 'deploy with AKIAIOSFODNN7QXMPLKZ today';
  const atoms = plain.map((atom, at) => (at === 37 ? { ...atom, value: secret } : atom));
  const app = await open({ address: service.address, apiKey: service.fullKey });
  const { page } = app;
  await prepare(app, folder, atoms);

  // The app finds the credential too, so nothing is sent before the user decides.
  await expect(page.getByText('Fix, allow, or skip 1 blocked row first.')).toBeVisible();
  await page.getByRole('button', { name: 'Show rows: blocked' }).click();
  await page.getByRole('grid', { name: 'Rows of the upload' }).getByRole('row', { name: /00037/ }).click();
  await page
    .getByRole('button', { name: /^Allow/ })
    .first()
    .click();
  const asking = page.getByRole('dialog');
  await asking.getByRole('checkbox').check();
  await asking.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('button', { name: /^Send 60 atoms/ }).click();

  const question = page.getByRole('region', { name: /^The service refused a row/ });
  await expect(question).toBeFocused();
  await expect(question).toContainText('v1.sensor.00037.reading');
  await expect(question.locator('mark')).toHaveText('AKIAIOSFODNN7QXMPLKZ');
  await expect(page.getByRole('button', { name: 'Upload (Waiting for you)' })).toBeVisible();
  expect((await service.readAll(atoms.map(({ key }) => key))).size).toBe(0);
  await expectNoViolations(page, 'a refused row');
  // Also on Browse without known keys.
  await showScreen(page, 'Browse');
  await expect(page.getByText('The upload of “readings.csv” is waiting for you')).toBeVisible();
  await page.getByRole('button', { name: 'Show upload' }).click();
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Fix…' }).click();
  await expectNoViolations(page, 'a refused row, being fixed');
  await question.getByRole('textbox', { name: 'Value' }).fill('deploy with the key from the vault');
  await question.getByRole('button', { name: 'Send fixed row' }).click();

  await expect(page.getByRole('region', { name: '60 stored' })).toContainText('Read back: 60 verified');
  const fixed = atoms.map((atom, at) =>
    at === 37 ? { ...atom, value: 'deploy with the key from the vault' } : atom,
  );
  await expectHeldOnce(service, fixed);
  await service.stop();
});

test('an interrupted upload resumes after a restart and sends nothing twice', async ({
  open,
  reopen,
  folder,
}) => {
  const { service, scripted, letGo, stop } = await startHoldingService(folder);
  const atoms = atomsOf(100);
  const first = await open({ address: scripted.address, apiKey: service.fullKey });
  await prepare(first, folder, atoms);
  await chooseBatches(first.page, 20);
  await first.page.getByRole('button', { name: /^Send 100 atoms/ }).click();
  await expect(progress(first.page).getByText('40 of 100', { exact: true })).toBeVisible();
  // The app quits although a response is outstanding.
  await first.close();
  letGo();

  const { page } = await reopen();
  await expect(page.getByRole('button', { name: 'Upload (Interrupted)' })).toBeVisible();
  await showScreen(page, 'Browse');
  await expect(page.getByText('The upload of “readings.csv” was interrupted: 40 stored')).toBeVisible();
  await page.getByRole('button', { name: 'Show upload' }).click();
  await expect(progress(page)).toContainText('The app closed before the upload finished');
  await progress(page).getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('region', { name: '100 stored' })).toContainText('Read back: 100 verified');
  await expectHeldOnce(service, atoms);
  await stop();
});

test('a row that a colleague changed since the comparison is on hold, and replaces nothing until the user says so', async ({
  open,
  folder,
}) => {
  const service = await startService(join(folder, 'service'));
  const [first, second] = atomsOf(2);
  if (first === undefined || second === undefined) throw new Error('There are two atoms.');
  await service.storeAll([{ ...first, value: 'before' }, second, { ...first, key: 'v1.sensor.gone' }]);
  const app = await open({ address: service.address, apiKey: service.fullKey, name: 'sensors' });
  const { page } = app;
  await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    const connectionId = connections.value[0]?.id ?? '';
    await window.atomExplorer.readAtom({ connectionId, requestId: 'r', key: 'v1.sensor.gone' });
  });
  await prepare(app, folder, [first, second]);
  const plan = page.getByRole('region', { name: 'Send' });
  await expect(plan).toContainText('If the service has another value for a key, its row waits');
  await plan.getByRole('button', { name: 'Compare first' }).click();
  await expect(page.getByText('Compared with the service: 0 new, 1 changed, and 1 the same.')).toBeVisible();
  // An atom that this app knows and the file no longer has.
  await page.getByRole('button', { name: '1 not in the file…' }).click();
  const absent = page.getByRole('dialog', { name: '1 known atom not in the file' });
  await expect(absent.getByRole('listbox')).toContainText('gone');
  await expectNoViolations(page, 'atoms that are not in the file');
  await page.keyboard.press('Escape');
  await service.storeAll([{ ...first, value: 'of a colleague' }]);
  await plan.getByRole('button', { name: 'Send 1 atom to sensors' }).click();

  const result = page.getByRole('region', { name: '1 unchanged and 1 on hold' });
  await expect(result).toContainText(
    '1 row is on hold, because the service has another value than you have seen.',
  );
  const rows = page.getByRole('region', { name: 'Rows' });
  await rows.getByRole('button', { name: 'On hold 1' }).click();
  await rowTable(page).getByText(first.key).click();
  const details = page.getByRole('complementary', { name: 'Row details' });
  await expect(details).toContainText('Not sent: the service has a value that was not compared');
  await expectNoViolations(page, 'a row on hold');
  expect((await service.readAll([first.key])).get(first.key)).toMatchObject({
    value: 'of a colleague',
    version: 2,
  });

  await details.getByRole('button', { name: 'Queue for sending' }).click();
  await page.getByRole('button', { name: 'Send 1 remaining row…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 atom' }).click();
  await expect(page.getByRole('region', { name: '1 stored and 1 unchanged' })).toBeVisible();
  expect((await service.readAll([first.key])).get(first.key)).toMatchObject({
    value: first.value,
    version: 3,
  });

  // Three clicks to a signed file that others verify without the app: the last one is that of the system's dialog.
  const bundle = join(folder, 'upload.sigstore.json');
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, bundle);
  await page.getByRole('button', { name: 'Export evidence…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save as…' }).click();
  await expect(page.getByText(/Saved to .*upload\.sigstore\.json/)).toBeVisible();
  const verified = await verifyInPython(bundle);
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.out).toContain(
    '2 proofs of receipts, of which 0 differ from the record; 0 atoms were not read back, or not there.',
  );

  // What the row has replaced is given back, as one batch.
  await page.getByRole('button', { name: 'Store previous value…' }).click();
  const restore = page.getByRole('dialog', { name: 'Store previous values' });
  await expect(restore.getByText('1 atom gets its previous value.')).toBeVisible();
  await expectNoViolations(page, 'the previous value of an upload');
  await restore.getByRole('button', { name: 'Store 1 atom as one batch' }).click();
  await restore.getByRole('button', { name: 'Done' }).click();
  expect((await service.readAll([first.key])).get(first.key)).toMatchObject({
    value: 'of a colleague',
    version: 4,
  });
  await service.stop();
});

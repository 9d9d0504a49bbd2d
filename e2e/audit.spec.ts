import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { publicKeyPem } from '../engine/connections/identity/ed25519.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { learnKeys } from './support/knownKeys.ts';
import { startAlteringProxy } from './support/alteringProxy.ts';
import { startService } from './support/service.ts';
import { openOnlyConnection } from './support/sharedApp.ts';
import { showScreen } from './support/steps.ts';

const summary = (page: Page): Locator => page.getByRole('region', { name: 'Audit summary' });
const audits = (page: Page): Locator => page.getByRole('listbox', { name: 'Audits' }).getByRole('option');

/** From now on the system's dialog saves to this file. Resolves to how often it was asked. */
async function saveTo(electron: ElectronApplication, filePath: string): Promise<() => Promise<number>> {
  await electron.evaluate(({ dialog }, chosen) => {
    const counted = globalThis as unknown as { dialogs: number };
    counted.dialogs = 0;
    dialog.showSaveDialog = () => {
      counted.dialogs += 1;
      return Promise.resolve({ canceled: false, filePath: chosen });
    };
  }, filePath);
  return () => electron.evaluate(() => (globalThis as unknown as { dialogs: number }).dialogs);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let step = 0; step < 60; step += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

test('from opening the app to signed evidence of the demo memory: five steps, by keyboard alone', async ({
  open,
  placeSharedDemo,
  folder,
}) => {
  await placeSharedDemo();
  const { electron, page } = await open();
  const file = `${folder}/audit.sigstore.json`;
  const asked = await saveTo(electron, file);
  let presses = 0;
  const press = async (name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    presses += 1;
  };
  await press('Explore the demo memory');
  await press('Audit known keys');
  await expect(summary(page).getByText('All 345 keys verified under one root')).toBeVisible();
  await press('Save signed evidence…');
  const form = page.getByRole('dialog');
  await expect(form.getByText('345 keys with versions, hashes, proofs, and times')).toBeVisible();
  await expect(form.getByText(/^345 values \(.*\) as plain text/)).toBeVisible();
  await press('Save as…');
  await expect(page.getByText(/Saved to .*Signed with installation key/)).toBeVisible();
  expect(presses + (await asked())).toBe(5);

  // With a report that can be printed, and the name of the person who prepared it.
  await electron.evaluate(({ dialog, shell }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    const noted = globalThis as unknown as { shown: string };
    shell.showItemInFolder = (shown) => {
      noted.shown = shown;
    };
  }, folder);
  await page.getByRole('button', { name: 'Save signed evidence…' }).click();
  await form.getByRole('radio', { name: 'No values' }).click();
  await expect(form.getByText('No values', { exact: true })).toHaveCount(2);
  await form.getByRole('checkbox', { name: 'Report (PDF)' }).check();
  await form.getByRole('checkbox', { name: 'Report (HTML)' }).check();
  await form.getByRole('textbox', { name: 'Prepared by' }).fill('Ada Lovelace');
  await expectNoViolations(page, 'saving the evidence of an audit');
  await form.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(summary(page).getByText(/\.sigstore\.json, ….html, ….pdf$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => electron.evaluate(() => (globalThis as unknown as { shown: string }).shown))
    .toMatch(/Z verified\.sigstore\.json$/);
  const bundle = await electron.evaluate(() => (globalThis as unknown as { shown: string }).shown);
  expect(dirname(dirname(bundle))).toBe(folder);
  const beside = bundle.replace(/\.sigstore\.json$/, '');
  expect((await readFile(`${beside}.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await readFile(`${beside}.html`, 'utf8')).toContain('<dd>Ada Lovelace</dd>');
  const content = Buffer.from(
    (JSON.parse(await readFile(bundle, 'utf8')) as { dsseEnvelope: { payload: string } }).dsseEnvelope
      .payload,
    'base64',
  ).toString();
  expect(content).not.toContain('"value":');

  // The system's dialog prints the report.
  await electron.evaluate(({ app }) => {
    app.once('browser-window-created', (_event, { webContents }) => {
      webContents.print = (_options, done) => {
        const noted = globalThis as unknown as { printed: string };
        noted.printed = webContents.getTitle();
        done?.(false, 'Print job canceled');
      };
    });
  });
  await page.getByRole('button', { name: 'More actions', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Print report…' }).click();
  await expect
    .poll(() => electron.evaluate(() => (globalThis as unknown as { printed?: string }).printed ?? ''))
    .toBe('Audit report: All 345 keys verified under one root');

  // The window and the command line say the same of it: no more than what the bundle proves.
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await showScreen(page, 'Evidence');
  await page.getByRole('button', { name: 'Open file…' }).click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  const recorded = 'It records an audit: “All 345 keys verified under one root”.';
  await expect(evidence.getByText(recorded)).toBeVisible();
  await expect(evidence.getByText('It contains 345 reads: 345 verified.')).toBeVisible();
  await expect(evidence.getByText('This audit would have caught a fault')).toBeVisible();
  await expect(evidence.getByText('Not looked at: keys that Atom Explorer does not know.')).toBeVisible();
  await expect(page.getByText('Could not check').first()).toBeVisible();
  await expectNoViolations(page, 'evidence of an audit');
  const program = join(__dirname, '..', 'out', 'main', 'cli.js');
  const { code, shown } = await new Promise<{ readonly code: unknown; readonly shown: string }>((resolve) => {
    execFile(process.execPath, [program, 'verify', file], (error, output) => {
      resolve({ code: error === null ? 0 : error.code, shown: output });
    });
  });
  expect(code).toBe(3);
  expect(shown).toContain(recorded);
  expect(shown).toContain('It contains 345 reads: 345 verified.');
});

test('faults are found, named, one click from their proof, and apart from what did not change', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = Array.from(
    { length: 300 },
    (_, at) => `v1.store.shelf-${at % 6}.item.${String(at).padStart(3, '0')}`,
  );
  await service.storeAll(keys.map((key) => ({ key, value: `value of ${key}` })));
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await showScreen(page, 'Audit');
  await expect(page.getByText('No audits yet')).toBeVisible();
  await showScreen(page, 'Browse');
  await learnKeys(page, keys);
  await page.getByRole('banner').getByRole('button', { name: 'Audit known keys' }).click();
  await expect(summary(page).getByText('All 300 keys verified under one root')).toBeVisible();
  await expect(summary(page).getByText(/This audit would have caught a fault/)).toBeVisible();

  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'Repeat' }).click();
  await expect(summary(page).getByText('300 of 300 keys failed')).toBeVisible();
  await expect(
    summary(page).getByRole('row', { name: /^The content does not match the leaf/ }),
  ).toContainText('300');
  const failures = summary(page).getByRole('grid', { name: 'Failures' });
  await expect(failures.getByText('The content does not match the leaf').first()).toBeVisible();
  await expectNoViolations(page, 'an audit with failures');

  // By keyboard alone: the leaf map, and the proof of the second failure.
  await summary(page).getByRole('listbox', { name: 'Leaf map' }).press('End');
  await expect(summary(page).getByText(/^Leaves? 29[89].*failed$/)).toBeVisible();
  await failures.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const proof = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(proof.getByRole('heading', { name: 'Verification failed' })).toBeVisible();

  // What the user left is still there, with its filters.
  await showScreen(page, 'Audit');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Keys').click();
  await page.getByRole('textbox', { name: 'Prefix' }).fill('v1.store.shelf-3.item.003');
  const found = page.getByRole('grid', { name: 'Keys' });
  await expect(found.getByRole('row')).toHaveCount(2);
  await found.getByText('item.003').click();
  const details = page.getByRole('region', { name: 'Key details' });
  await expect(details).toContainText('The content does not match the leaf');
  await expect(details).toContainText('SHA-256 of the value');
  await expectNoViolations(page, 'the keys of an audit');
  // They are there again after the proof was opened.
  await found.press('Enter');
  await expect(proof.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await showScreen(page, 'Audit');
  await expect(found.getByRole('row', { selected: true })).toContainText('item.003');
  await expect(details).toContainText('The content does not match the leaf');

  // A rewritten history has valid proofs: only the comparison with earlier responses shows it.
  await service.setFaults({ tamper: 'history' });
  await audits(page).last().click();
  await expect(summary(page).getByText('All 300 keys verified under one root')).toBeVisible();
  await page.getByRole('button', { name: 'Compare…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByRole('radio', { name: 'The memory as it is now' }).click();
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  const differences = page.getByRole('grid', { name: 'Differences' });
  await page.getByText(/^Same version, different value 1$/).click();
  await expect(differences.getByText(keys[0] ?? '')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await expect(audits(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  await page
    .getByRole('dialog', { name: 'Schedule audit' })
    .getByRole('button', { name: 'Schedule' })
    .click();
  const schedules = page.getByRole('region', { name: 'Schedules' });
  await expect(schedules).toContainText(/Every day, next \d{4}-/);
  await schedules.getByRole('switch').uncheck({ force: true });
  await expect(schedules).toContainText('Every day, off');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('before the move');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(audits(page).filter({ hasText: 'before the move' })).toHaveCount(1);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(audits(page)).toHaveCount(2);
  await service.stop();
});

test('each fault of a service is found, and named by what it is', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const proxy = await startAlteringProxy(service.address);
  // More than one batch.
  const keys = Array.from({ length: 600 }, (_, at) => `v1.store.item.${String(at).padStart(3, '0')}`);
  const [rewritten = '', renewed = '', hidden = ''] = keys;
  await service.storeAll(keys.map((key) => ({ key, value: `value of ${key}` })));
  const old = new Map((await service.answersFor(keys)).map((atom) => [atom.key, atom]));
  await service.store(renewed, 'newer');
  const { page } = await open({ address: proxy.address, apiKey: service.readKey });
  await learnKeys(page, keys);
  await page.getByRole('banner').getByRole('button', { name: 'Audit known keys' }).click();
  await expect(summary(page).getByText('All 600 keys verified under one root')).toBeVisible();

  let count = 1;
  const repeat = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Repeat' }).click();
    count += 1;
    await expect(audits(page)).toHaveCount(count);
    await expect(summary(page).getByRole('status')).toBeVisible();
  };
  const verdict = summary(page).getByRole('status');
  const byCheck = (words: string): Locator =>
    summary(page).getByRole('row', { name: new RegExp(`^${words}`) });
  const failures = summary(page).getByRole('grid', { name: 'Failures' });
  const failed = (key: string): Locator => failures.getByRole('row').filter({ hasText: key });

  await test.step('an altered sibling', async () => {
    await service.setFaults({ tamper: 'sibling' });
    await repeat();
    await expect(verdict).toContainText('600 of 600 keys failed');
    await expect(byCheck('The path does not lead to the root')).toContainText('600');
  });
  await service.setFaults({});

  await test.step('two roots in one batch', async () => {
    const some = new Set(keys.slice(10, 15));
    proxy.alter((atoms) => atoms.map((atom) => (some.has(atom.key) ? (old.get(atom.key) ?? atom) : atom)));
    await repeat();
    await expect(verdict).toContainText('keys failed');
    await expect(byCheck('Two roots in one response')).toBeVisible();
  });

  await test.step('the denial of a proven key', async () => {
    proxy.alter((atoms) => atoms.filter(({ key }) => key !== hidden));
    await repeat();
    await expect(verdict).toContainText('1 of 600 keys failed');
    await expect(failed(hidden)).toContainText('Not returned, although proven under this root');
  });

  await test.step('missing atoms, where the root is another one', async () => {
    await service.store('v1.elsewhere', 'so that there is another root');
    await repeat();
    await expect(verdict).toContainText('Not fully checked: 599 of 600 keys proven');
    await expect(verdict).toContainText('1 key was not returned');
    await expect(summary(page).getByRole('grid', { name: 'Not proven' })).toContainText(hidden);
  });

  await test.step('a stale snapshot', async () => {
    proxy.alter((atoms) => atoms.map((atom) => old.get(atom.key) ?? atom));
    await repeat();
    await expect(failed(renewed)).toContainText('Version went back');
    await expect(byCheck('The tree became smaller')).toContainText('599');
  });
  proxy.alter((atoms) => atoms);

  await test.step('a forked root', async () => {
    await service.setFaults({ tamper: 'fork' });
    await repeat();
    await expect(verdict).toContainText('has the tree size of an earlier root');
    await expect(summary(page).getByRole('region', { name: 'Roots of the audit' })).toContainText(
      'Two roots, same size',
    );
  });

  await test.step('a rewritten history', async () => {
    await service.setFaults({ tamper: 'history' });
    await repeat();
    await expect(verdict).toContainText('1 of 600 keys failed');
    await expect(failed(rewritten)).toContainText('Rewritten: same version, different value');
  });
  proxy.stop();
  await service.stop();
});

test('an audit whose app was killed is interrupted, and resumes to the same result', async ({
  open,
  reopen,
  sharedProfile,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const keys = Array.from({ length: 2_000 }, (_, at) => `v1.store.item.${String(at).padStart(5, '0')}`);
  await service.storeAll(keys.map((key) => ({ key, value: `value of ${key}` })));
  const first = await open({ address: service.address, apiKey: service.fullKey, knownKeys: keys });
  await service.setFaults({ latencyMs: 500 });
  await first.page.getByRole('banner').getByRole('button', { name: 'Audit known keys' }).click();
  const strip = first.page.getByRole('group', { name: 'Audit' });
  await expect(strip).toContainText(/[1-9][\d,]* of 2,000 keys/);
  // The next request hangs, so the audit cannot end before the app does.
  await service.setFaults({ latencyMs: 600_000 });
  const process = first.electron.process();
  const killed = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await killed;
  await service.setFaults({});

  const second = await reopen();
  const { page } = second;
  await openOnlyConnection(second);
  await showScreen(page, 'Audit');
  const interrupted = page.getByRole('group', { name: 'Audit' });
  await expect(interrupted).toContainText(/Interrupted\s*[1-9][\d,]* of 2,000 keys/);
  await expect(summary(page).getByText(/verified under one root/)).toBeHidden();
  await expectNoViolations(page, 'an interrupted audit');
  await interrupted.getByRole('button', { name: 'Resume' }).click();
  await expect(summary(page).getByText('All 2,000 keys verified under one root')).toBeVisible();

  // The command line uses what the app has in the keychain: the API key of this connection, and the key to sign with.
  await mkdir(join(folder, 'config'));
  await symlink(sharedProfile, join(folder, 'config', 'Atom Explorer'));
  await writeFile(join(folder, 'keys.txt'), keys.slice(0, 100).join('\n'));
  const command = (...args: readonly string[]) =>
    new Promise<readonly [code: unknown, told: string]>((resolve) => {
      const env = { ...globalThis.process.env, XDG_CONFIG_HOME: join(folder, 'config') };
      const program = join(__dirname, '..', 'out', 'main', 'cli.js');
      execFile(
        globalThis.process.execPath,
        [program, ...args],
        { cwd: folder, env },
        (error, shown, told) => {
          resolve([error === null ? 0 : error.code, shown + told]);
        },
      );
    });
  const audit = ['audit', '--keys', 'keys.txt', '--key-connection', 'test memory', '--url'];
  const [code, told] = await command(...audit, service.address, '--bundle', 'signed.sigstore.json');
  expect(told).toContain('All 100 keys verified under one root');
  expect(code).toBe(0);
  expect(told).not.toContain(service.fullKey);
  const identity = JSON.parse(await readFile(join(sharedProfile, 'identity.json'), 'utf8')) as {
    readonly current: { readonly publicKey: string };
  };
  await writeFile(
    join(folder, 'signer.pem'),
    publicKeyPem(Buffer.from(identity.current.publicKey, 'base64')),
  );
  const [, verified] = await command('verify', 'signed.sigstore.json', '--key', 'signer.pem');
  expect(verified).toContain('Intact, signer known');
  // The key is for the address that it was saved for, and for no other.
  const [refused, why] = await command(...audit, 'http://127.0.0.1:1');
  expect([refused, why]).toEqual([2, expect.stringContaining('was not saved for http://127.0.0.1:1')]);
  await service.stop();
});

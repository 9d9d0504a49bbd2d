import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { startTimestampServer } from '../engine/evidence/timestamps/testing/timestampServer.ts';
import { opensslAuthority } from '../shared/timestamp/testing/opensslAuthority.ts';
import { expectNoViolations } from './support/axe.ts';
import { expect, startAgain, test } from './support/app.ts';
import { keyringDump } from './support/secretTool.ts';
import { startService } from './support/service.ts';
import { connect, lookUp, showScreen } from './support/steps.ts';

const key = 'v1.project.atlas.status';

/** The system's dialogs take this file, without being shown. */
async function answerFileDialogs(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, file);
}

/** What the system does when the user drops a file on the middle of the window. */
async function dropOnWindow(page: Page, file: string): Promise<void> {
  const system = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await system.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await system.detach();
}

/** What the system does on a double click on a file of the app. */
async function openFromSystem(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ app }, given) => {
    app.emit('second-instance', {}, ['atom-explorer', given], '/');
  }, file);
}

test('from seeing red to a bundle on disk by keyboard alone, which opens with the same verdict', async ({
  launch,
  folder,
  profile,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.project.atlas.owner', 'Mira');
  await service.store(key, 'on track');
  await service.store('v1.project.atlas.budget', '1200');
  const app = await launch();
  const { page, electron } = app;
  await connect(page, { address: service.address, apiKey: service.fullKey });
  await lookUp(page, key);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await service.setFaults({ tamper: 'value' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const header = page.getByRole('button', { name: 'Failed', exact: true });
  await expect(header).toBeVisible();

  // The service tells the truth again: the evidence must show what was seen.
  await service.setFaults({});
  const file = join(folder, 'red.sigstore.json');
  await answerFileDialogs(electron, file);
  await header.focus();
  await page.keyboard.press('Tab');
  const exportButton = page.getByRole('button', { name: 'Export evidence…' }).first();
  await expect(exportButton).toBeFocused();
  // The first activation.
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export evidence' });
  // With the earlier read that it contradicts.
  await expect(dialog.getByText('2 values')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Responses as received' })).toBeChecked();
  await expectNoViolations(page, 'evidence');
  const save = dialog.getByRole('button', { name: 'Save as…' });
  await expect(save).toBeFocused();
  // The second one. The third would be in the system's dialog.
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  await expect(dialog).toBeHidden();

  // The signature is of the key in the keychain.
  const bundle = await readFile(file, 'utf8');
  const fingerprint = /"keyid":"([0-9a-f]{64})"/.exec(bundle)?.[1] ?? 'none';
  expect(await keyringDump()).toContain(`installation key ${fingerprint}`);
  expect(bundle).not.toContain(service.fullKey);

  // A second export, with the script and a timestamp of an authority on this computer.
  const stamped = join(folder, 'stamped.sigstore.json');
  await answerFileDialogs(electron, stamped);
  await mkdir(join(folder, 'tsa'));
  const authority = opensslAuthority(join(folder, 'tsa'), { key: 'rsa' });
  const server = await startTimestampServer(authority);
  await exportButton.click();
  await dialog.getByRole('checkbox', { name: 'Verification script' }).check();
  await dialog.getByRole('checkbox', { name: 'Timestamp' }).check();
  await expect(save).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Timestamp authority' }).fill(server.address);
  await expectNoViolations(page, 'evidence');
  server.respondWith({ status: 404 });
  await save.click();
  await expect(dialog.getByText('responded with status 404')).toBeVisible();
  server.respondWith(null);
  await save.click();
  await expect(dialog).toBeHidden();
  await server.stop();
  expect(await readFile(join(folder, 'README-verify_evidence.txt'), 'utf8')).toContain(fingerprint);
  expect(await readFile(join(folder, 'verify_evidence.py'), 'utf8')).toContain('def main(');

  // It opens with the same verdict, without the service.
  await service.stop();
  await showScreen(page, 'Evidence');
  await answerFileDialogs(electron, file);
  await page.getByRole('button', { name: 'Open file…' }).click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence.getByRole('heading', { name: 'Intact, signer known' })).toBeVisible();
  await expect(evidence.getByText('It was signed by this installation').first()).toBeVisible();
  await expect(evidence.getByRole('heading', { name: 'What this does not show' })).toBeVisible();
  const checks = evidence.getByRole('list', { name: 'Checks' });
  await expect(checks.getByRole('listitem').filter({ hasText: 'Content' })).toContainText('failed');
  await evidence.getByRole('button', { name: 'Show', exact: true }).last().click();
  await expect(evidence.getByRole('textbox', { name: 'Response as received' })).toContainText('(altered)');
  await expectNoViolations(page, 'evidence');

  // Nobody vouches for the timestamp until its authority is trusted.
  // A second start passes the file to the first, raises its window, and ends.
  await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('There is no window.');
    window.focus = () => window.setTitle('brought to the front');
  });
  await startAgain(app, profile, stamped);
  expect(
    await electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    ),
  ).toEqual(['brought to the front']);
  await expect(evidence.getByText('Could not check who issued the timestamp')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Add certificate…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add timestamp authority' });
  await adding.getByLabel('Name').fill('Our clock');
  await adding.getByLabel('Certificate').fill(authority.rootPem);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('O=Test, CN=Test root')).toBeVisible();
  await expectNoViolations(page, 'evidence');
  await openFromSystem(electron, stamped);
  await expect(evidence.getByText('whose certificate you trust as “Our clock”')).toBeVisible();

  // One altered byte.
  const at = bundle.indexOf('"payload":"') + 600;
  const altered = `${bundle.slice(0, at)}${bundle[at] === 'A' ? 'B' : 'A'}${bundle.slice(at + 1)}`;
  const alteredFile = join(folder, 'altered.sigstore.json');
  await writeFile(alteredFile, altered);
  await showScreen(page, 'Browse');
  await openFromSystem(electron, alteredFile);
  await expect(page.getByRole('heading', { name: 'Altered or damaged' })).toBeVisible();
  await expect(page.getByText('Nothing in it is shown')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Checks' })).toHaveCount(0);

  // A file that is no evidence is refused, and leaves the screen as it is.
  await writeFile(alteredFile, '{"mediaType":1}');
  await answerFileDialogs(electron, alteredFile);
  await page.getByRole('button', { name: 'Open file…' }).click();
  await expect(page.getByText('This is not a Sigstore bundle.')).toBeVisible();

  // After the key was replaced, the bundle is still by this installation.
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}`)).toBeVisible();
  await page.getByRole('button', { name: 'Replace…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByRole('region', { name: 'Earlier installation keys' })).toBeVisible();
  await expectNoViolations(page, 'evidence');
  await showScreen(page, 'Browse');
  await dropOnWindow(page, file);
  await expect(page.getByText('with an earlier key, whose fingerprint is').first()).toBeVisible();
});

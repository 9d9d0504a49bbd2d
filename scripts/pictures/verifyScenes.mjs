import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileKey } from './samples.mjs';
import * as steps from './steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */

/** @type {Scene} */
export async function playProof({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.lookUp(window, 'v1.user.Glen.preference.theme');
  await steps.showTab(window, 'Proof');
  await window.getByRole('list', { name: 'Checks' }).waitFor();
  await shoot('proof-green');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.recall(window, "Glen's preferences");
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, 'v1.user.Glen.preference.theme');
  await window.getByRole('list', { name: 'Checks' }).waitFor();
  await shoot('proof-pinned-service');
  for (const tamper of ['sibling', 'value', 'root']) {
    await service.setFaults({ tamper });
    await window.getByRole('button', { name: 'Refresh' }).click();
    await window.getByRole('heading', { name: 'Verification failed' }).waitFor();
    await window
      .getByRole('button', { name: 'Refresh' })
      .and(window.locator(':not([data-loading])'))
      .waitFor();
    await shoot(`proof-${tamper}`);
  }
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  await window.getByRole('button', { name: /^Read and verify/ }).click();
  await window.getByRole('button', { name: 'Dismiss' }).last().waitFor();
  await shoot('browse-tampered');
}

/** @type {Scene} */
export async function playLedger({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Roots');
  await window.getByText('No roots yet').waitFor();
  await shoot('ledger-empty');
  const refresh = async () => {
    await steps.showScreen(window, 'Browse');
    await window.getByRole('button', { name: 'Refresh' }).click();
    await window
      .getByRole('button', { name: 'Refresh' })
      .and(window.locator(':not([data-loading])'))
      .waitFor();
  };
  await steps.showScreen(window, 'Browse');
  await steps.lookUp(window, profileKey);
  await service.store({ 'v1.greenhouse.pump.note': 'replaced in spring' });
  await refresh();
  await service.setFaults({ tamper: 'fork' });
  await refresh();
  await refresh();
  await service.setFaults({});
  await steps.showScreen(window, 'Roots');
  const roots = window.getByRole('grid', { name: 'Roots' });
  await roots.getByText('Unexplained').first().click();
  await window.getByText('Two roots for one tree size').waitFor();
  await shoot('ledger-doubt');
  await window.getByRole('button', { name: 'Sign head' }).click();
  await window.getByText('1 checkpoint').waitFor();
  await window.getByRole('button', { name: 'Verify ledger' }).click();
  await window.getByText('The ledger is intact').waitFor();
  await shoot('ledger-verified');
  await window.getByRole('button', { name: 'Compare heads…' }).click();
  await window.getByRole('dialog').getByText('Consistent', { exact: true }).waitFor();
  await shoot('ledger-heads');
}

/** @type {Scene} */
export async function playVerdict({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.recall(window, 'greenhouse pump');
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, profileKey);
  await steps.showTab(window, 'Proof');
  const checks = window.getByRole('list', { name: 'Checks', exact: true });
  await checks.getByText(/checks passed/).waitFor();
  await shoot('verdict-passed');
  await checks.getByText(/checks passed/).click();
  await shoot('verdict-unfolded');
  await service.setFaults({ tamper: 'value' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('heading', { name: 'Verification failed' }).waitFor();
  await shoot('verdict-failed');
  await service.setFaults({});
  const atoms = window.getByRole('grid', { name: 'Atoms' });
  await atoms.getByRole('row').nth(1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Bookmark' }).click();
  await window.getByText('Bookmarked 1 atom').waitFor();
  await shoot('verdict-notice');
  await atoms.getByRole('row').nth(1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Delete…' }).click();
  await shoot('verdict-delete');
}

/** @type {Scene} */
export async function playAudit({ window, app, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Audit');
  await window.getByText('No audits yet').waitFor();
  await shoot('audit-empty');
  await steps.showScreen(window, 'Discover');
  await window.getByLabel('Seed words').fill('user preference');
  await window.getByRole('button', { name: 'Start discovery' }).click();
  await window
    .getByRole('region', { name: 'Discover' })
    .getByText(/^(Complete|Stopped)/)
    .waitFor();
  await steps.showScreen(window, 'Audit');
  await window.getByRole('button', { name: 'Audit known keys' }).click();
  await window.getByText(/ verified under one root/).waitFor();
  await shoot('audit');
  const view = window.getByRole('radiogroup', { name: 'View' });
  const keys = window.getByRole('grid', { name: 'Keys' });
  await view.getByText('Keys').click();
  await window.getByRole('radiogroup', { name: 'Show' }).getByText('All').click();
  const key = await keys.getByRole('gridcell', { name: /^v1\./ }).first().innerText();
  await service.store({ [key.replaceAll(/\s/g, '')]: 'Stored by another client' });
  await window.getByRole('button', { name: 'New audit…' }).click();
  await window.getByRole('dialog').getByLabel('Expected changes').selectOption('own-writes');
  await window.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await window.getByText(/ changed unexpectedly$/).waitFor();
  await shoot('audit-changed');
  await view.getByText('Keys').click();
  await window.getByRole('radiogroup', { name: 'Show' }).getByText('Changed').click();
  await keys.waitFor();
  await shoot('audit-changed-keys');
  await service.setFaults({ tamper: 'history' });
  await window.getByRole('button', { name: 'Repeat' }).click();
  await window
    .getByText(/ keys failed/)
    .first()
    .waitFor();
  await shoot('audit-failed');
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await window.getByRole('button', { name: 'Save signed evidence…' }).click();
  const evidence = window.getByRole('dialog');
  await evidence.getByText('The bundle will contain').waitFor();
  await shoot('audit-evidence');
  await evidence.getByRole('radio', { name: 'Values of keys that I choose' }).click();
  await evidence.getByRole('textbox', { name: 'Chosen keys' }).fill('v1.user.*\nv1.nothing');
  await evidence.getByText(/^No key in the bundle fits/).waitFor();
  for (const part of ['Report (HTML)', 'Report (PDF)', 'Verification script and instructions'])
    await evidence.getByRole('checkbox', { name: part }).check();
  await evidence.getByRole('textbox', { name: 'Prepared by' }).fill('Ada Lovelace');
  await evidence.getByRole('textbox', { name: 'Organization' }).fill('Audit office');
  await shoot('audit-evidence-chosen');
  await evidence.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByRole('button', { name: 'Show in folder' }).waitFor();
  await shoot('audit-evidence-saved');
  await window.getByRole('button', { name: 'More actions', exact: true }).first().click();
  await window.getByRole('menuitem', { name: 'Schedule…' }).click();
  const schedule = window.getByRole('dialog');
  await schedule.getByLabel('Repeat').selectOption('at');
  await schedule.getByRole('checkbox', { name: 'Save signed evidence of each audit' }).check();
  await schedule.getByLabel('Notifications').selectOption('changes');
  await shoot('audit-schedule');
  await schedule.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByRole('region', { name: 'Schedules' }).getByText('Every day at 02:00').waitFor();
  await shoot('audit-schedules');
  rmSync(folder, { recursive: true });
  await view.getByText('Keys').click();
  await keys.waitFor();
  await shoot('audit-keys');
  await window.getByRole('button', { name: 'Compare…' }).click();
  await shoot('audit-compare');
  await window.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
  await window.getByRole('grid', { name: 'Differences' }).waitFor();
  await shoot('audit-comparison');
  await window.getByRole('button', { name: 'New audit…' }).click();
  await window.getByRole('dialog').getByText('A branch').click();
  await shoot('audit-new');
}

/** @type {Scene} */
export async function playEvidence({ window, app, shoot, service }) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const file = join(folder, 'profile.sigstore.json');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, file);
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.lookUp(window, profileKey);
  await steps.showTab(window, 'Proof');
  await window.getByRole('button', { name: 'Pin root…' }).click();
  const pin = window.getByRole('dialog');
  await pin.waitFor();
  await shoot('pin');
  await pin.getByRole('button', { name: 'Pin root' }).click();
  await pin.waitFor({ state: 'hidden' });
  await shoot('pinned');
  await service.setFaults({ tamper: 'value' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('button', { name: 'Failed', exact: true }).waitFor();
  await window.getByRole('button', { name: 'Export evidence…' }).first().click();
  const dialog = window.getByRole('dialog', { name: 'Export evidence' });
  await shoot('evidence-export');
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await steps.showScreen(window, 'Evidence');
  await shoot('evidence-start');
  await window.getByRole('button', { name: 'Open file…' }).click();
  await window.getByRole('heading', { name: 'Intact, signer known' }).waitFor();
  await shoot('evidence');
  rmSync(folder, { recursive: true });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locator, type Page } from '@playwright/test';
import { readRulesFile } from '#shared/rulesFile/rulesFile.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { atomAtDepth, startKeyOnlyService } from './support/proofs.ts';
import { startService } from './support/service.ts';
import { lookUp, showScreen, showTab } from './support/steps.ts';

async function paste(page: Page, text: string): Promise<void> {
  const area = page.getByRole('textbox', { name: 'Proof as JSON' });
  const edit = page.getByRole('button', { name: 'Edit text' });
  await expect(area.or(edit)).toBeVisible();
  if (await edit.isVisible()) await edit.click();
  await area.fill(text);
}

async function checkPasted(page: Page, json: unknown): Promise<void> {
  await paste(page, JSON.stringify(json));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

function drawing(page: Page): Locator {
  return page.getByRole('figure', { name: 'Path from leaf to root' });
}

function hashedBytes(page: Page): Locator {
  return page.getByRole('region', { name: 'Bytes hashed at this step' });
}

test('a pasted proof of any depth and format is checked and drawn without a connection, and a malformed one says where it is', async ({
  open,
}) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Check a proof from someone else' }).click();
  for (const depth of [1, 7, 20, 40]) {
    await checkPasted(page, atomAtDepth(depth));
    await expect(drawing(page)).toContainText('The path reaches the root');
    await expect(drawing(page).getByRole('listitem')).toHaveCount(depth);
    // Both ends are visible, however long the path is.
    await expect(drawing(page).getByText('The path reaches the root')).toBeInViewport();
    await expect(
      drawing(page).getByText('The leaf is the hash of this key, value, and version'),
    ).toBeInViewport();
  }
  await page.getByText('Fit', { exact: true }).click();
  await expect(drawing(page).getByRole('listitem').first()).toBeInViewport();
  await expect(drawing(page).getByRole('listitem').last()).toBeInViewport();

  // Arrow keys move between steps and show the bytes hashed there.
  const atom = atomAtDepth(7);
  await checkPasted(page, atom);
  await drawing(page).getByRole('listitem').first().focus();
  await expect(hashedBytes(page)).toContainText('From level 6 to level 7');
  await expect(hashedBytes(page)).toContainText(atom.proof.rootHash);
  await page.keyboard.press('ArrowDown');
  await expect(hashedBytes(page)).toContainText('From level 5 to level 6');
  await page.keyboard.press('End');
  await expect(hashedBytes(page)).toContainText('From the atom to the leaf');
  await expect(hashedBytes(page)).toContainText(
    '{"key":"v1.user.Glen.preference.theme","value":"dark","version":2}',
  );
  await page.keyboard.press('ArrowUp');
  await expect(hashedBytes(page)).toContainText('SHA-256 of these 65 bytes');
  await expect(hashedBytes(page)).toContainText(atom.proof.siblings[0] ?? '');

  // A malformed text, and other proof formats.
  const { key, value, version, proof } = atomAtDepth(3);

  await paste(page, '{\n  "key": "a",\n  value: "b"\n}');
  await expect(page.getByText('Invalid JSON at line 3, column 3:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled();
  await paste(page, `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  await expect(page.getByText('nested more than 500 levels deep')).toBeVisible();
  await paste(page, '{"name": "no proof"}');
  await expect(page.getByText('No proof was found. The fields are name;')).toBeVisible();

  const checks = page.getByRole('list', { name: 'Checks', exact: true });
  await checkPasted(page, {
    key,
    value,
    version,
    proof: { ...proof, siblings: ['ab', ...proof.siblings.slice(1)] },
  });
  await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await expect(checks).toContainText('siblings[0] has 1 byte');

  const auditPath = {
    leaf: proof.leafHash,
    root: proof.rootHash,
    auditPath: proof.siblings,
    index: proof.leafIndex,
  };
  await checkPasted(page, auditPath);
  await expect(drawing(page)).toContainText('The path reaches the root');
  await expect(drawing(page)).toContainText('proof without an atom');

  await checkPasted(page, {
    atoms: [
      { key, value, version, proof },
      { key: 'v1.other', value: 'x' },
    ],
    predictions: [],
  });
  const ownRules = 'Consistent under rules inferred from the proof';
  await expect(page.getByRole('heading', { name: `${ownRules}, root not trusted` })).toBeVisible();
  await expect(
    page.getByText('Inferred from this proof alone, so nothing is verified by them'),
  ).toBeVisible();

  // A trusted root does not make up for rules that only the proof shows; rules that the user chooses do.
  await page.getByRole('textbox', { name: 'Expected root' }).fill(proof.rootHash);
  await expect(page.getByRole('heading', { name: ownRules, exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Check by' }).click();
  await page.getByRole('option', { name: 'Chosen by you' }).click();
  await expect(page.getByText('Choose the rules first.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Could not fully check' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose rules…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use these rules' }).click();
  await expect(page.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
});

test('the tamper lab alters a copy, names the first level that differs, and restores the original', async ({
  openSharedDemo,
}) => {
  const { page } = await openSharedDemo();
  await page.getByRole('grid', { name: 'Atoms' }).getByRole('row').nth(1).click();
  await showTab(page, 'Proof');
  await page.getByRole('button', { name: 'Open in Proof' }).click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict.getByRole('heading', { name: 'Verified' })).toBeVisible();

  await page.getByRole('button', { name: 'Tamper lab' }).click();
  const banner = page.getByRole('note', { name: 'Lab copy' });
  await expect(banner).toContainText('You are editing a copy');
  const lab = page.getByRole('region', { name: 'Tamper lab' });
  await expect(lab.getByRole('heading', { name: 'Verified' })).toBeVisible();

  await lab.getByRole('button', { name: 'Flip a bit of Sibling 3 (level 2)' }).click();
  await expect(lab.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await expect(lab).toContainText('First difference: level 3.');
  await expect(drawing(page)).toContainText('The path does not reach the root');
  // The verdict on the real proof is still shown, and labeled as such.
  await expect(banner).toContainText('Real proof: Verified');

  await lab.getByRole('button', { name: 'Restore Sibling 3 (level 2)' }).click();
  await expect(lab.getByRole('heading', { name: 'Verified' })).toBeVisible();

  await lab.getByRole('textbox', { name: 'Value' }).fill('something else');
  await expect(lab).toContainText('First difference: below the leaf.');
  await expect(drawing(page)).toContainText('The leaf is not the hash of this atom');
  await expect(drawing(page)).toContainText('The path reaches the root');
  await lab.getByRole('button', { name: 'Swap Sibling 1 (level 0) with the next' }).click();
  await lab.getByRole('button', { name: 'Restore all' }).click();
  await expect(lab.getByRole('heading', { name: 'Verified' })).toBeVisible();
  await expect(lab).toContainText('Nothing is altered yet');

  await page.getByRole('button', { name: 'Exit lab' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tamper lab' })).toBeFocused();
  await expect(verdict.getByRole('heading', { name: 'Verified' })).toBeVisible();
});

test('a forged proof is undecided until an expected root decides it', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.account.balance', '12');
  await service.store('v1.account.owner', 'Glen');
  const { page } = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  await lookUp(page, 'v1.account.balance');
  await expect(page.getByRole('heading', { name: 'v1.account.balance' })).toBeVisible();
  await showScreen(page, 'Proof');
  await page.getByText('Pasted proof').click();
  const untrusted = page.getByRole('heading', { name: 'Internally consistent, root not trusted' });
  const failed = page.getByRole('heading', { name: 'Verification failed' });
  const verified = page.getByRole('heading', { name: 'Verified' });
  const expectedRoot = page.getByRole('textbox', { name: 'Expected root' });

  // A tree that the forger built around the atom by the rules of the service.
  const forged = atomAtDepth(1);
  await checkPasted(page, forged);
  await expect(untrusted).toBeVisible();
  const checks = page.getByRole('list', { name: 'Checks', exact: true });
  await expect(checks).toContainText('“atlas” has never returned it');
  await expect(checks).toContainText('by the rules pinned for “atlas”');
  await expectNoViolations(page, 'a pasted proof under a root that nothing vouches for');
  await expectedRoot.fill('ab'.repeat(32));
  await expect(failed).toBeVisible();
  await expectedRoot.fill('no hash');
  await expect(page.getByText('not a hash')).toBeVisible();
  await expect(untrusted).toBeVisible();
  await expectedRoot.fill(forged.proof.rootHash);
  await expect(verified).toBeVisible();
  await expectedRoot.fill('');

  // A root that the connection has returned verifies the proof; a changed atom fails by the rules of the connection.
  const genuine = await service.answerFor('v1.account.balance');
  await checkPasted(page, genuine);
  await expect(verified).toBeVisible();
  await expect(checks).toContainText('“atlas” returned this root');
  await checkPasted(page, { ...genuine, value: '1,000,000' });
  await expect(failed).toBeVisible();

  // The chosen rules stay for the next pasted proof.
  await page.getByRole('combobox', { name: 'Check by' }).click();
  await page.getByRole('option', { name: 'Inferred from this proof' }).click();
  await expect(
    page.getByText('either the atom was changed, or the service uses an unknown rule'),
  ).toBeVisible();
  await checkPasted(page, genuine);
  await expect(page.getByRole('combobox', { name: 'Check by' })).toHaveValue('Inferred from this proof');
  await page.getByRole('combobox', { name: 'Check by' }).click();
  await page.getByRole('option', { name: 'Chosen by you' }).click();
  await page.getByRole('button', { name: 'Choose rules…' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Hashing rules for this proof' })).toBeVisible();
  await expectNoViolations(page, 'rules for a pasted proof');
  await service.stop();
});

test('a leaf that covers only the key proves no value; other rules that the user chose apply until the pin is removed', async ({
  open,
  folder,
}) => {
  const service = await startKeyOnlyService();
  const { electron, page } = await open({
    address: service.address,
    apiKey: 'any-key-will-do',
    name: 'by key',
  });
  await lookUp(page, service.keys[0] ?? '');

  // On first use, until the user dismisses it.
  const notice = page.getByRole('button', { name: 'Hashing rules inferred' });
  await notice.click();
  await expect(page.getByRole('dialog')).toContainText('Inferred from 1 proof');
  await expect(page.getByRole('dialog')).toContainText(
    'A leaf covers the key, but not the value and version',
  );
  await page.getByRole('button', { name: 'Show rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Hashing rules of this connection' });
  await expect(rules).toContainText('What would settle it: a proof of the last leaf');
  await expectNoViolations(page, 'the rules of a connection');
  await rules.getByRole('button', { name: 'Close' }).click();
  await notice.click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();

  await page.keyboard.press('Control+5');
  await expect(page.getByRole('heading', { name: 'Key proven, value not covered' })).toBeVisible();
  await expect(drawing(page)).toContainText('The leaf is the hash of this key only');
  await expect(page.getByRole('list', { name: 'Checks', exact: true })).toContainText(
    'It does not cover the value, so the proof says nothing about it.',
  );

  // Another value changes nothing, because the value is not covered.
  await page.getByRole('button', { name: 'Tamper lab' }).click();
  const lab = page.getByRole('region', { name: 'Tamper lab' });
  await lab.getByRole('textbox', { name: 'Value' }).fill('a lie');
  await expect(lab).toContainText('No hash changed');
  await page.getByRole('button', { name: 'Exit lab' }).click();

  // Rules that the user chose apply until the pin is removed.
  await showScreen(page, 'Browse');
  await lookUp(page, service.keys[1] ?? '');
  await showScreen(page, 'Proof');
  const panel = page.getByRole('region', { name: 'Hashing rules', exact: true });
  await expect(panel).toContainText('Inferred, still ambiguous');

  const filePath = join(folder, 'by-key.rules.json');
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);
  await panel.getByRole('button', { name: 'Save rules…' }).click();
  await expect(page.getByText(`Saved to ${filePath}`)).toBeVisible();
  expect(readRulesFile(await readFile(filePath, 'utf8'))).toMatchObject({
    ok: true,
    rules: { connection: 'by key', service: service.address, origin: 'inferred' },
  });

  await panel.getByRole('button', { name: 'Choose rules…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Node hash' }).click();
  await page.getByRole('option', { name: 'Byte 01 first' }).click();
  await expect(dialog.getByRole('status')).toContainText('Failed');
  await expect(dialog.getByRole('button', { name: 'Use these rules' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'I know where these rules come from' }).check();
  await dialog.getByRole('button', { name: 'Use these rules' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Chosen by you');
  await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible();

  await panel.getByRole('button', { name: 'Remove pin…' }).click();
  await expect(dialog).toContainText('Whoever controls those responses can choose the rules');
  await dialog.getByRole('button', { name: 'Remove pin' }).click();
  await expect(panel).toContainText('Inferred, still ambiguous');
  await expect(page.getByRole('heading', { name: 'Key proven, value not covered' })).toBeVisible();
  service.stop();
});

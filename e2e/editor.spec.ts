import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { onEvery } from './support/callScript.ts';
import { filesHolding } from './support/filesHolding.ts';
import { startScriptedService } from './support/scriptedService.ts';
import { clearKeyring } from './support/secretTool.ts';
import { openOnlyConnection } from './support/sharedApp.ts';
import { startService, type RunningService } from './support/service.ts';
import { fillNewAtom, lookUp, showScreen } from './support/steps.ts';
import { startValueService } from './support/valueService.ts';

test.beforeEach(clearKeyring);

const editor = (page: Page): Locator => page.getByRole('dialog');
const newText = (page: Page): Locator => editor(page).getByRole('textbox', { name: 'New value' });
const button = (page: Page, name: string): Locator => editor(page).getByRole('button', { name, exact: true });

async function beginEdit(page: Page, key: string): Promise<void> {
  await lookUp(page, key);
  // Until then the button is that of the atom before.
  await expect(page.getByRole('heading', { name: key, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(newText(page)).toBeFocused();
}

async function held(service: RunningService, key: string): Promise<string | undefined> {
  return (await service.readAll([key])).get(key)?.value;
}

/** Types at the end of the text. */
async function append(page: Page, text: string): Promise<void> {
  await newText(page).press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

test('another client stores while the editor is open: merged three ways, conflicts settled or overwritten, stored and verified', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.line';
  await service.store(key, 'one line');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await append(page, ' of mine');
  await service.store(key, 'one line of theirs');
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('1 conflict marked in the text')).toBeVisible();
  await button(page, 'Continue editing').click();
  await expect(
    editor(page).getByRole('button', { name: 'line 1, column 1: unresolved merge conflict marker' }),
  ).toBeVisible();
  await expect(button(page, 'Store new version')).toBeDisabled();
  await newText(page).fill('one line of both');
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 3')).toBeVisible();
  expect(await held(service, key)).toBe('one line of both');
  await button(page, 'Done').click();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await newText(page).fill('mine');
  await service.store(key, 'theirs');
  await button(page, 'Store new version').click();
  await button(page, 'Overwrite…').click();
  const question = editor(page).getByRole('alertdialog', { name: 'Overwrite?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await held(service, key)).toBe('theirs');
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect(editor(page).getByText('Stored as version 5')).toBeVisible();
  expect(await held(service, key)).toBe('mine');
  await button(page, 'Done').click();

  // Adjacent properties of an object are merged one by one.
  const properties = 'v1.note.properties';
  await service.store(properties, '{"a": 1, "b": 1}');
  await beginEdit(page, properties);
  await newText(page).fill('{"a": 2, "b": 2}');
  await service.store(properties, '{"a": 1, "b": 3, "c": 4}');
  await button(page, 'Store new version').click();
  await expect(
    editor(page).getByText('1 change from the service merged. Both changed 1 property'),
  ).toBeVisible();
  await expect(button(page, 'Continue editing')).toBeDisabled();
  await expectNoViolations(page, 'a property that both changed');
  await editor(page).getByRole('list', { name: 'Conflicting properties' }).getByText('Keep theirs').click();
  await button(page, 'Continue editing').click();
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 3')).toBeVisible();
  expect(await held(service, properties)).toBe('{"a": 2, "b": 3, "c": 4}');
  await button(page, 'Done').click();

  // Changes of different lines are merged.
  const shared = 'v1.note.shared';
  await service.store(shared, 'alpha\nbeta\ngamma\ndelta\nepsilon');
  await beginEdit(page, shared);
  await append(page, ' of mine');
  await expect(editor(page).getByText('38 B (+8 B)')).toBeVisible();
  await expectNoViolations(page, 'editor with both texts');
  await service.store(shared, 'alpha of theirs\nbeta\ngamma\ndelta\nepsilon');
  await newText(page).press('ControlOrMeta+Enter');

  await expect(editor(page).getByText('The atom changed in the meantime')).toBeVisible();
  await expect(editor(page).getByText('You edited version 1. The atom is now at version 2')).toBeVisible();
  expect(await held(service, shared)).toContain('alpha of theirs\n');
  expect(await held(service, shared)).not.toContain('mine');
  await expect(editor(page).getByText('1 change from the service merged, no conflicts.')).toBeVisible();
  await expect(editor(page).getByText('The service has no conditional store')).toBeVisible();
  await expectNoViolations(page, 'three ways');
  await button(page, 'Continue editing').click();

  await expect(editor(page).getByText('Stored, version 2')).toBeVisible();
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 3')).toBeVisible();
  await expect(editor(page).getByText('Read back and verified.')).toBeVisible();
  expect(await held(service, shared)).toBe('alpha of theirs\nbeta\ngamma\ndelta\nepsilon of mine');
  await expectNoViolations(page, 'receipt');
  await button(page, 'Show in Writes').click();
  await expect(editor(page)).toBeHidden();
  await expect(page.getByText(shared).first()).toBeVisible();
  await service.stop();
});

test('the previous value is stored again after an edit, and later from the log; it lies on the disk sealed', async ({
  open,
  folder,
  sharedProfile,
}) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.undo';
  const first = 'the first plainly readable words';
  await service.store(key, first);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await newText(page).fill('changed');
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
  expect(await filesHolding(sharedProfile, 'first plainly')).toEqual([]);

  await button(page, 'Store previous value…').click();
  const restore = page.getByRole('dialog', { name: 'Store previous values' });
  await expect(restore.getByText('1 atom gets its previous value.')).toBeVisible();
  await expect(restore.getByRole('region', { name: 'Changes in the atom' })).toContainText(first);
  await expectNoViolations(page, 'previous value, preview');
  await restore.getByRole('button', { name: 'Store 1 atom as one batch' }).click();
  await expect(restore.getByText('It was read back and verified.')).toBeVisible();
  await restore.getByRole('button', { name: 'Done' }).click();
  expect((await service.readAll([key])).get(key)).toMatchObject({ value: first, version: 3 });

  // Undone as well, from the log.
  await showScreen(page, 'Writes');
  await page.getByRole('grid', { name: 'Writes' }).locator('[data-index]').first().click();
  await page.getByRole('button', { name: 'Store previous value…' }).click();
  await expect(restore.getByRole('region', { name: 'Changes in the atom' })).toContainText('changed');
  // Somebody else was faster, so nothing is stored until the user has seen it.
  await service.store(key, 'of somebody else');
  await restore.getByRole('button', { name: 'Store 1 atom as one batch' }).click();
  await expect(restore.getByText('Nothing was stored: 1 atom changed on the service.')).toBeVisible();
  await restore.getByRole('button', { name: 'Reload current versions' }).click();
  await restore.getByRole('button', { name: 'Store 1 atom as one batch' }).click();
  await expect(restore.getByText('It was read back and verified.')).toBeVisible();
  await restore.getByRole('button', { name: 'Done' }).click();
  expect((await service.readAll([key])).get(key)).toMatchObject({ value: 'changed', version: 5 });

  await page.getByRole('button', { name: 'Delete…' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('button', { name: 'Store previous value…' })).toBeHidden();
  await service.stop();
});

test('the receipt reports a write that came between the last read and the store', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.slip';
  await service.store(key, 'first');
  const scripted = await startScriptedService(
    service.address,
    onEvery('POST /atoms', { kind: 'after', first: () => service.store(key, 'slipped in') }),
  );
  const { page } = await open({ address: scripted.address, apiKey: service.fullKey });
  await beginEdit(page, key);
  await newText(page).fill('mine');
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 3')).toBeVisible();
  await expect(
    editor(page).getByText('Another write may have come between version 1 and yours, version 3'),
  ).toBeVisible();
  expect(await held(service, key)).toBe('mine');
  scripted.stop();
  await service.stop();
});

test('what was typed is offered again after the app was killed, and lies on the disk sealed', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  const text = 'a sentence that only its author ever saw';
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await fillNewAtom(first.page, 'v1.note.unfinished', text);
  await expect(editor(first.page).getByText('Draft saved')).toBeVisible();
  const exited = new Promise((resolve) => first.electron.process().once('exit', resolve));
  first.electron.process().kill('SIGKILL');
  await exited;
  expect(await filesHolding(profile, text), 'files of the profile').toEqual([]);
  expect(await filesHolding(`${profile}/drafts`, 'unfinished'), 'the key of the draft').toEqual([]);

  const second = await reopen();
  await openOnlyConnection(second);
  const offer = second.page.getByRole('status', { name: 'Unfinished drafts' });
  await expect(offer).toContainText('v1.note.unfinished');
  await expect(offer).toContainText('before the app ended');
  await expectNoViolations(second.page, 'offer of a draft');
  await offer.getByRole('button', { name: 'Continue' }).click();
  await expect(editor(second.page).getByRole('textbox', { name: 'Value', exact: true })).toHaveText(text);
  await button(second.page, 'Store atom').click();
  await expect(editor(second.page).getByText('Stored as version 1')).toBeVisible();
  await button(second.page, 'Done').click();
  await expect(offer).toBeHidden();
  await expect(second.page.getByRole('button', { name: /^Drafts/ })).toBeHidden();
  expect(await held(service, 'v1.note.unfinished')).toBe(text);
  await service.stop();
});

test('a saved draft is offered again, and discarding it can be undone; what looks like a credential is let through only as it stands', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const scripted = await startScriptedService(service.address, () => ({ kind: 'pass' }));
  await service.store('v1.note.aside', 'stored');
  const { page } = await open({ address: scripted.address, apiKey: service.fullKey });
  await beginEdit(page, 'v1.note.aside');
  await append(page, ' and more');
  await newText(page).press('Escape');
  await expect(editor(page).getByText('leaves the editor')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Save draft').click();
  await expect(editor(page)).toBeHidden();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(newText(page)).toHaveText('stored');
  await button(page, 'Continue draft').click();
  await expect(newText(page)).toHaveText('stored and more');
  await button(page, 'Cancel').click();
  await button(page, 'Save draft').click();

  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('menuitem', { name: 'Discard draft of v1.note.aside' }).click();
  await expect(page.getByRole('button', { name: 'Drafts (1)' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('menuitem', { name: 'Continue draft of v1.note.aside' }).click();
  await expect(newText(page)).toHaveText('stored and more');
  await button(page, 'Cancel').click();
  await button(page, 'Discard').click();
  await expect(editor(page)).toBeHidden();

  const first = ['AKIA', 'IOSFODNN7', 'EXAMPLQ'].join('');
  const second = ['gh', 'p_', 'a8Fk29dLs0Qw8eR7tY6uI5oP4aS3dF2gH1jK'].join('');
  await fillNewAtom(page, 'v1.note.secrets', `one ${first}\ntwo ${second}`);
  const text = editor(page).getByRole('textbox', { name: 'Value', exact: true });
  await expect(editor(page).getByRole('button', { name: /^line 1, column 5: .*aws/ })).toBeVisible();
  await editor(page)
    .getByRole('button', { name: /^line 2, column 5: .*github/ })
    .press('Enter');
  await expect(text).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(second);
  await expectNoViolations(page, 'editor with findings');

  const override = editor(page).getByRole('checkbox', {
    name: 'Store anyway, with 2 possible credentials',
  });
  await override.check();
  await expect(button(page, 'Store atom')).toBeEnabled();
  await text.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await expect(override).not.toBeChecked();
  await expect(button(page, 'Store atom')).toBeDisabled();
  await text.press('ControlOrMeta+Enter');
  await override.check();
  await button(page, 'Store atom').click();
  await expect(editor(page).getByRole('alert')).toBeVisible();
  expect(scripted.routes.filter((route) => route === 'POST /atoms')).toHaveLength(1);
  scripted.stop();
  await service.stop();
});

test('JSON is laid out as it is written, and checked only where that is asked for; a duplicate needs a key of its own', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  const compact = '{"big":12345678901234567890,"huge":1e400,"twice":1,"twice":-0.0}';
  // Text that was never valid JSON, but is meant to be.
  await fillNewAtom(page, 'v1.note.json', '{"a": 1, "b": [1,2,}');
  await expect(editor(page).getByRole('button', { name: /^line 1, column 20: invalid JSON/ })).toBeVisible();
  await button(page, 'Store atom').click();
  await editor(page)
    .getByRole('alertdialog', { name: 'Store invalid JSON?' })
    .getByRole('button', { name: 'Back to editing' })
    .click();
  await editor(page).getByRole('textbox', { name: 'Value', exact: true }).fill(compact);
  await expect(editor(page).getByText('Valid JSON')).toBeVisible();
  await button(page, 'Format').click();
  await expect(editor(page).locator('.cm-line')).toHaveText([
    '{',
    '  "big": 12345678901234567890,',
    '  "huge": 1e400,',
    '  "twice": 1,',
    '  "twice": -0.0',
    '}',
  ]);
  await button(page, 'Compact').click();
  await button(page, 'Store atom').click();
  await expect(editor(page).getByText('Stored as version 1')).toBeVisible();
  expect(await held(service, 'v1.note.json')).toBe(compact);
  await button(page, 'Done').click();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await newText(page).fill('{"a": 1,}');
  await expect(editor(page).getByRole('button', { name: 'line 1, column 9: invalid JSON' })).toBeVisible();
  await button(page, 'Store new version').click();
  const question = editor(page).getByRole('alertdialog', { name: 'Store invalid JSON?' });
  await question.getByRole('button', { name: 'Back to editing' }).click();
  expect(await held(service, 'v1.note.json')).toBe(compact);
  await editor(page).getByRole('switch', { name: 'Validate' }).press('Space');
  await expect(editor(page).getByText('invalid JSON')).toBeHidden();
  await button(page, 'Store new version').click();
  await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
  expect(await held(service, 'v1.note.json')).toBe('{"a": 1,}');
  await button(page, 'Done').click();

  // A duplicate takes the value along and needs a key of its own.
  await service.store('v1.note.origin', 'worth having twice');
  await lookUp(page, 'v1.note.origin');
  await page.getByRole('button', { name: 'Copy to new key' }).click();
  await expect(editor(page).getByLabel('Key')).toBeFocused();
  await expect(editor(page).getByText('An atom with this key already exists at version 1')).toBeVisible();
  await button(page, 'Store atom').click();
  await expect(editor(page).getByText('An atom with this key already exists')).toBeVisible();
  await expect(editor(page).getByText('Nothing was sent')).toBeVisible();
  await button(page, 'Back to editing').click();
  await editor(page).getByLabel('Key').fill('v1.note.copy');
  await button(page, 'Store atom').click();
  await expect(editor(page).getByText('Stored as version 1')).toBeVisible();
  expect(await held(service, 'v1.note.copy')).toBe('worth having twice');
  expect((await service.readAll(['v1.note.origin'])).get('v1.note.origin')?.version).toBe(1);
  await button(page, 'Done').click();

  const atoms = page.getByRole('grid', { name: 'Atoms' });
  // It comes above the others, which then move down.
  await expect(atoms.getByTitle('v1.note.copy')).toBeVisible();
  await atoms.getByTitle('v1.note.origin').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy to new key…' }).click();
  await expect(editor(page).getByRole('textbox', { name: 'Value', exact: true })).toHaveText(
    'worth having twice',
  );
  await button(page, 'Cancel').click();

  // Where users look for it: what the API cannot do, and what they can do instead.
  await atoms.getByTitle('v1.note.origin').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const notice = page.getByRole('dialog', { name: 'Atoms cannot be deleted' });
  await expect(notice.getByText(/This service cannot delete atoms/)).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await notice.getByRole('button', { name: 'Edit value…' }).click();
  await expect(editor(page).getByRole('textbox', { name: 'New value' })).toHaveText('worth having twice');
  await service.stop();
});

test('ends of lines and hidden characters come out as they went in, Tab indents, and after Escape it leaves the editor', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const values = new Map([
    ['v1.ends.crlf', 'one\r\n\ttwo\r\n'],
    ['v1.ends.cr', 'one\rtwo\rthree'],
    ['v1.ends.mixed', 'one\r\ntwo\nthree\rfour \u202e\u200b'],
  ]);
  await service.storeAll([...values].map(([key, value]) => ({ key, value })));
  await service.store('v1.ends.keys', 'one\r\ntwo');
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  for (const [key, value] of values) {
    await beginEdit(page, key);
    await newText(page).press('ControlOrMeta+Home');
    await page.keyboard.type('x');
    await button(page, 'Store new version').click();
    await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
    expect(await held(service, key)).toBe(`x${value}`);
    await button(page, 'Done').click();
  }

  // A new line ends as the others do.
  await beginEdit(page, 'v1.ends.keys');
  await newText(page).press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('three');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(newText(page)).not.toBeFocused();
  await button(page, 'Undo (Ctrl+Z)').click();
  await button(page, 'Redo (Ctrl+Shift+Z)').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor(page).getByText('Stored as version 2')).toBeVisible();
  expect(await held(service, 'v1.ends.keys')).toBe('one\r\ntwo\r\n\tthree');
  await service.stop();
});

test('a difference is put back from the keyboard, and the chosen layout is remembered', async ({
  open,
  reopen,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const key = 'v1.note.layout';
  await service.store(key, 'one\ntwo\nthree\nfour\nfive');
  const first = await open({ address: service.address, apiKey: service.fullKey });
  await beginEdit(first.page, key);
  await newText(first.page).press('ControlOrMeta+Home');
  await first.page.keyboard.type('x');
  await append(first.page, 'y');
  for (const layout of ['Side by side', 'Unified']) {
    await editor(first.page).getByText(layout).click();
    await expect(newText(first.page)).toContainText('fivey');
    await newText(first.page).press('ControlOrMeta+End');
    await button(first.page, 'Restore the stored text at the cursor').click();
    await expect(editor(first.page).getByText('24 B (+1 B)')).toBeVisible();
    await newText(first.page).press('ControlOrMeta+z');
    await expect(editor(first.page).getByText('25 B (+2 B)')).toBeVisible();
  }
  await expectNoViolations(first.page, 'editor with both texts in one');
  await button(first.page, 'Cancel').click();
  await button(first.page, 'Discard').click();
  await first.close();

  const second = await reopen();
  await beginEdit(second.page, key);
  await expect(editor(second.page).getByRole('radio', { name: 'Unified' })).toBeChecked();
  await expect(second.page.getByRole('button', { name: /^Drafts/ })).toBeHidden();
  await service.stop();
});

test('a value of a megabyte in one line is typed in and kept as a draft', async ({ open }) => {
  const key = 'v1.note.large';
  const value = 'Word and word. '.repeat(70_000);
  const service = await startValueService(new Map([[key, value]]));
  const { page } = await open({ address: service.address, apiKey: 'any' });
  await beginEdit(page, key);
  await append(page, 'The end.');
  await expect(editor(page).getByText('1.1 MB (+8 B)')).toBeVisible();
  await expect(editor(page).getByText('Draft saved')).toBeVisible();
  await expect(editor(page).getByText('so it opens as plain text')).toBeVisible();
  const kept = await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    const drafts = await window.atomExplorer.listDrafts({ connectionId: connections.value[0]?.id ?? '' });
    if (!drafts.ok) throw new Error(drafts.error.message);
    return drafts.value.drafts[0]?.value;
  });
  expect(kept === `${value}The end.`).toBe(true);
  service.stop();
});

import { chromium, type Page } from '@playwright/test';
import { expect, test as base, type RunningApp } from '../support/app.ts';
import { check, fillNewAtom, lookUp, openDemo, recall, showScreen, showTab } from '../support/steps.ts';
import { prepareUpload, startSending, uploadResult } from '../support/uploadSteps.ts';
import { bridge } from './bridge.ts';
import { servePages } from './pageServer.ts';

/** The app, whose window is a page of a current Chromium. */
const test = base.extend<{ readonly current: RunningApp }>({
  current: async ({ launch, placeDemo }, use) => {
    await placeDemo();
    const app = await launch();
    const server = await servePages();
    const browser = await chromium.launch({
      executablePath: process.env['ATOM_EXPLORER_CHROMIUM'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page: Page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await bridge(app, page);
    await page.goto(server.address);
    await use({ ...app, page });
    expect(errors).toEqual([]);
    await browser.close();
    server.stop();
  },
});

test('an analyst explores: known keys, recall, and a proof that is drawn', async ({ current: { page } }) => {
  await openDemo(page);
  await lookUp(page, 'v1.user.Yusuf.profile');
  await showTab(page, 'Proof');
  await expect(check(page, 'Path')).toContainText('Passed');
  await showScreen(page, 'Recall');
  await recall(page, 'greenhouse pump');
  await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toBeVisible();
});

test('an auditor verifies the whole memory', async ({ current: { page } }) => {
  await openDemo(page);
  await showScreen(page, 'Audit');
  await page.getByRole('button', { name: 'Audit known keys' }).first().click();
  await expect(page.getByRole('region', { name: 'Audit summary' })).toContainText(
    'All 345 keys verified under one root',
    { timeout: 120_000 },
  );
});

test('an editor stores an atom with a joined emoji, which hides nothing, and uploads a file', async ({
  current,
  folder,
}) => {
  const { page } = current;
  await openDemo(page);
  const editor = await fillNewAtom(page, 'v1.note.emoji', 'a \u200bspace that hides');
  const hidden = editor.getByTitle(/U\+200[BD]/);
  await expect(hidden).toHaveCount(1);
  // The joiner in it has the same class of characters, and hides nothing.
  await editor.getByRole('textbox', { name: 'Value', exact: true }).fill('a 👩‍💻 at work');
  await expect(hidden).toHaveCount(0);
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await expect(editor.getByText('Stored as version 1')).toBeVisible();
  await editor.getByRole('button', { name: 'Done' }).click();

  await prepareUpload(current, `${folder}/notes.csv`, 'key,value\nv1.note.a,one\nv1.note.b,two\n');
  await startSending(page, { batchAtoms: 2, verify: true });
  await expect(uploadResult(page)).toContainText('Read back: 2 verified.');
});

import { expect, test, type RunningApp } from './support/app.ts';
import { filesHolding } from './support/filesHolding.ts';
import { silenceKeyring } from './support/keyringDaemon.ts';
import { clearKeyring, keyringDump } from './support/secretTool.ts';
import { startService, testKeys } from './support/service.ts';
import { connect, fillConnectionForm, lookUp, storeNewAtom } from './support/steps.ts';

test.beforeEach(clearKeyring);

/** Every live string of the window, from a heap snapshot. */
async function heapSnapshot({ page }: RunningApp): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

/** Resolves to what is in the memory of the window. */
async function expectKeyNowhere(app: RunningApp, profile: string, secret: string): Promise<string> {
  const inWindow = await app.page.evaluate(() => ({
    dom: document.documentElement.outerHTML,
    inputs: [...document.querySelectorAll('input')].map((input) => input.value).join('\n'),
    storage: JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
    cookies: document.cookie,
  }));
  const memory = await heapSnapshot(app);
  const places = { ...inWindow, memory, output: app.output() };
  // Not `toContain`, which would print everything on failure, including the key.
  expect(Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? place : []))).toEqual([]);
  expect(await filesHolding(profile, secret), 'files of the profile').toEqual([]);
  return memory;
}

test('the API key is only in the keyring, before and after a restart', async ({
  launch,
  folder,
  profile,
}) => {
  const service = await startService(`${folder}/service`);
  const first = await launch();
  await connect(first.page, { address: service.address, apiKey: testKeys.full, name: 'secretive' });
  const editor = await storeNewAtom(first.page, 'v1.note.secretive', 'a value');
  await editor.getByRole('button', { name: 'Done' }).click();
  await expect(first.page.getByRole('button', { name: 'Verified' })).toBeVisible();
  expect(await keyringDump()).toContain(testKeys.full);
  await expectKeyNowhere(first, profile, testKeys.full);
  await first.close();
  expect(await filesHolding(profile, testKeys.full)).toEqual([]);

  const second = await launch();
  await lookUp(second.page, 'v1.note.secretive');
  await expect(second.page.getByRole('button', { name: 'Verified' })).toBeVisible();
  // The search finds strings that exist.
  await second.page.evaluate(() => {
    localStorage.setItem('planted', 'planted-in-the-profile');
  });
  await second.page.evaluate((planted) => Object.assign(window, { planted }), 'planted-in-the-heap');
  const memory = await expectKeyNowhere(second, profile, testKeys.full);
  expect(memory.includes('planted-in-the-heap')).toBe(true);
  expect(await filesHolding(`${folder}/service`, testKeys.full), 'files of the service').toEqual([]);
  await service.stop();

  await second.close();
  expect(await filesHolding(profile, 'planted-in-the-profile')).not.toEqual([]);
});

test('a keyring that does not respond blocks neither the window nor quitting', async ({ launch, folder }) => {
  const service = await startService(`${folder}/service`);
  const first = await launch();
  await connect(first.page, { address: service.address, apiKey: testKeys.full });
  await first.close();

  const wake = silenceKeyring();
  try {
    const app = await launch();
    await lookUp(app.page, 'v1.any');
    // A request waits for the keyring now.
    await expect
      .poll(() =>
        app.electron.evaluate(({ app: main }) =>
          main.getAppMetrics().some(({ name }) => name === 'Keychain access'),
        ),
      )
      .toBe(true);
    await app.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Connections' })
      .click();
    // The app gives up after a while, which a busy machine may need to get here.
    await expect(
      app.page.getByRole('listitem').getByText(/^(Saved in the keychain|Keychain could not be read)$/),
    ).toBeVisible();

    await app.close();
  } finally {
    wake();
  }
  await service.stop();
});

test('the app connects to a remote server only after the user confirms it in a native dialog', async ({
  launch,
}) => {
  const { page, electron } = await launch();
  const answerWith = (response: number): Promise<void> =>
    electron.evaluate(({ dialog }, given) => {
      dialog.showMessageBox = async () => ({ response: given, checkboxChecked: false });
    }, response);
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, { address: 'https://memory.invalid', apiKey: 'k-123' });

  await answerWith(0);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form.getByText('You did not allow https://memory.invalid')).toBeVisible();
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText('You did not allow https://memory.invalid')).toBeVisible();
  expect(await page.evaluate(() => window.atomExplorer.listConnections())).toEqual({ ok: true, value: [] });
  expect(await keyringDump()).not.toContain('k-123');

  await answerWith(1);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  expect(await keyringDump()).toContain('k-123');
});

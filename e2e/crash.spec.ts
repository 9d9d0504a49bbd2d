import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './support/app.ts';

interface Asked {
  asked: string[];
}

/** Answers every message box with its first button, and records its text. */
function answerDialogs(electron: ElectronApplication): Promise<void> {
  return electron.evaluate(({ dialog }) => {
    const notes = globalThis as unknown as Asked;
    notes.asked = [];
    dialog.showMessageBox = (...args: unknown[]) => {
      const options = args.at(-1) as { readonly message: string };
      notes.asked.push(options.message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });
}

const askedBy = (electron: ElectronApplication): Promise<readonly string[]> =>
  electron.evaluate(() => (globalThis as unknown as Asked).asked);

test('uncaught errors are logged, and a crashed or hanging window can be reloaded', async ({
  launchDemo,
  profile,
}) => {
  const { electron, page } = await launchDemo();
  await answerDialogs(electron);
  const logFile = join(profile, 'logs/main.log');
  const log = (): Promise<string> => readFile(logFile, 'utf8').catch(() => '');

  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in the window');
    });
  });
  await expect.poll(log).toContain('Uncaught error in the window: thrown in the window');

  await electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in main');
    });
    void Promise.reject(new Error('rejected in main'));
  });
  await expect.poll(log).toMatch(/Uncaught error in the main process\. Error: thrown in main/);
  await expect.poll(log).toMatch(/Unhandled rejection in the main process\. Error: rejected in main/);
  await expect.poll(() => askedBy(electron)).toEqual(['Something went wrong in Atom Explorer']);

  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => askedBy(electron)).toContain('The window stopped working');
  await expect.poll(log).toMatch(/The window process ended: \w+/);
  // Through the main process: Playwright's page ended with the crashed process.
  await expect
    .poll(() =>
      electron.evaluate(({ BrowserWindow }): Promise<unknown> => {
        const window = BrowserWindow.getAllWindows()[0];
        return window?.webContents.executeJavaScript('document.body.innerText') ?? Promise.resolve('');
      }),
    )
    .toContain('Demo memory');
  expect((await stat(logFile)).mode & 0o777).toBe(0o600);

  const reloaded = await electron.evaluate(async ({ BrowserWindow, dialog }) => {
    const window = BrowserWindow.getAllWindows()[0];
    if (window === undefined) throw new Error('There is no window.');
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    const loaded = new Promise<string>((resolve) => {
      window.webContents.once('did-finish-load', () => resolve('reloaded'));
    });
    // It hangs forever: only a new process can show the page again.
    window.webContents.executeJavaScript('for (;;);').catch(() => undefined);
    window.emit('unresponsive');
    return loaded;
  });
  expect(reloaded).toBe('reloaded');
});

test('a window that hangs does not keep the app from quitting', async ({ launch }) => {
  const { electron, page } = await launch();
  await expect(page.getByRole('button', { name: 'Connect to a service' })).toBeVisible();
  // Answered before it hangs. An attached debugger, such as the one of this test, has the app wait for the window.
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  // Playwright would ask the window first, for five seconds.
  const ended = once(electron.process(), 'exit');
  await electron.evaluate(({ app }) => app.quit());
  await ended;
});

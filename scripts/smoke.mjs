import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withAppWindow } from './setup/appWindow.mjs';
import { localCache } from './setup/repository.mjs';
import { say } from './setup/say.mjs';

/** @typedef {import('playwright').Page} Page */

/** Finds several atoms of the demo memory, and its predictions make further keys known. */
const query = "Glen's preferences";
const picture = join(localCache, 'smoke.png');
const timeoutMs = 30_000;

/**
 * Does by mouse and keyboard what a new user does first: opens the demo memory in a new profile, recalls
 * something, browses the known keys, and reads the proof of one atom. Resolves with 0 if the window shows it
 * as verified, otherwise with 1. Takes a screenshot once there is a window.
 *
 * @param {import('./setup/appWindow.mjs').Target} target
 * @returns {Promise<number>}
 */
export async function runSmoke(target) {
  await mkdir(localCache, { recursive: true });
  try {
    return await withAppWindow(target, look);
  } catch (error) {
    say(`The smoke test failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/**
 * @param {Page} window
 * @returns {Promise<number>}
 */
async function look(window) {
  window.setDefaultTimeout(timeoutMs);
  window.on('console', (message) => {
    if (message.type() === 'error') say(`Error in the window: ${message.text()}`);
  });
  window.on('pageerror', (error) => say(`Error in the window: ${String(error)}`));
  try {
    const { key, root, verdict, checks } = await readOneAtom(window);
    say(`Atom:    ${key}`);
    say(`Root:    ${root}`);
    say(`Verdict: ${verdict}`);
    for (const check of checks) say(`         ${check}`);
    return verdict === 'Verified' ? 0 : 1;
  } finally {
    await window.screenshot({ path: picture });
    say(`Picture: ${picture}`);
  }
}

/** @param {Page} window */
async function readOneAtom(window) {
  await window.getByRole('button', { name: 'Explore the demo memory' }).click();
  const screens = window.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Recall' }).click();
  const queryBox = window.getByRole('textbox', { name: 'Query' });
  await queryBox.fill(query);
  await queryBox.press('Enter');
  await window.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor();

  await screens.getByRole('button', { name: 'Browse' }).click();
  const rows = window.getByRole('grid', { name: 'Atoms' }).getByRole('row');
  await rows.nth(1).click(); // below the header

  const atom = window.getByRole('region', { name: 'Atom', exact: true });
  await atom.getByRole('tab', { name: 'Proof' }).click();
  const checks = atom.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await checks.first().waitFor();
  const root = window.getByRole('banner').getByRole('button', { name: /^root / });
  return {
    key: await atom.getByRole('heading', { level: 2 }).innerText(),
    verdict: await atom
      .getByText(/^(Verified|Could not check|Failed)$/)
      .first()
      .innerText(),
    root: (await root.innerText()).replace(/^root\s+/, ''),
    checks: (await checks.allInnerTexts()).map((text) => text.replace(/\s*\n\s*/g, ' · ')),
  };
}

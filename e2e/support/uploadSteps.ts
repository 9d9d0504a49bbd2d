import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from './app.ts';
import type { RunningService } from './service.ts';
import { showScreen } from './steps.ts';

/** Steps on the Upload screen, from choosing a file to the result. */

export const rowTable = (page: Page): Locator => page.getByRole('grid', { name: 'Rows of the upload' });

/** The filter with this name, with any count or the given one. */
export function rowFilter(page: Page, name: string, count?: number): Locator {
  const counted = count === undefined ? String.raw`[\d,]+` : count.toLocaleString('en');
  return page
    .getByRole('group', { name: 'Rows to check' })
    .getByRole('button', { name: new RegExp(`^${name.replace('?', String.raw`\?`)} ?${counted}$`) });
}

/** Chooses a file with this content, accepts the suggested mapping and checks all rows. */
export async function prepareUpload(
  { electron, page }: RunningApp,
  path: string,
  content: string,
): Promise<void> {
  await writeFile(path, content);
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await showScreen(page, 'Upload');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(rowTable(page)).toBeVisible();
}

export interface Sending {
  readonly batchAtoms: number;
  readonly verify?: boolean;
}

/** Enters the send settings and starts sending. */
export async function startSending(page: Page, { batchAtoms, verify = false }: Sending): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByLabel('Batch size (atoms)').fill(String(batchAtoms));
  await page.getByLabel('Read back and verify after sending').setChecked(verify);
  await page.getByRole('button', { name: /^Send [\d,]+ atoms? to / }).click();
}

/** The result of an upload that has ended. */
export function uploadResult(page: Page): Locator {
  return page.getByRole('region', { name: /\b(stored|not sent|refused|unknown)\b/ });
}

export interface Atom {
  readonly key: string;
  readonly value: string;
}

/** Expects that every atom is stored exactly once with its value, and that none of the others is. */
export async function expectHeldOnce(
  service: RunningService,
  atoms: readonly Atom[],
  absent: readonly string[] = [],
): Promise<void> {
  const held = await service.readAll(atoms.map(({ key }) => key));
  expect(atoms.filter(({ key, value }) => held.get(key)?.value !== value)).toEqual([]);
  expect([...held].filter(([, { version }]) => version !== 1)).toEqual([]);
  if (absent.length > 0) expect([...(await service.readAll(absent)).keys()]).toEqual([]);
}

import { expect, type Locator, type Page } from '@playwright/test';

/** What people do in the window, in their words; every locator is what they would look for. */

export async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore the demo memory' }).click();
  await expect(page.getByRole('tree', { name: 'Known keys' })).toBeVisible();
}

export interface ConnectionAnswers {
  readonly address: string;
  readonly apiKey: string;
  readonly name?: string;
  readonly readOnly?: boolean;
}

export async function fillConnectionForm(page: Page, answers: ConnectionAnswers): Promise<Locator> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Base address').fill(answers.address);
  await form.getByLabel('API key').fill(answers.apiKey);
  await form.getByLabel('Name').fill(answers.name ?? 'test memory');
  if (answers.readOnly === true) await form.getByLabel('Read-only').check();
  return form;
}

/** From the welcome page to a connection that is open. */
export async function connect(page: Page, answers: ConnectionAnswers): Promise<void> {
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  const form = await fillConnectionForm(page, answers);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
}

export async function showScreen(
  page: Page,
  name:
    | 'Browse'
    | 'Discover'
    | 'Recall'
    | 'Predictions'
    | 'Proof'
    | 'Upload'
    | 'Writes'
    | 'Roots'
    | 'Changes'
    | 'Evidence'
    | 'Audit'
    | 'Requests'
    | 'Connections'
    | 'Settings',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
}

export async function lookUp(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Look up exact key' }).fill(key);
  await page.getByRole('button', { name: 'Look up' }).click();
}

/** From now on every atom is read by the user alone: the app reads none because it came into sight. */
export async function stopReadingVisibleRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View options' }).click();
  const reading = page.getByRole('menuitemcheckbox', { name: /^Read visible atoms/ });
  await reading.click();
  await expect(reading).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();
}

export async function recall(page: Page, query: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Query' }).fill(query);
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('listbox', { name: 'Hits' })).toBeVisible();
}

/** Types a new atom into the form, and leaves it there. */
export async function fillNewAtom(page: Page, key: string, value: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New atom' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Key').fill(key);
  await editor.getByRole('textbox', { name: 'Value', exact: true }).fill(value);
  return editor;
}

/** Stores a new atom through the form, which then shows the receipt or what went wrong. */
export async function storeNewAtom(page: Page, key: string, value: string): Promise<Locator> {
  const editor = await fillNewAtom(page, key, value);
  await editor.getByRole('button', { name: 'Store atom' }).click();
  return editor;
}

export async function showTab(
  page: Page,
  name: 'Value' | 'Proof' | 'History' | 'Notes' | 'Raw',
): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** One line of the list of checks, such as `Path`. */
export function check(page: Page, label: string): Locator {
  return page
    .getByRole('list', { name: 'Checks', exact: true })
    .getByRole('listitem')
    .filter({
      has: page.getByText(new RegExp(`^${label}(Passed|Failed|Could not check|Not pinned|Unexplained)$`)),
    });
}

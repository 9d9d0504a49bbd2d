import type { Locator, Page } from '@playwright/test';

/** The parts of the Browse screen. */

export const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Known keys' });
export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Atoms' });
/** The row of the table that shows the end of a key. */
export const row = (page: Page, tail: string): Locator =>
  grid(page).getByRole('row').filter({ hasText: tail });
export const openAtoms = (page: Page): Locator =>
  page.getByRole('tablist', { name: 'Open atoms' }).getByRole('tab');
export const shownAtom = (page: Page): Locator => openAtoms(page).and(page.locator('[aria-selected="true"]'));
/** The number of atoms that the table shows. */
export const atomCount = (page: Page): Locator =>
  page.getByRole('region', { name: 'Atoms' }).getByRole('heading');

/** All known keys, straight from main. */
export async function knownKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const query = {
      connectionId: 'demo',
      filter: { text: '', mode: 'contains' as const },
      delimiter: '.',
      path: '',
      sort: { column: 'key' as const, direction: 'ascending' as const },
    };
    const answer = await window.atomExplorer.catalogueKeys({ query, window: { from: 0, to: 100_000 } });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.rows;
  });
}

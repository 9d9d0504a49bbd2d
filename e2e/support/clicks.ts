import type { Page } from '@playwright/test';

/** Counts how often the user presses a button of the pointer from now on, until the window is loaded again. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement;
        dataset['clicks'] = String(Number(dataset['clicks']) + 1);
      },
      { capture: true },
    );
  });
  let before = 0;
  return async () => {
    const all = await page.evaluate(() => Number(document.documentElement.dataset['clicks']));
    const since = all - before;
    before = all;
    return since;
  };
}

import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has. */
const mostStops = 60;

/** Presses a key until something has the focus, as someone without a pointer does. Fails if it never has. */
export async function pressUntilFocused(page: Page, pressed: string, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(pressed);
  }
  await expect(wanted).toBeFocused();
}

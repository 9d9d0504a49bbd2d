import { expect, type Page } from '@playwright/test';
import type { RunningApp } from './app.ts';

/** Shows everything twice as large in a window of the usual size, as someone with weak eyes does. */
export async function enlarge({ electron, page }: RunningApp): Promise<void> {
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900);
  });
  await page.evaluate(() => window.atomExplorer.setZoom(200));
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(720);
}

/**
 * What could not be reached: controls beyond the left or the right edge of the window that no list brings into view, and a
 * window that scrolls sideways.
 */
export function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isInList = (control: Element): boolean => {
      for (let at = control.parentElement; at !== null; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const controls = document.querySelectorAll('button, input, textarea, [role="tab"], [role="combobox"]');
    const beyond = [...controls].filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const isSeen = width > 1 && control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      return isSeen && (left < -1 || right > innerWidth + 1) && !isInList(control);
    });
    const isSideways = document.documentElement.scrollWidth > innerWidth;
    return [
      ...(isSideways ? ['the window scrolls sideways'] : []),
      ...beyond.map((control) => control.outerHTML.slice(0, 200)),
    ];
  });
}

import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** The rules whose outcome depends on colors. A theme changes nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds in the window as it stands, or in the dialog in front of it; expects nothing. In the light theme, all rules
 * are checked; in the dark theme, those about colors.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // It stays until the page is loaded again.
  if (!(await page.evaluate(() => window.axe !== undefined))) await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The window follows the system's theme in a moment of its own; colours begin to fade only then.
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await settle(page);
    expect.soft(await movingParts(page), `what moves in spite of reduced motion: ${state}`).toEqual([]);
    const violations = await findViolations(page, colorScheme === 'light' ? {} : { runOnly: colorRules });
    expect.soft(violations, `${state}, ${colorScheme}`).toEqual([]);
  }
}

declare global {
  interface Window {
    readonly axe?: { readonly run: (part: Node, options: RunOptions) => Promise<AxeResults> };
  }
}

/**
 * Ends what fades from one color to another, until nothing is about to fade. Waiting for the end would take longer than the
 * look itself.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const running = (): readonly Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // What has just been rendered begins to fade in the frame after the one that draws it first.
    let still = 0;
    while (still < 2) {
      await frame();
      const fading = running();
      still = fading.length === 0 ? still + 1 : 0;
      for (const animation of fading) animation.finish();
    }
  });
}

/** What moves from one place or look to another, although the system asks for reduced motion. What turns says that work is going on. */
function movingParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) =>
        getComputedStyle(element)
          .transitionDuration.split(',')
          .some((duration) => Number.parseFloat(duration) > 0),
      )
      .map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`),
  );
}

/** As a script of the debugger it passes the content security policy, which lets nothing else in. */
async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

async function findViolations(page: Page, options: RunOptions): Promise<readonly string[]> {
  const violations = await page.evaluate(async (chosen) => {
    if (window.axe === undefined) throw new Error('axe-core is not in the page.');
    // What is behind a modal dialog cannot be reached, and had its look before. It would take most of the time.
    const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter((each) =>
      each.checkVisibility(),
    );
    const part = dialogs.at(-1)?.closest('[data-portal]') ?? document;
    return (await window.axe.run(part, { ...chosen, resultTypes: ['violations'] })).violations;
  }, options);
  const found = violations
    .map((violation) => ({
      ...violation,
      nodes: violation.nodes.filter(({ html }) => !isFloating(violation.id, html)),
    }))
    .filter(({ nodes }) => nodes.length > 0);
  return found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ''}`).join('\n')}`,
  );
}

/**
 * Menus and tooltips float above the page in a container of their own at its end. That container is in no landmark;
 * the control that opens and names them is.
 */
function isFloating(rule: string, html: string): boolean {
  return rule === 'region' && /^<div data-portal="true"|^<[^>]* role="tooltip"/.test(html);
}

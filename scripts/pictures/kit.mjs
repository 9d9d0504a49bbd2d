import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { withAppWindow } from '../setup/appWindow.mjs';
import { localCache, root } from '../setup/repository.mjs';
import { sandboxArguments } from '../setup/sandbox.mjs';
import { say } from '../setup/say.mjs';
import { encodeSmaller } from './camera.mjs';

/** The pieces of renderer/ui, and the height of their pictures in pixels. */
const pieces = new Map([
  ['Screen', 200],
  ['PaneHead', 60],
  ['Toolbar', 60],
  ['Splitter', 120],
  ['Callout', 410],
  ['Facts', 110],
  ['EmptyState', 240],
  ['QueryView', 210],
  ['ErrorNotice', 200],
  ['OutcomeNotice', 110],
  ['Dimmed', 50],
  ['Buttons', 150],
  ['FilterChips', 48],
  ['Question', 70],
  ['ConfirmDialog', 260],
  ['FormDialog', 260],
  ['ProductionDialog', 340],
  ['JobStrip', 220],
  ['FileDrop', 110],
  ['CopyButton', 100],
  ['ExportMenu', 130],
  ['notices', 320],
  ['VirtualList', 200],
  ['VirtualGrid', 230],
  ['VirtualTree', 160],
  ['DataTable', 220],
  ['KeyText', 120],
  ['HashChip', 60],
  ['EnvironmentBadge', 60],
  ['VerdictBadge', 190],
  ['CellMap', 90],
  ['CodeView', 130],
  ['DiffView', 150],
]);
const width = 720;

/**
 * Photographs every piece of the kit in both themes, for docs/window-kit.md. The page with the pieces is built for this and
 * is not part of the app.
 *
 * @param {string} executable of Electron
 */
export async function photographKit(executable) {
  const folder = join(root, 'docs/pictures/kit');
  const built = join(localCache, 'kit');
  mkdirSync(folder, { recursive: true });
  await build({
    root: join(root, 'renderer/testing/kit'),
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: built, emptyOutDir: true, target: 'chrome120', chunkSizeWarningLimit: 10_000 },
  });
  const target = {
    executable,
    args: [...sandboxArguments(), join(root, 'scripts/pictures/kitWindow.cjs')],
    env: { ...process.env, KIT_PAGE: join(built, 'index.html') },
  };
  await withAppWindow(target, async (page, app) => {
    await page.waitForLoadState('load');
    for (const [name, height] of pieces) {
      await app.evaluate(
        ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
        /** @type {const} */ ([width, height]),
      );
      await page.evaluate((piece) => {
        globalThis.location.hash = piece;
      }, name);
      await page.locator(`[data-piece="${name}"]`).waitFor();
      if (name === 'ExportMenu') await page.getByRole('button', { name: 'Export the hits' }).click();
      if (name === 'FileDrop') await dragFileOver(page);
      await page.mouse.move(0, 0);
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        const path = join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
        writeFileSync(path, await encodeSmaller(app, picture));
        say(path);
      }
    }
  });
}

/** @param {import('playwright').Page} page */
async function dragFileOver(page) {
  const transfer = await page.evaluateHandle(() => {
    const dragged = new DataTransfer();
    dragged.items.add(new File(['a'], 'atoms.csv'));
    return dragged;
  });
  await page.getByText('Drop a file here.').dispatchEvent('dragover', { dataTransfer: transfer });
}

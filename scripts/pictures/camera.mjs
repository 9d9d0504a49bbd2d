import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localCache, root } from '../setup/repository.mjs';
import { say } from '../setup/say.mjs';
import { encodePng } from '../setup/xwdImage.mjs';

/**
 * Pictures that the documentation shows, and so belong to the repository; all others are only for inspection.
 */
const kept = new Map([
  ['proof-green-light', 'proof.png'],
  ['proof-green-dark', 'proof-dark.png'],
  ['value-json-light', 'browse.png'],
  ['value-json-dark', 'browse-dark.png'],
  ['history-diff-light', 'inspector.png'],
  ['history-diff-dark', 'inspector-dark.png'],
  ['discover-end-light', 'discover.png'],
  ['discover-end-dark', 'discover-dark.png'],
  ['recall-hits-light', 'recall.png'],
  ['upload-question-light', 'upload.png'],
  ['proof-sibling-light', 'tampered.png'],
  ['editor-diff-light', 'editor.png'],
  ['log-store-light', 'log.png'],
  ['evidence-light', 'evidence.png'],
  ['ledger-doubt-light', 'ledger.png'],
  ['requests-light', 'requests.png'],
]);
const keptSize = '1440x900';

/** @typedef {(name: string) => Promise<void>} Shoot */

/**
 * Resizes the window. Returns a function that takes a picture of it in the light and in the dark theme.
 *
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 * @param {{ readonly width: number, readonly height: number, readonly zoom: number }} size in pixels and percent
 * @returns {Promise<Shoot>}
 */
export async function createCamera(window, app, { width, height, zoom }) {
  const sizeName = `${width}x${height}${zoom === 100 ? '' : `-${zoom}%`}`;
  await window.waitForLoadState('load');
  if (zoom !== 100) await window.evaluate(`window.atomExplorer.setZoom(${zoom})`);
  await app.evaluate(
    ({ BrowserWindow }, [contentWidth, contentHeight]) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(contentWidth, contentHeight),
    /** @type {const} */ ([width, height]),
  );
  // The page's security policy forbids the evaluation that waitForFunction needs.
  const inside = [width, height].map((pixels) => Math.round((pixels * 100) / zoom));
  const isSized = () =>
    window.evaluate(([w, h]) => globalThis.innerWidth === w && globalThis.innerHeight === h, inside);
  const giveUpAt = Date.now() + 10_000;
  while (!(await isSized())) {
    if (Date.now() > giveUpAt) throw new Error(`The window could not be resized to ${sizeName}.`);
    await wait(50);
  }
  const folder = join(localCache, 'pictures', sizeName);
  const keptFolder = join(root, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  mkdirSync(keptFolder, { recursive: true });
  return async (name) => {
    // The pointer would highlight a row and open tooltips.
    await window.mouse.move(0, 0);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const keptName = sizeName === keptSize ? kept.get(`${name}-${colorScheme}`) : undefined;
      const path =
        keptName === undefined ? join(folder, `${name}-${colorScheme}.png`) : join(keptFolder, keptName);
      const picture =
        zoom === 100
          ? await window.screenshot({ animations: 'disabled', caret: 'hide' })
          : await capture(window, app);
      writeFileSync(path, await encodeSmaller(app, picture));
      say(path);
    }
    await window.emulateMedia({ colorScheme: 'light' });
  };
}

/**
 * Playwright does not know the zoom of a window, and would show a part of it.
 *
 * @param {import('playwright').Page} window
 * @param {import('playwright').ElectronApplication} app
 */
async function capture(window, app) {
  await window.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const base64 = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/**
 * Compresses the picture, because the browser optimizes for speed rather than size.
 *
 * @param {import('playwright').ElectronApplication} app
 * @param {Buffer} png
 */
export async function encodeSmaller(app, png) {
  const { width, height, pixels } = await app.evaluate(({ nativeImage }, base64) => {
    const image = nativeImage.createFromBuffer(Buffer.from(base64, 'base64'));
    return { ...image.getSize(), pixels: image.toBitmap().toString('base64') };
  }, png.toString('base64'));
  const bitmap = Buffer.from(pixels, 'base64');
  const rows = Array.from({ length: height }, (_, y) => bitmap.subarray(y * width * 4, (y + 1) * width * 4));
  return encodePng({ width, height, rows });
}

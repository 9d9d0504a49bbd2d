import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeXwd, encodePng, isBlank } from './xwdImage.mjs';

const intervalMs = 500;

/**
 * Saves a picture of a virtual screen as soon as its content has appeared and stopped changing.
 *
 * @param {() => Buffer} readScreen an XWD image
 * @param {string} file PNG
 * @param {() => void} announce called when it is saved
 * @param {AbortSignal} signal stops waiting
 */
export async function saveFirstScreenshot(readScreen, file, announce, signal) {
  /** @type {Buffer} */
  let previous = Buffer.alloc(0);
  while (!signal.aborted) {
    const current = readScreen();
    if (current.equals(previous) && current.length > 0) {
      const picture = decodeXwd(current);
      if (!isBlank(picture)) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, encodePng(picture));
        announce();
        return;
      }
    }
    previous = current;
    await wait(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

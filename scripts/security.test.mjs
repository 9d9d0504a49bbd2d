import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configuredFuses } from './setup/fuses.mjs';
import { root } from './setup/repository.mjs';

// What cannot be tried, because the app must not contain it at all.

const sources = ['electron', 'renderer', 'shared', 'engine', 'cli', 'service'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|tsx|html)$/.test(path) && !/\.(?:test|spec)\./.test(path))
    .map((path) => ({
      path: `${folder}/${path.replaceAll('\\', '/')}`,
      text: readFileSync(join(root, folder, path), 'utf8'),
    })),
);

/** The sources that contain a pattern. @param {RegExp} pattern */
const holding = (pattern) => sources.flatMap(({ path, text }) => (pattern.test(text) ? path : []));

test('no source opens an address outside of the app', () => {
  expect(holding(/\bshell\b/)).toContain('electron/main/window/appMenu.ts');
  expect(holding(/openExternal|window\.open\(|target="_blank"/)).toEqual([]);
});

test('no source turns on what would weaken a page', () => {
  expect(
    holding(
      /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|<webview|allowpopups|nodeIntegrationInWorker|nodeIntegrationInSubFrames|bypassCSP|dangerouslySetInnerHTML|webSecurity: false|sandbox: false|contextIsolation: false|nodeIntegration: true|webviewTag: true/,
    ),
  ).toEqual([]);
});

test('windows are made in one place, and hidden pages for printing in another', () => {
  expect(holding(/new (?:BrowserWindow|BrowserView|WebContentsView|BaseWindow)\b/)).toEqual([
    'electron/main/window/mainWindow.ts',
    'electron/main/window/paper.ts',
  ]);
});

test('only the preload script knows of ipcRenderer', () => {
  expect(holding(/import\b[^;]*\bipcRenderer\b/)).toEqual(['electron/preload/index.ts']);
});

test('a release is packaged with these fuses', () => {
  expect(
    Object.fromEntries(configuredFuses(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))),
  ).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

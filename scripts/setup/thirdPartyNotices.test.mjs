import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageFolders } from './bundledPackages.mjs';
import { root } from './repository.mjs';
import { noticesText, productionFolders } from './thirdPartyNotices.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atom-explorer-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} path
 * @param {object} manifest
 * @param {Readonly<Record<string, string>>} [files]
 */
function addPackage(path, manifest, files = {}) {
  const at = join(folder, path);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
}

it('finds the package of each bundled module, also scoped and nested ones', () => {
  const modules = [
    '/r/renderer/main.tsx',
    '/r/node_modules/react/index.js',
    '/r/node_modules/react/cjs/react.js',
    '/r/node_modules/@mantine/core/esm/index.mjs',
    '/r/node_modules/a/node_modules/@b/c/d/index.js',
    'C:\\r\\node_modules\\zod\\index.js',
    '\0virtual',
  ];
  expect(packageFolders(modules)).toEqual([
    'node_modules/@mantine/core',
    'node_modules/a/node_modules/@b/c',
    'node_modules/react',
    'node_modules/zod',
  ]);
});

it('states name, version, license, and source, and quotes every license text, once per package', () => {
  addPackage(
    'node_modules/elk',
    { name: 'elk', version: '1.2.3', license: 'EPL-2.0', repository: { url: 'https://example.com/elk' } },
    { 'LICENSE.md': 'The text of the license.', NOTICE: 'A notice.', 'license.js': '' },
  );
  const text = noticesText(folder, ['node_modules/elk', 'node_modules/elk']);
  expect(text.match(/elk 1\.2\.3/g)).toHaveLength(1);
  expect(text).toContain('License: EPL-2.0\nSource: https://example.com/elk');
  expect(text).toContain('The text of the license.');
  expect(text).toContain('A notice.');
});

it('refuses a package without a license', () => {
  addPackage('node_modules/x', { name: 'x', version: '1.0.0' });
  expect(() => noticesText(folder, ['node_modules/x'])).toThrow('x 1.0.0 names no license');
});

it('follows production dependencies recursively, and skips those of other platforms', () => {
  addPackage('.', { name: 'app', dependencies: { a: '1' } });
  addPackage('node_modules/a', {
    name: 'a',
    dependencies: { b: '1' },
    optionalDependencies: { 'a-windows': '1' },
  });
  addPackage('node_modules/a/node_modules/b', { name: 'b' });
  addPackage('node_modules/b', { name: 'b of somebody else' });
  expect(productionFolders(folder)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b']);
});

it('finds the license of everything that this app ships as installed', () => {
  const text = noticesText(root, productionFolders(root));
  expect(text).toContain('classic-level 3.0.0');
  expect(text).toMatch(/@napi-rs\/keyring \d/);
});

import { expect, test } from 'vitest';
import { complaintAbout } from './startBundleLimit.mjs';

/** @type {Readonly<Record<string, import('./startBundleLimit.mjs').Output>>} */
const bundle = {
  'index.js': {
    type: 'chunk',
    code: 'x'.repeat(100),
    isEntry: true,
    imports: ['shared.js'],
    viteMetadata: { importedCss: new Set(['index.css']) },
  },
  'shared.js': { type: 'chunk', code: 'é', imports: ['index.js'] },
  'index.css': { type: 'asset', source: 'y'.repeat(10) },
  'editor.js': { type: 'chunk', code: 'z'.repeat(1000), imports: ['shared.js'] },
};

test('the scripts, their imports, and their styles count once, in bytes; what is loaded on use does not', () => {
  expect(complaintAbout(bundle, 100 + 2 + 10)).toBeNull();
  expect(complaintAbout(bundle, 111)).toContain(
    '112 bytes are loaded before the first screen; the limit is 111',
  );
  expect(complaintAbout(bundle, 0, 'editor.js')).toContain('1112 bytes');
});

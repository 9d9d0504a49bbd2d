import { expect, test } from 'vitest';
import { startBundleLimit, startBytes } from './startBundleLimit.mjs';

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

test('counts the page’s script, its imports and its styles once, in bytes, and nothing that is loaded on use', () => {
  expect(startBytes(bundle)).toBe(100 + 2 + 10);
});

test('fails the build above the limit', () => {
  /** @param {number} limit */
  const errorsAt = (limit) => {
    /** @type {string[]} */
    const errors = [];
    const { generateBundle } = /** @type {any} */ (startBundleLimit(limit));
    generateBundle.handler.call(
      { error: (/** @type {string} */ message) => errors.push(message) },
      {},
      bundle,
    );
    return errors;
  };
  expect(errorsAt(112)).toEqual([]);
  expect(errorsAt(111)).toEqual([
    expect.stringContaining('112 bytes before its first screen; the limit is 111'),
  ]);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outFolder } from './outFolder.mjs';
import { root } from './repository.mjs';

/** The file in which each bundle lists its packages. */
export const packageLists = join(root, outFolder, 'packages');

/**
 * The folders of the packages that contain these modules, relative to the repository. Nested packages count
 * separately.
 *
 * @param {Iterable<string>} moduleIds absolute paths, as the bundler gives them
 * @returns {readonly string[]} sorted
 */
export function packageFolders(moduleIds) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const id of moduleIds) {
    const match = /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      id.replaceAll('\\', '/'),
    );
    if (match?.[1] !== undefined) folders.add(match[1]);
  }
  return [...folders].sort();
}

/**
 * A bundler plugin that lists the packages in the bundle, for the third-party notices.
 *
 * @param {string} bundle
 * @returns {import('vite').Plugin}
 */
export function listBundledPackages(bundle) {
  /** Of all outputs so far: each worker is a separate output. @type {Set<string>} */
  const modules = new Set();
  return {
    name: 'list-bundled-packages',
    generateBundle(_options, chunks) {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type === 'chunk') Object.keys(chunk.modules).forEach((id) => modules.add(id));
      }
      const file = join(packageLists, `${bundle}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(packageFolders(modules), null, 2));
    },
  };
}

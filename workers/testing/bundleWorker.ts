import { resolve } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a worker of this folder, such as `verifyWorker`, into `outDir`, as for the app; resolves to its
 * file.
 */
export async function bundleWorker(name: string, outDir: string): Promise<string> {
  const file = `${name}.cjs`;
  await build({
    root: resolve(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: `workers/${name}.ts`,
      outDir,
      target: 'node18',
      rollupOptions: { output: { format: 'cjs', entryFileNames: file } },
    },
  });
  return resolve(outDir, file);
}

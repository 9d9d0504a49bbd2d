import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,service,electron,renderer,cli,workers,scripts,e2e}/**/*.test.{ts,tsx,mjs}'],
    // Vitest would leave one core to itself, which is half of a small machine, and has little to do meanwhile.
    maxWorkers: availableParallelism(),
    // These end what hangs. The longest searches take seconds, a bundle made in a hook too, and a busy machine is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

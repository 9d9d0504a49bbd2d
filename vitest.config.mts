import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,service,electron,renderer,cli,workers,scripts}/**/*.test.{ts,tsx,mjs}'],
    // These end what hangs. The longest searches take seconds, a bundle made in a hook too, and a busy machine is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

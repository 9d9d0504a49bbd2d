import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,service,electron,renderer,cli,workers,scripts}/**/*.test.{ts,tsx,mjs}'],
    testTimeout: 20_000,
  },
});

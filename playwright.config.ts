import { defineConfig } from '@playwright/test';

/** As in `service/testing/longRun.ts`. */
const isLongRun = process.env['ATOM_EXPLORER_LONG_TESTS'] === '1';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // They have a browser and a script of their own.
  testIgnore: 'current/**',
  outputDir: 'test-results',
  // scripts/test.mjs asks for more, each with a desktop to itself. Any test may run before, beside, or after any other.
  workers: 1,
  fullyParallel: true,
  // What makes the window slower without making it wrong.
  ...(isLongRun ? {} : { grepInvert: /@long-only/ }),
  // A test that passes only at the second try fails.
  retries: 0,
  forbidOnly: true,
  // These end what hangs. Ten looks by axe, or two starts of the app, take a minute on a very busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A trace doubles the work of the window. To look for what fails now and then, add --trace retain-on-failure.
  use: { screenshot: 'only-on-failure' },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/end-to-end.json' }]],
});

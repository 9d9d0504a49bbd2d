import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // One window at a time: they share the screen and the keyring. A test that passes only at the second try fails.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Ends what hangs. Ten looks by axe, or two starts of the app, take half a minute on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/end-to-end.json' }]],
});

import { defineConfig } from '@playwright/test';
import main from '../../playwright.config.ts';

/** The window's pages in a current Chromium: `npm run test:current`. */
export default defineConfig({
  ...main,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results/current',
  reporter: [['list']],
});

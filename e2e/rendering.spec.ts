import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { startService } from './support/service.ts';
import { connect, lookUp, recall, showScreen, showTab } from './support/steps.ts';

const projectFolder = join(__dirname, '..');

/** Builds the window with React's profiler around some components, and serves it. Resolves to its address. */
async function serveProfiledWindow(outDir: string) {
  const { build, preview } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const root = join(projectFolder, 'renderer');
  const shared = { root, configFile: false, logLevel: 'warn' } as const;
  await build({
    ...shared,
    base: './',
    plugins: [react({ jsxImportSource: 'profiled' })],
    resolve: {
      alias: {
        'profiled/jsx-runtime': join(root, 'testing/renders/jsx-runtime.ts'),
        'react-dom/client': 'react-dom/profiling',
      },
    },
    build: { outDir, emptyOutDir: true, target: 'chrome120', minify: false, chunkSizeWarningLimit: 10_000 },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  return { address, stop: () => server.close() };
}

/** How often parts of the window were rendered since the last call. */
async function takeRenders(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(() => {
    const { renders = {} } = window;
    window.renders = {};
    return renders;
  });
}

test('typing renders the field, and no list or atom beside it', async ({ launch, folder }) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.pump.pressure', '2.4');
  await service.store('v1.valve.state', 'open');
  const profiled = await serveProfiledWindow(join(folder, 'window'));
  const { page } = await launch({ ELECTRON_RENDERER_URL: profiled.address });
  await connect(page, { address: service.address, apiKey: service.fullKey });

  await showScreen(page, 'Recall');
  await recall(page, 'pump pressure');
  await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option')).toHaveCount(2);
  // The saved run is the last thing that a recall changes on the screen.
  await expect(page.getByText('History (1)')).toBeVisible();
  expect(await takeRenders(page)).toMatchObject({ HitList: expect.any(Number) });
  const typed = ' in bay 3';
  await page.getByRole('textbox', { name: 'Query' }).pressSequentially(typed);
  const inRecall = await takeRenders(page);
  expect(inRecall['RecallBar']).toBeGreaterThanOrEqual(typed.length);
  expect(inRecall).not.toHaveProperty('HitList');
  expect(inRecall).not.toHaveProperty('AtomInspector');

  await showScreen(page, 'Browse');
  await lookUp(page, 'v1.pump.pressure');
  await showTab(page, 'Notes');
  expect(await takeRenders(page)).toMatchObject({
    KeyTree: expect.any(Number),
    AtomTable: expect.any(Number),
  });
  // Filters the tree and the table, not the atom.
  await page.getByRole('textbox', { name: 'Filter known keys' }).pressSequentially('v1');
  const inBrowse = await takeRenders(page);
  expect(inBrowse).toMatchObject({ KeyFilterBar: expect.any(Number), KeyTree: expect.any(Number) });
  expect(inBrowse).not.toHaveProperty('AtomInspector');
  await service.stop();
  await profiled.stop();
});

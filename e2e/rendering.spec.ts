import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
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

test(
  'each key typed renders the field, and no list or atom beside it',
  { tag: '@long-only' },
  async ({ launch, folder }) => {
    const service = await startService(`${folder}/service`);
    await service.store('v1.pump.pressure', '2.4');
    await service.store('v1.valve.state', 'open');
    const profiled = await serveProfiledWindow(join(folder, 'window'));
    const { page } = await launch({ ELECTRON_RENDERER_URL: profiled.address });
    await connect(page, { address: service.address, apiKey: service.fullKey });

    await showScreen(page, 'Recall');
    await recall(page, 'pump and valve');
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option')).toHaveCount(2);
    await expect(page.getByText('History (1)')).toBeVisible();
    const inRecall = await rendersWhileTyping(page, page.getByRole('textbox', { name: 'Query' }));
    expect(inRecall('RecallBar')).toBe('each key');
    expect(inRecall('HitList')).toBe('rarely');
    expect(inRecall('AtomInspector')).toBe('rarely');

    await showScreen(page, 'Browse');
    await lookUp(page, 'v1.pump.pressure');
    await showTab(page, 'Notes');
    const filter = page.getByRole('textbox', { name: 'Filter known keys' });
    const inFilter = await rendersWhileTyping(page, filter);
    expect(inFilter('KeyFilterBar')).toBe('each key');
    // The filter is for the keys, not for the atom.
    expect(inFilter('AtomInspector')).toBe('rarely');
    await filter.fill('');
    await expect(page.getByRole('tree', { name: 'Known keys' })).toBeVisible();
    const inNotes = await rendersWhileTyping(page, page.getByRole('textbox', { name: 'Note' }));
    expect(inNotes('AtomInspector')).toBe('each key');
    expect(inNotes('KeyTree')).toBe('rarely');
    expect(inNotes('AtomTable')).toBe('rarely');
    await service.stop();
    await profiled.stop();
  },
);

const typed = 'v1 of the pump in bay 3 of the greenhouse';

/** Types a text, and tells of each part of the window whether it was rendered with each key of it. */
async function rendersWhileTyping(page: Page, field: Locator) {
  await field.focus();
  const before = await page.evaluate(() => window.renders ?? {});
  await field.pressSequentially(typed);
  const after = await page.evaluate(() => window.renders ?? {});
  return (part: string): string => {
    // A component that was never rendered proves nothing.
    const all = after[part] ?? Number.NaN;
    const renders = all - (before[part] ?? 0);
    if (renders >= typed.length) return 'each key';
    // What the app has read and saved meanwhile arrives on its own.
    return renders <= typed.length / 4 ? 'rarely' : `${renders} times`;
  };
}

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noLayout, type BrowseLayout } from '#shared/domain/browseLayout.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createBrowseLayouts, type BrowseLayouts } from './browseLayouts.ts';

const id = 'one' as ConnectionId;
const layout: BrowseLayout = {
  columns: [{ name: 'key', width: 200 }, { name: 'value' }, { name: '$.unit' }],
  filters: [
    { name: 'Dark', filter: { text: 'dark', mode: 'contains', where: 'values', wholeWord: true } },
    { name: 'Tagged', filter: { text: '', mode: 'contains', tags: ['to do', 'old'] } },
  ],
};
let folder: string;
let layouts: BrowseLayouts;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'browse-layouts-'));
  layouts = createBrowseLayouts(folder, () => 7);
});
afterEach(async () => {
  await layouts.close();
  await rm(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await layouts.close();
  layouts = createBrowseLayouts(folder, () => 7);
}

it('keeps columns and filters of a connection across restarts, until the connection is removed', async () => {
  expect(await layouts.of(id)).toEqual(noLayout);
  await layouts.save(id, layout);
  await restart();
  expect(await layouts.of(id)).toEqual(layout);
  expect(await layouts.of('two' as ConnectionId)).toEqual(noLayout);
  await layouts.forget(id);
  expect(await readdir(folder)).toEqual([]);
  expect(await layouts.of(id)).toEqual(noLayout);
});

it('reads a file of the version in which a filter had one tag', async () => {
  const filter = { text: '', mode: 'contains', bookmarked: true };
  const filters = [
    { name: 'Tagged', filter: { ...filter, tag: 'old' } },
    { name: 'Not tagged', filter },
  ];
  await mkdir(path.join(folder, id));
  await writeFile(
    path.join(folder, id, 'layout.json'),
    JSON.stringify({ version: 1, columns: null, filters }),
  );
  expect(await layouts.of(id)).toEqual({
    columns: null,
    filters: [
      { name: 'Tagged', filter: { ...filter, tags: ['old'] } },
      { name: 'Not tagged', filter },
    ],
  });
});

it('sets a damaged file aside and starts over, and leaves one of a newer version as it is', async () => {
  await layouts.save(id, layout);
  await layouts.close();
  const file = path.join(folder, id, 'layout.json');
  await writeFile(file, '{"version":1,"columns":[{"name":"$$"}],"filters":[]}');
  layouts = createBrowseLayouts(folder, () => 7);
  expect(await layouts.of(id)).toEqual(noLayout);
  expect(await readdir(path.join(folder, id))).toEqual(['layout.json.damaged-7']);
  await layouts.close();
  await writeFile(file, '{"version":3}');
  layouts = createBrowseLayouts(folder, () => 7);
  expect(await layouts.of(id)).toEqual(noLayout);
});

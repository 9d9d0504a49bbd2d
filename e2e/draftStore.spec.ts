import { expect, test } from './support/app.ts';
import { filesHolding } from './support/filesHolding.ts';
import { startService } from './support/service.ts';
import { connect } from './support/steps.ts';

test('a draft is on the disk, sealed, as soon as it was kept: the app may be killed', async ({
  launch,
  folder,
  profile,
}) => {
  const service = await startService(`${folder}/service`);
  const first = await launch();
  await connect(first.page, { address: service.address, apiKey: service.fullKey });
  const kept = await first.page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    const connectionId = connections.value[0]?.id ?? '';
    const draft = {
      id: 'draft-of-mine',
      key: 'v1.unfinished.business',
      value: 'half a sentence',
      base: null,
    };
    return window.atomExplorer.keepDraft({ connectionId, ...draft });
  });
  expect(kept).toMatchObject({ ok: true });
  const ended = new Promise((resolve) => first.electron.process().once('exit', resolve));
  first.electron.process().kill('SIGKILL');
  await ended;

  for (const secret of ['half a sentence', 'unfinished', 'draft-of-mine']) {
    expect(await filesHolding(`${profile}/drafts`, secret)).toEqual([]);
  }
  const second = await launch();
  await expect(second.page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  const listing = await second.page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    return window.atomExplorer.listDrafts({ connectionId: connections.value[0]?.id ?? '' });
  });
  expect(listing).toMatchObject({
    value: {
      drafts: [{ id: 'draft-of-mine', key: 'v1.unfinished.business', value: 'half a sentence' }],
      notKept: null,
    },
  });
  await service.stop();
});

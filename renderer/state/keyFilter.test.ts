import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { browseView, changeBrowseView } from './browseStore.ts';
import { changeSearch, keyFilterOf } from './keyFilter.ts';
import { allSelected, selectOnly, type RowSelection } from './rowSelection.ts';

it('all results of a text are not selected any more when it is searched in another way, on any connection', () => {
  const views: Readonly<Record<string, { readonly text: string; readonly selection: RowSelection }>> = {
    results: { text: 'pump', selection: allSelected },
    // These stay the same atoms.
    some: { text: 'pump', selection: selectOnly('v1.pump') },
    everything: { text: '', selection: allSelected },
  };
  for (const [id, { text, selection }] of Object.entries(views))
    changeBrowseView(id as ConnectionId, (view) => ({ ...view, filter: { text }, selection }));
  changeSearch({ searchIn: 'values' });
  expect(keyFilterOf('results' as ConnectionId)).toMatchObject({ text: 'pump', where: 'values' });
  const kinds = Object.keys(views).map((id) => browseView(id as ConnectionId).selection);
  expect(kinds).toEqual([{ kind: 'some', keys: new Set() }, selectOnly('v1.pump'), allSelected]);
});

import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import { createConnectionFiles } from './connectionFiles.ts';
import type { Profile } from './profileStore.ts';

const profile: Profile = {
  id: 'one' as ConnectionId,
  kind: 'service',
  name: 'prod-eu',
  baseUrl: 'https://memory.example',
  colour: 'pink',
  environment: 'production',
  readOnly: false,
  scheme: null,
  keyOrigin: 'https://memory.example',
  keepsHistory: true,
};

function filesWith(content: string): { readonly files: UserFiles; readonly saved: string[] } {
  const saved: string[] = [];
  return {
    saved,
    files: {
      save: async (_name, text) => {
        saved.push(String(text));
        return succeed({ path: '/connections.json' });
      },
      open: async () => succeed({ name: 'connections.json', bytes: Buffer.from(content) }),
    },
  };
}

it('exports the settings of services: no key, no ID, and nothing that was learned', async () => {
  const { files, saved } = filesWith('');
  const demo: Profile = { ...profile, id: 'demo' as ConnectionId, kind: 'demo', baseUrl: '' };
  await createConnectionFiles({ files, profiles: () => [demo, profile], now: () => 0 }).save();
  expect(JSON.parse(saved[0] ?? '')).toEqual({
    format: 'atom-explorer-connections',
    version: 1,
    exportedAt: '1970-01-01T00:00:00.000Z',
    connections: [
      {
        name: 'prod-eu',
        address: 'https://memory.example',
        color: 'pink',
        environment: 'production',
        readOnly: false,
      },
    ],
  });
});

it('shows which entries are there already, repeated, or not valid', async () => {
  const entries = [
    { name: 'prod-eu', address: 'https://memory.example/' },
    { name: 'other', address: 'https://MEMORY.example' },
    { name: 'new', address: 'https://new.example' },
    { name: 'new', address: 'https://new.example' },
    { name: 'plain', address: 'http://new.example' },
    'damaged',
  ];
  const text = JSON.stringify({ format: 'atom-explorer-connections', version: 1, connections: entries });
  const { files } = filesWith(text);
  const opened = await createConnectionFiles({ files, profiles: () => [profile], now: () => 0 }).open();
  if (!opened.ok || opened.value === null) throw new Error('It was not opened.');
  const { candidates, unreadable } = opened.value;
  expect(unreadable).toBe(1);
  expect(candidates.map(({ duplicateOf }) => duplicateOf)).toEqual([
    'same',
    'address',
    null,
    'repeated',
    null,
  ]);
  expect(candidates.map(({ problem }) => problem?.slice(0, 12) ?? null)).toEqual([
    null,
    null,
    null,
    null,
    'Use https://',
  ]);
});

it('refuses what is not a file of connections', async () => {
  const { files } = filesWith('[]');
  expect(await createConnectionFiles({ files, profiles: () => [], now: () => 0 }).open()).toMatchObject({
    ok: false,
    error: { field: 'file', message: expect.stringContaining('Nothing was imported.') as string },
  });
});

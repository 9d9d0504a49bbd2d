import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';

const kept = new Map<string, string>();
const localStorage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
};
vi.stubGlobal('localStorage', localStorage);
vi.stubGlobal('window', { localStorage });

/** The saved mappings as the app finds them when it starts. */
async function start() {
  vi.resetModules();
  const { rememberMapping, rememberedMapping, useMappingMemory } = await import('./mappingMemory.ts');
  const recall = (id: string, columns: readonly string[]) =>
    rememberedMapping(useMappingMemory.getState(), id as ConnectionId, columns);
  return {
    recall,
    remember: (id: string, columns: readonly string[], mapping: RowMapping) =>
      rememberMapping(id as ConnectionId, columns, mapping),
  };
}

const columns = ['team', 'id', 'text'];
const byId: RowMapping = {
  key: 'v1.{team}.{id}',
  value: { kind: 'template', template: '{text}' },
  trimKeys: true,
};

beforeEach(() => {
  kept.clear();
});

describe('the mapping of a file', () => {
  it('is used for the next file with the same columns, even after a restart', async () => {
    const before = await start();
    expect(before.recall('c', columns)).toBeNull();
    before.remember('c', columns, byId);
    expect(before.recall('c', columns)).toEqual(byId);
    const after = await start();
    expect(after.recall('c', columns)).toEqual(byId);
    expect(after.recall('c', ['id', 'team', 'text'])).toBeNull();
    expect(after.recall('other', columns)).toBeNull();
  });

  it('is not saved to disk if it adds text to values', async () => {
    const before = await start();
    before.remember('c', columns, { ...byId, value: { kind: 'template', template: 'my secret {text}' } });
    expect(before.recall('c', columns)).not.toBeNull();
    expect([...kept.values()].join('')).not.toContain('secret');
    expect((await start()).recall('c', columns)).toBeNull();
  });

  it('is dropped if it is invalid', async () => {
    kept.set('atom-explorer-upload-mappings', '{"state":{"mappings":[["x",{"key":1}],7]},"version":1}');
    expect((await start()).recall('c', columns)).toBeNull();
  });
});

import { expect, it } from 'vitest';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { mappingOfFile, textOfMapping, unusedName } from './mappingFile.ts';

const mapping: RowMapping = {
  key: 'v1.{code}',
  value: { kind: 'object', columns: ['name'], omitsMissing: true },
  trimKeys: true,
  changes: [{ from: 'name.common', name: 'name', keeps: false, steps: [{ kind: 'trim' }] }],
};

function file(text: string) {
  return { size: text.length, text: async () => text };
}

it('gives back what was exported', async () => {
  const named = { name: 'Countries', mapping };
  expect(await mappingOfFile(file(textOfMapping(named)))).toEqual({ ok: true, mapping: named });
});

it.each([
  ['other JSON', '{"a": 1}'],
  ['no JSON', 'key,value'],
  ['a later version', textOfMapping({ name: 'a', mapping }).replace('"version": 1', '"version": 2')],
  ['an unknown step', textOfMapping({ name: 'a', mapping }).replace('"trim"', '"run"')],
])('refuses %s', async (_, text) => {
  expect(await mappingOfFile(file(text))).toMatchObject({ ok: false });
});

it('has a name that no other mapping has', () => {
  const other = { name: 'a', mapping: { ...mapping, key: 'v2.{code}' } };
  expect(unusedName({ name: 'a', mapping }, [])).toBe('a');
  expect(unusedName({ name: 'a', mapping }, [{ name: 'a', mapping }])).toBe('a');
  expect(unusedName({ name: 'a', mapping }, [other, { ...other, name: 'a (2)' }])).toBe('a (3)');
});

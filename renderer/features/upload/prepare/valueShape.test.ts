import { describe, expect, it } from 'vitest';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { firstMapping, reshape, shapeOf, withKey } from './valueShape.ts';

const columns = ['key', 'a', 'b'];

describe('the shape of a value', () => {
  it('is a column if the template is only that column', () => {
    expect(shapeOf({ kind: 'template', template: '{a}' }, columns)).toBe('column');
    expect(shapeOf({ kind: 'template', template: '{a}!' }, columns)).toBe('template');
    expect(shapeOf({ kind: 'template', template: '' }, columns)).toBe('column');
    expect(shapeOf({ kind: 'object', columns: ['a'] }, columns)).toBe('object');
  });

  it('keeps its columns when another shape is chosen', () => {
    const column = { kind: 'template', template: '{a}' } as const;
    expect(reshape(column, 'object', columns)).toEqual({ kind: 'object', columns: ['a'] });
    expect(reshape(column, 'template', columns)).toEqual(column);
    expect(reshape({ kind: 'object', columns: ['a', 'b'] }, 'template', columns)).toEqual({
      kind: 'template',
      template: '{a} {b}',
    });
    expect(reshape({ kind: 'object', columns: ['b'] }, 'column', columns)).toEqual({
      kind: 'template',
      template: '{b}',
    });
  });
});

describe('another key', () => {
  const mapping: RowMapping = {
    key: '{key}',
    trimKeys: false,
    value: { kind: 'object', columns: ['a', 'b'] },
  };

  it('gives its columns back to the object, unless the user chose them', () => {
    expect(withKey(mapping, '{a}', columns).value).toEqual({ kind: 'object', columns: ['key', 'b'] });
    // As it is typed, letter by letter.
    const typed = ['', '{', '{b', '{b}'].reduce((before, key) => withKey(before, key, columns), mapping);
    expect(typed.value).toEqual({ kind: 'object', columns: ['key', 'a'] });
    const chosen = { ...mapping, value: { kind: 'object', columns: ['b'] } } as const;
    expect(withKey(chosen, '{a}', columns).value).toEqual(chosen.value);
    const column = { ...mapping, value: { kind: 'template', template: '{a}' } } as const;
    expect(withKey(column, '{b}', columns)).toEqual({ ...column, key: '{b}' });
  });
});

describe('the mapping to begin with', () => {
  const suggested = { key: '{key}', value: { kind: 'template', template: '{a}' }, trimKeys: false } as const;

  it('is the one applied before, unless its columns are missing', () => {
    const applied = { ...suggested, key: 'v1.{b}' };
    expect(firstMapping(applied, null, suggested, columns)).toBe(applied);
    expect(firstMapping(applied, null, suggested, ['key', 'a'])).toBe(suggested);
    expect(firstMapping(null, null, suggested, columns)).toBe(suggested);
    const remembered = { ...suggested, key: 'v2.{a}' };
    expect(firstMapping(null, remembered, suggested, columns)).toBe(remembered);
    expect(firstMapping(applied, remembered, suggested, columns)).toBe(applied);
    expect(firstMapping(null, remembered, suggested, ['key', 'b'])).toBe(suggested);
  });
});

import { describe, expect, it } from 'vitest';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceRecord } from '#shared/domain/uploadSource.ts';
import { previewAtoms } from './atomPreview.ts';

const columns = ['team', 'name', 'text'];
const mapping: RowMapping = {
  key: 'v1.{team}.{name}',
  value: { kind: 'template', template: '{text}' },
  trimKeys: true,
};

function record(place: number, ...texts: readonly (string | null)[]): SourceRecord {
  return {
    kind: 'cells',
    place,
    cells: texts.map((text) => (text === null ? null : { text, isText: true })),
  };
}

function preview(records: readonly SourceRecord[], change: Partial<RowMapping> = {}) {
  return previewAtoms({ columns, records }, { ...mapping, ...change }, (text) => text.length);
}

describe('the preview of a mapping', () => {
  it('shows the atoms with the problems that the first records show', () => {
    const made = preview([
      record(2, ' red ', 'ada', 'fine'),
      record(3, 'red', '', 'no name'),
      record(4, 'blue', 'bob', null),
      record(5, 'red', 'ada', 'again'),
      { kind: 'unreadable', place: 6, why: 'quote not closed', text: '"' },
    ]);
    if (!made.ok) throw new Error('the mapping fits');
    expect(made.rows.map(({ place, key, problems }) => [place, key, problems])).toEqual([
      [2, 'v1.red.ada', ['duplicate']],
      [3, 'v1.red.', ['no-key']],
      [4, 'v1.blue.bob', ['no-value']],
      [5, 'v1.red.ada', ['duplicate']],
      [6, '', ['unreadable']],
    ]);
    expect(made.blocked).toBe(5);
  });

  it('counts blocked rows apart from rows to review', () => {
    const made = preview([
      record(2, 'red', 'ada', null),
      record(3, 'red', 'bob', '{"a": 1,}'),
      record(4, 'red', 'eve', `{"a": "${'x'.repeat(2_000)}`),
    ]);
    expect(made).toMatchObject({ blocked: 1, noted: 1 });
  });

  it('marks the size of a row with a cut cell', () => {
    const made = preview([record(2, 'a', 'b', 'x'.repeat(2_000)), record(3, 'a', 'c', 'x')]);
    if (!made.ok) throw new Error('the mapping fits');
    expect(made.rows.map(({ isCut }) => isCut)).toEqual([true, false]);
  });

  it('says which template is wrong', () => {
    expect(preview([], { key: 'v1.{tem}' })).toEqual({
      ok: false,
      changes: null,
      key: { kind: 'unknown-column', at: 3, name: 'tem' },
      value: null,
    });
  });
});

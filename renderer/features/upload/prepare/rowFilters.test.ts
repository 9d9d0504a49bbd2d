import { describe, expect, it } from 'vitest';
import type { UploadCounts } from '#shared/domain/upload.ts';
import { rowFilterGroups, withCell, withNarrowing, withText } from './rowFilters.ts';

const counts: UploadCounts = {
  rows: 10,
  readyBytes: 100,
  statuses: { ready: 7, blocked: 2, dropped: 1, 'passed-over': 0 },
  problems: {
    unreadable: 0,
    'no-key': 2,
    'no-value': 0,
    'lone-surrogate': 0,
    duplicate: 0,
    sensitive: 0,
    'too-large': 0,
    'json-key': 0,
    'not-converted': 0,
    'key-not-converted': 0,
    'value-not-text': 0,
    'empty-value': 3,
    'odd-key': 0,
    'larger-than-accepted': 0,
    'broken-json': 0,
  },
  comparisons: { 'not-compared': 7, new: 0, changed: 0, same: 0, refused: 0 },
  outcomes: { waiting: 10, stored: 0, same: 0, skipped: 0, refused: 0, unknown: 0, held: 0 },
  marks: { 'other-write': 0, 'stored-twice': 0 },
  readBacks: { 'not-read': 10, green: 0, keyOnly: 0, amber: 0, red: 0, other: 0, missing: 0, refused: 0 },
  edited: 0,
  largestValue: 40,
};

function labels(changed: Partial<UploadCounts>, active = {}) {
  return rowFilterGroups({ ...counts, ...changed }, active).map(({ title, entries }) => [
    title,
    ...entries.map(({ label, count }) => `${label} ${count}`),
  ]);
}

describe('the filters of rows', () => {
  it('list the filters that match rows, and always Ready and Blocked', () => {
    expect(labels({})).toEqual([
      [null, 'All rows 10', 'Ready 7', 'Blocked 2', 'Skipped 1'],
      ['Problems', 'No key 2'],
      ['To review', 'Empty value 3'],
    ]);
  });

  it('keep the active one when it matches no rows', () => {
    expect(labels({}, { problem: 'sensitive' })).toContainEqual([
      'Problems',
      'No key 2',
      'Possible credential 0',
    ]);
    expect(labels({}, { edited: true })[0]).toContain('Edited 0');
  });

  it('include the comparison once rows are compared', () => {
    const comparisons = { 'not-compared': 1, new: 4, changed: 2, same: 0, refused: 0 };
    expect(labels({ comparisons })).toContainEqual(['Compared', 'New 4', 'Changed 2', 'Not compared 1']);
  });

  it('do not change the search, nor the search them', () => {
    expect(withNarrowing({ text: 'a', status: 'ready' }, { problem: 'no-key' })).toEqual({
      text: 'a',
      problem: 'no-key',
    });
    expect(withText({ text: 'a', status: 'ready' }, '')).toEqual({ status: 'ready' });
  });

  it('keep the value of a column until it is removed', () => {
    const cell = { column: 2, text: null };
    const filter = withText(withNarrowing(withCell({ text: 'a' }, cell), { status: 'ready' }), 'b');
    expect(filter).toEqual({ status: 'ready', text: 'b', cell });
    expect(withCell(filter, null)).toEqual({ status: 'ready', text: 'b' });
  });
});

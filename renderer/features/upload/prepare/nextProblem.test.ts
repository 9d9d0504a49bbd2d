import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import type { UploadRow, UploadRowFilter } from '#shared/domain/upload.ts';
import { locateUploadRow } from '../../../api/uploads.ts';
import { nextProblem } from './nextProblem.ts';

const aRow: UploadRow = {
  row: 0,
  place: 1,
  key: 'k',
  valueStart: '',
  valueBytes: 0,
  status: 'blocked',
  problems: ['no-key'],
  detail: null,
  edited: false,
  allowed: false,
  comparison: 'not-compared',
  storedVersion: null,
  difference: null,
  outcome: 'waiting',
  why: null,
  version: null,
  readBack: 'not-read',
  marks: [],
};

/** The app finds these rows, whatever is asked for. */
function findRows(numbers: readonly number[]): readonly UploadRowFilter[] {
  const filters: UploadRowFilter[] = [];
  vi.stubGlobal('window', {
    atomExplorer: {
      uploadRows: async (query: { filter: UploadRowFilter; window: { from: number; to: number } }) => {
        filters.push(query.filter);
        const rows = numbers.slice(query.window.from, query.window.to).map((row) => ({ ...aRow, row }));
        return succeed({ revision: 1, total: numbers.length, rows });
      },
    },
  });
  return filters;
}

afterEach(() => vi.unstubAllGlobals());

describe('the place of a row among those that a filter finds', () => {
  it('is found, or the place where it would be', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(200)), fc.nat(210), async (found, row) => {
        const numbers = [...found].sort((a, b) => a - b);
        findRows(numbers);
        expect(await locateUploadRow({ uploadId: 'u', filter: {} }, row)).toEqual({
          index: numbers.filter((other) => other < row).length,
          isThere: numbers.includes(row),
        });
      }),
    );
  });
});

describe('the next problem', () => {
  it('is the blocked row after the open one, and after the last one the first', async () => {
    findRows([3, 7, 20]);
    const next = (row: number | null) => nextProblem('u', {}, row, 'next');
    const previous = (row: number | null) => nextProblem('u', {}, row, 'previous');
    expect(await Promise.all([next(null), next(3), next(5), next(20)])).toEqual([3, 7, 7, 3]);
    expect(await Promise.all([previous(null), previous(20), previous(5), previous(3)])).toEqual([
      20, 7, 3, 20,
    ]);
  });

  it('is found among the rows that match the filter, unless that excludes blocked rows', async () => {
    const filters = findRows([3]);
    await nextProblem('u', { text: 'a', problem: 'no-key' }, null, 'next');
    expect(filters[0]).toEqual({ text: 'a', problem: 'no-key', status: 'blocked' });
    const others = findRows([3]);
    await nextProblem('u', { status: 'ready' }, null, 'next');
    expect(others[0]).toEqual({ status: 'blocked' });
  });

  it('is null if no row is blocked', async () => {
    findRows([]);
    expect(await nextProblem('u', {}, 4, 'next')).toBeNull();
  });
});

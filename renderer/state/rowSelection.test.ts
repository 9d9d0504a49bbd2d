import { describe, expect, it } from 'vitest';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  allSelected,
  countSelected,
  isSelected,
  keySelection,
  nothingSelected,
  selectOnly,
  toggleSelected,
} from './rowSelection.ts';

const query: AtomsQuery = {
  connectionId: 'c' as ConnectionId,
  filter: { text: '', mode: 'contains' },
  delimiter: '.',
  path: '',
  sort: { column: 'key', direction: 'ascending' },
};

describe('a selection of rows', () => {
  it('adds and removes rows', () => {
    const two = toggleSelected(selectOnly('a'), 'b');
    expect([isSelected(two, 'a'), isSelected(two, 'b'), isSelected(two, 'c')]).toEqual([true, true, false]);
    expect(keySelection(toggleSelected(two, 'a'), query)).toEqual({ kind: 'keys', keys: ['b'] });
    expect(countSelected(nothingSelected, 500_000)).toBe(0);
  });

  it('can be all results of a query, loaded or not, except some', () => {
    const most = toggleSelected(allSelected, 'b');
    expect([isSelected(most, 'a'), isSelected(most, 'b')]).toEqual([true, false]);
    expect(countSelected(most, 500_000)).toBe(499_999);
    expect(keySelection(most, query)).toEqual({ kind: 'query', query, except: ['b'] });
    expect(countSelected(toggleSelected(most, 'b'), 500_000)).toBe(500_000);
  });
});

import { Text } from '@mantine/core';
import { useCallback } from 'react';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import { differenceSince } from '#shared/memory/keyDifference.ts';
import { differenceWords } from '#shared/text/keyChangeWords.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { locateChangedKey, useChangedKeys, type ChangedKey } from '../../api/changes.ts';
import { changesView } from '../../state/changesView.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import type { ColumnSort } from '../../ui/lists/GridHeader.tsx';
import { RowsGrid, type RowsColumn } from '../../ui/lists/RowsGrid.tsx';
import { useNow } from '../../ui/useTicks.ts';

type Column = 'verdict' | 'key' | 'change' | 'changedAt';

const columns: readonly RowsColumn<Column>[] = [
  { name: 'verdict', header: 'Proof', width: '54px', isCentered: true, sorts: 'ascending' },
  { name: 'key', header: 'Key', width: 'minmax(120px, 3fr)', sorts: 'ascending' },
  { name: 'change', header: 'Change', width: 'minmax(120px, 2fr)' },
  { name: 'changedAt', header: 'Noticed', width: '92px', sorts: 'descending' },
];

interface ChangeTableProps {
  /** The same object for as long as the query is the same. */
  readonly query: AtomsQuery;
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** The keys that changed. Enter or a double click opens the atom. */
export function ChangeTable({ query, revision, since }: ChangeTableProps) {
  const { connectionId, sort } = query;
  const selected = changesView.useView(connectionId, (view) => view.selected);
  const now = useNow();
  const renderCell = useCallback(
    (row: ChangedKey, column: Column) => <Cell row={row} column={column} since={since} now={now} />,
    [since, now],
  );
  const sortBy = ({ column, direction }: ColumnSort<Column>): void => {
    if (column !== 'change') changesView.merge(connectionId, { sort: { column, direction } });
  };
  return (
    <RowsGrid
      label="Changed keys"
      name="changes"
      query={query}
      window={useChangedKeys(query, revision)}
      list={[query.filter, sort]}
      columns={columns}
      empty="No changed key matches."
      nameOf={({ entry }) => entry.key}
      locate={locateChangedKey}
      selected={selected}
      onSelect={({ entry }) => changesView.merge(connectionId, { selected: entry.key })}
      onOpen={({ entry }) => openAtomTab(connectionId, entry.key)}
      sort={isOfTable(sort) ? sort : null}
      onSort={sortBy}
      copyOf={({ entry }) => entry.key}
      cellTitle={titleOf}
      renderCell={renderCell}
    />
  );
}

function isOfTable(sort: AtomsQuery['sort']): sort is ColumnSort<Column> & AtomsQuery['sort'] {
  return columns.some(({ name }) => name === sort.column);
}

/** When a change was noticed; of a new key, when it was first seen. */
function noticedAt({ entry }: ChangedKey): number {
  return entry.changedAt ?? entry.firstSeenAt;
}

function titleOf(row: ChangedKey, column: Column): string | undefined {
  return column === 'changedAt' ? momentWords(noticedAt(row)) : undefined;
}

interface CellProps {
  readonly row: ChangedKey;
  readonly column: Column;
  readonly since: number;
  readonly now: number;
}

function Cell({ row, column, since, now }: CellProps) {
  const { entry, list } = row;
  switch (column) {
    case 'verdict':
      return <AtomMark entry={entry} />;
    case 'key':
      return <KeyText atomKey={entry.key} />;
    case 'change': {
      const difference = differenceSince(entry, list, since);
      if (difference === null) return null;
      const { words, isAlarming } = differenceWords(difference);
      return (
        <Text span inherit truncate title={words} {...(isAlarming && { c: 'var(--verdict-red-fg)' })}>
          {words}
        </Text>
      );
    }
    case 'changedAt':
      return agoWords(noticedAt(row), now);
  }
}

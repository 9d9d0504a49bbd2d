import { Text } from '@mantine/core';
import { useCallback, useRef } from 'react';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import { differenceSince } from '#shared/memory/keyDifference.ts';
import { differenceWords } from '#shared/text/keyChangeWords.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { locateChangedKey, useChangedKeys, type ChangedKey } from '../../api/changes.ts';
import { changesView } from '../../state/changesView.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { RowsView } from '../../ui/lists/RowsView.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualGrid, type GridColumn } from '../../ui/lists/VirtualGrid.tsx';
import { useFollowedRow } from '../../ui/useFollowedRow.ts';
import { useNow } from '../../ui/useTicks.ts';

type Column = 'verdict' | 'key' | 'change' | 'changedAt';

const columns: readonly GridColumn<Column>[] = [
  { name: 'verdict', header: 'Proof', width: '54px', isCentered: true },
  { name: 'key', header: 'Key', width: 'minmax(120px, 3fr)' },
  { name: 'change', header: 'Change', width: 'minmax(120px, 2fr)' },
  { name: 'changedAt', header: 'Noticed', width: '92px' },
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
  const window = useChangedKeys(query, revision);
  const { rows, see } = window;
  const now = useNow();
  const grid = useRef<ListHandle>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: selected,
    nameOf: ({ entry }) => entry.key,
    locate: locateChangedKey,
    onFound: (index) => grid.current?.scrollTo(index),
    revealed: null,
  });
  const renderCell = useCallback(
    (row: ChangedKey, column: Column) => <Cell row={row} column={column} since={since} now={now} />,
    [since, now],
  );
  return (
    <RowsView query={query} window={window} empty="No changed key matches.">
      <VirtualGrid
        ref={grid}
        label="Changed keys"
        rows={rows}
        see={see}
        listName={JSON.stringify([query.filter, sort])}
        columns={columns}
        active={place.index}
        sort={
          sort.column === 'key' || sort.column === 'changedAt' || sort.column === 'verdict'
            ? { column: sort.column, direction: sort.direction }
            : null
        }
        onSort={(column) => {
          if (column !== 'change') changesView.merge(connectionId, { sort: sortedBy(sort, column) });
        }}
        onChoose={(index) => {
          const row = rows.rowAt(index);
          place.put(row?.entry.key ?? null, index);
          if (row !== undefined) changesView.merge(connectionId, { selected: row.entry.key });
        }}
        onOpen={({ entry }) => openAtomTab(connectionId, entry.key)}
        cellTitle={titleOf}
        renderCell={renderCell}
      />
    </RowsView>
  );
}

function sortedBy(sort: AtomsQuery['sort'], column: Exclude<Column, 'change'>): AtomsQuery['sort'] {
  if (sort.column === column)
    return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
  return { column, direction: column === 'changedAt' ? 'descending' : 'ascending' };
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

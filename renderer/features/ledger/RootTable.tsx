import { Text } from '@mantine/core';
import { IconAlertTriangleFilled, IconPinFilled } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import type { LedgerRoot, LedgerRootStatus, RootColumn, RootsQuery } from '#shared/domain/rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { rootStatusNames } from '#shared/text/ledgerWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { locateRoot, useLedgerRows } from '../../api/ledger.ts';
import { usePins } from '../../api/pins.ts';
import { ledgerView } from '../../state/ledgerView.ts';
import type { ColumnSort } from '../../ui/lists/GridHeader.tsx';
import { RowsGrid, type RowsColumn } from '../../ui/lists/RowsGrid.tsx';

type Column = RootColumn | 'root' | 'status' | 'endpoint';

const columns: readonly RowsColumn<Column>[] = [
  { name: 'status', header: 'Status', width: '128px' },
  { name: 'root', header: 'Root', width: '142px' },
  { name: 'treeSize', header: 'Tree size', width: '72px', isNumeric: true, sorts: 'descending' },
  { name: 'times', header: 'Times', width: '52px', isNumeric: true, sorts: 'descending', leastWindow: 1_150 },
  { name: 'firstSeenAt', header: 'First seen', width: 'minmax(120px, 1fr)', sorts: 'descending' },
  {
    name: 'lastSeenAt',
    header: 'Last seen',
    width: 'minmax(120px, 1fr)',
    sorts: 'descending',
    leastWindow: 1_300,
  },
  { name: 'endpoint', header: 'First request', width: 'minmax(110px, 1fr)', leastWindow: 1_600 },
];

interface RootTableProps {
  /** The same object for as long as the query is the same. */
  readonly query: RootsQuery;
  readonly revision: number;
}

/** The timeline of roots. */
export function RootTable({ query, revision }: RootTableProps) {
  const { connectionId, sort } = query;
  const { filter, selected, revealed } = ledgerView.useView(connectionId);
  const pins = usePins(connectionId).data?.pins;
  const pinned = useMemo(() => new Set(pins?.map(({ rootHash }) => rootHash)), [pins]);
  const sortBy = ({ column, direction }: ColumnSort<Column>): void => {
    if (column === 'root' || column === 'status' || column === 'endpoint') return;
    ledgerView.merge(connectionId, { filter: { ...filter, sort: { column, direction } } });
  };
  return (
    <RowsGrid
      label="Roots"
      name="roots"
      query={query}
      window={useLedgerRows(query, revision)}
      list={filter}
      columns={columns}
      empty={query.text === '' ? noneFound[filter.show] : 'No root matches.'}
      nameOf={({ rootHash }) => rootHash}
      locate={locateRoot}
      selected={selected}
      onSelect={({ rootHash }) => ledgerView.merge(connectionId, { selected: rootHash })}
      revealed={revealed}
      sort={sort}
      onSort={sortBy}
      copyOf={({ rootHash }) => rootHash}
      cellTitle={titleOf}
      renderCell={(root, column) => cellOf(root, column, pinned.has(rootName(root.rootHash)))}
    />
  );
}

const noneFound = {
  all: 'No roots.',
  doubtful: 'No root is in doubt.',
  pinned: 'No pinned root is in this ledger.',
};

function cellOf(root: LedgerRoot, column: Column, isPinned: boolean): ReactNode {
  switch (column) {
    case 'status':
      return <StatusMark status={root.status} />;
    case 'root':
      return (
        <>
          <code>{shortHash(visibleLine(root.rootHash))}</code>
          {isPinned && (
            <IconPinFilled
              size={12}
              role="img"
              aria-label="Pinned"
              color="var(--accent-ink)"
              style={{ marginLeft: 'var(--mantine-spacing-2xs)' }}
            />
          )}
        </>
      );
    case 'treeSize':
      return root.treeSize === null ? '' : countWords(root.treeSize);
    case 'times':
      return countWords(root.times);
    case 'firstSeenAt':
    case 'lastSeenAt':
      return momentWords(root[column]);
    case 'endpoint':
      return visibleLine(root.endpoint);
  }
}

function titleOf({ rootHash, endpoint }: LedgerRoot, column: Column): string | undefined {
  if (column === 'root') return visibleLine(rootHash);
  return column === 'endpoint' ? visibleLine(endpoint) : undefined;
}

const statusColors: Partial<Record<LedgerRootStatus['kind'], string>> = {
  contradiction: 'var(--verdict-red-fg)',
  failed: 'var(--verdict-red-fg)',
  unexplained: 'var(--verdict-amber-fg)',
};

/** How a root stands: a word, and a sign for what needs attention. */
export function StatusMark({ status }: { readonly status: LedgerRootStatus }) {
  const color = statusColors[status.kind];
  return (
    <Text span inherit c={color ?? 'dimmed'} fw={color === undefined ? 400 : 600}>
      {color !== undefined && (
        <IconAlertTriangleFilled
          size={12}
          aria-hidden
          style={{ marginRight: 'var(--mantine-spacing-2xs)' }}
        />
      )}
      {rootStatusNames[status.kind]}
    </Text>
  );
}

import { Text } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { isFailed, type RequestRow, type RequestsQuery } from '#shared/domain/requestLog.ts';
import { countOf } from '#shared/text/phrases.ts';
import { outcomeWords, purposeNames } from '#shared/text/requestWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { clockWords, durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { locateRequest, useRequestRows } from '../../api/requests.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { RowsGrid, type RowsColumn } from '../../ui/lists/RowsGrid.tsx';

type Column =
  | 'time'
  | 'method'
  | 'path'
  | 'connection'
  | 'purpose'
  | 'status'
  | 'elapsed'
  | 'sent'
  | 'received';

const allColumns: readonly RowsColumn<Column>[] = [
  { name: 'time', header: 'Time', width: '132px' },
  { name: 'method', header: 'Method', width: '60px' },
  { name: 'path', header: 'Path', width: 'minmax(110px, 2fr)' },
  { name: 'connection', header: 'Connection', width: 'minmax(80px, 1fr)', leastWindow: 1_300 },
  { name: 'purpose', header: 'Purpose', width: '96px', leastWindow: 1_150 },
  { name: 'status', header: 'Status', width: '96px' },
  { name: 'elapsed', header: 'Duration', width: '66px', isNumeric: true },
  { name: 'sent', header: 'Sent', width: '60px', isNumeric: true, leastWindow: 1_500 },
  { name: 'received', header: 'Received', width: '66px', isNumeric: true, leastWindow: 1_300 },
];
const columnsOfOne = allColumns.filter(({ name }) => name !== 'connection');

interface RequestTableProps {
  /** The same object for as long as the query is the same. */
  readonly query: RequestsQuery;
  readonly revision: number;
  readonly connections: readonly Connection[];
}

/** The requests of a query, the newest first. */
export function RequestTable({ query, revision, connections }: RequestTableProps) {
  const { selected, revealed } = useRequestsView();
  const { connectionId, until: _until, ...filter } = query;
  return (
    <RowsGrid
      label="Requests"
      name="requests"
      query={query}
      window={useRequestRows(query, revision)}
      list={[connectionId, filter]}
      columns={connectionId === null ? allColumns : columnsOfOne}
      empty="No request matches."
      nameOf={({ id }) => String(id)}
      locate={locateRequest}
      selected={selected === null ? null : String(selected)}
      onSelect={({ id }) => useRequestsView.setState({ selected: id, wanted: null })}
      revealed={revealed}
      copyOf={({ method, path }) => `${method} ${path}`}
      cellTitle={titleOf}
      renderCell={(row, column) =>
        column === 'connection' ? connectionName(row, connections) : cellOf(row, column)
      }
    />
  );
}

function cellOf(row: RequestRow, column: Exclude<Column, 'connection'>): ReactNode {
  switch (column) {
    case 'time':
      return clockWords(row.startedAt);
    case 'method':
      return row.method;
    case 'path':
      return <code>{visibleLine(row.path)}</code>;
    case 'purpose':
      return purposeNames[row.purpose];
    case 'status':
      return <StatusMark row={row} />;
    case 'elapsed':
      return row.elapsedMs === null ? '' : durationWords(row.elapsedMs);
    case 'sent':
      return row.sentBytes === 0 ? '' : sizeWords(row.sentBytes);
    case 'received':
      return row.receivedBytes === null ? '' : sizeWords(row.receivedBytes);
  }
}

function titleOf(row: RequestRow, column: Column): string | undefined {
  switch (column) {
    case 'time':
      return momentWords(row.startedAt);
    case 'path':
      return visibleLine(row.path);
    case 'purpose':
      return purposeNames[row.purpose];
    case 'status':
      return [
        outcomeWords(row.outcome),
        ...(row.attempts > 1 ? [countOf(row.attempts, 'attempt')] : []),
      ].join(', ');
    default:
      return undefined;
  }
}

/** The name of the connection that a request belongs to. */
export function connectionName(
  { connectionId }: Pick<RequestRow, 'connectionId'>,
  connections: readonly Connection[],
): string {
  if (connectionId === null) return 'Not saved';
  return visibleLine(connections.find(({ id }) => id === connectionId)?.name ?? 'Removed');
}

/** How a request ended, with a sign if it failed, and the number of its attempts if there were several. */
function StatusMark({ row: { outcome, attempts } }: { readonly row: RequestRow }) {
  const hasFailed = isFailed(outcome);
  const isQuiet = outcome.kind === 'pending' || outcome.kind === 'cancelled';
  return (
    <Text
      span
      inherit
      {...(hasFailed ? { c: 'var(--verdict-red-fg)', fw: 600 } : isQuiet ? { c: 'dimmed' } : {})}
    >
      {hasFailed && (
        <IconAlertTriangleFilled
          size={12}
          role="img"
          aria-label="Failed"
          style={{ marginRight: 'var(--mantine-spacing-2xs)' }}
        />
      )}
      {outcomeWords(outcome)}
      {attempts > 1 && (
        <Text span inherit c="dimmed" fw={400}>
          {` ×${String(attempts)}`}
        </Text>
      )}
    </Text>
  );
}

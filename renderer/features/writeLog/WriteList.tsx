import { Box } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import type { WriteSummary } from '#shared/domain/writeReceipt.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { outcomeWords, writeKindWords } from '#shared/text/writeWords.ts';
import { locateWrite, useWriteRows, type WritesQuery } from '../../api/writes.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { RowsGrid, type RowsColumn } from '../../ui/lists/RowsGrid.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { toneLooks } from './toneLooks.ts';

type Column = 'outcome' | 'write' | 'kind' | 'roots' | 'time';

const columns: readonly RowsColumn<Column>[] = [
  { name: 'write', header: 'Write', width: 'minmax(100px, 4fr)' },
  { name: 'outcome', header: 'Outcome', width: 'minmax(120px, 5fr)' },
  { name: 'kind', header: 'Kind', width: 'minmax(84px, 2fr)', leastWindow: 1_300 },
  { name: 'roots', header: 'Roots', width: 'minmax(120px, 3fr)', leastWindow: 1_600 },
  { name: 'time', header: 'Sent', width: '76px' },
];

interface WriteListProps {
  /** The same object for as long as the query is the same. */
  readonly query: WritesQuery;
  readonly revision: number;
  /** The id of the write in the details; null for none. */
  readonly selected: string | null;
  readonly onSelect: (write: WriteSummary) => void;
}

/** The writes, latest first. */
export function WriteList({ query, revision, selected, onSelect }: WriteListProps) {
  const now = useNow();
  const renderCell = useCallback((write: WriteSummary, column: Column) => cellOf(write, column, now), [now]);
  return (
    <RowsGrid
      label="Writes"
      name="writes"
      query={query}
      window={useWriteRows(query, revision)}
      list={query.text}
      columns={columns}
      empty="No matching writes"
      nameOf={({ id }) => id}
      locate={locateWrite}
      selected={selected}
      onSelect={onSelect}
      copyOf={({ title }) => title}
      cellTitle={titleOf}
      renderCell={renderCell}
    />
  );
}

function cellOf(write: WriteSummary, column: Column, now: number): ReactNode {
  switch (column) {
    case 'write':
      return write.kind === 'store' ? (
        <KeyText atomKey={write.title} />
      ) : (
        visibleLine(write.title.slice(0, 300))
      );
    case 'outcome':
      return <Outcome write={write} />;
    case 'kind':
      return writeKindWords(write);
    case 'roots':
      return <code>{rootsWords(write)}</code>;
    case 'time':
      return agoWords(write.startedAt, now);
  }
}

function titleOf(write: WriteSummary, column: Column): string | undefined {
  if (column === 'outcome') return fullOutcomeWords(write);
  if (column === 'roots' && write.rootAfter !== null)
    return write.rootBefore === null ? 'Root after' : 'Root before and after';
  return column === 'time' ? momentWords(write.startedAt) : undefined;
}

function Outcome({ write }: { readonly write: WriteSummary }) {
  const { tone } = outcomeWords(write);
  const { icon: Icon, color } = toneLooks[tone];
  return (
    <Box component="span" {...(tone !== 'good' && tone !== 'plain' && { c: color })}>
      <Icon size={13} color={color} aria-hidden style={{ marginRight: 6, verticalAlign: -2 }} />
      {fullOutcomeWords(write)}
    </Box>
  );
}

function fullOutcomeWords(write: WriteSummary): string {
  const { before, after } = write.otherWrites;
  const { title } = outcomeWords(write);
  return before || after ? `${title} · another write may have happened in between` : title;
}

function rootsWords({ rootBefore, rootAfter }: WriteSummary): string {
  if (rootAfter === null) return '';
  const after = `→ ${shortHash(visibleLine(rootAfter))}`;
  return rootBefore === null ? after : `${shortHash(visibleLine(rootBefore))} ${after}`;
}

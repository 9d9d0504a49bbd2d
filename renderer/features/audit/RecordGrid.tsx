import { useViewportSize } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { AuditOutcome, AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditRecordWords } from '#shared/text/auditWords.ts';
import { changeWords } from '#shared/text/changeWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { useAuditRecords, type AuditRecordsQuery } from '../../api/audits.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { RowsView } from '../../ui/lists/RowsView.tsx';
import { VirtualGrid, type GridColumn } from '../../ui/lists/VirtualGrid.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { useShowProof } from './useShowProof.ts';

type Column = 'outcome' | 'key' | 'words' | 'root';

const allColumns: readonly GridColumn<Column>[] = [
  { name: 'outcome', header: 'Verdict', width: '60px', isCentered: true },
  { name: 'key', header: 'Key', width: 'minmax(120px, 3fr)' },
  { name: 'words', header: 'What was found', width: 'minmax(120px, 3fr)' },
  { name: 'root', header: 'Root', width: '132px' },
];
/** In a narrower window, the root is only in the tooltip of what was found. */
const leastWidthWithRoot = 1_200;

interface RecordGridProps {
  readonly label: string;
  /** The same object for as long as the query is the same. */
  readonly query: AuditRecordsQuery;
  readonly revision: number;
  /** Whether there was a list of expected changes. */
  readonly hasExpectedChanges: boolean;
  /** Shown if no record matches. */
  readonly empty: string;
}

/** Records of an audit. A click or Enter opens the proof of a key. */
export function RecordGrid({ label, query, revision, hasExpectedChanges, empty }: RecordGridProps) {
  const records = useAuditRecords(query, revision);
  const { rows, see } = records;
  const [active, setActive] = useState(-1);
  const showProof = useShowProof();
  const { width } = useViewportSize();
  const columns = width < leastWidthWithRoot ? allColumns.filter(({ name }) => name !== 'root') : allColumns;
  return (
    <RowsView query={query} window={records} empty={empty}>
      <VirtualGrid
        label={label}
        rows={rows}
        see={see}
        listName={JSON.stringify(query.filter)}
        columns={columns}
        active={active}
        onChoose={(index, _, { passed }) => {
          setActive(index);
          const record = rows.rowAt(index);
          if (!passed && record !== undefined) showProof(query.connectionId, record.key);
        }}
        onOpen={({ key }) => showProof(query.connectionId, key)}
        renderCell={(record, column) => cellOf(record, column, hasExpectedChanges)}
        cellTitle={(record, column) => titleOf(record, column, hasExpectedChanges)}
      />
    </RowsView>
  );
}

function cellOf(record: AuditRecord, column: Column, hasList: boolean): ReactNode {
  switch (column) {
    case 'outcome':
      return isVerdict(record.outcome) ? (
        <VerdictBadge status={record.outcome} size="sm" withLabel={false} />
      ) : null;
    case 'key':
      return <KeyText atomKey={record.key} />;
    case 'words':
      return wordsOf(record, hasList);
    case 'root':
      return record.root === null ? '' : <code>{shortHash(visibleLine(record.root.rootHash))}</code>;
  }
}

/** A change says more than that the new atom is verified. */
function wordsOf(record: AuditRecord, hasList: boolean): string {
  const change = changeWords(record, hasList);
  if (change === null) return auditRecordWords(record);
  return record.outcome === 'green' ? change : `${auditRecordWords(record)}. ${change}`;
}

function titleOf(record: AuditRecord, column: Column, hasList: boolean): string | undefined {
  const root = record.root === null ? '' : visibleLine(record.root.rootHash);
  if (column === 'words') return `${wordsOf(record, hasList)}${root === '' ? '' : `, root ${root}`}`;
  return column === 'root' ? root : undefined;
}

function isVerdict(outcome: AuditOutcome): outcome is VerdictStatus {
  return outcome !== 'missing' && outcome !== 'refused' && outcome !== 'unsendable';
}

import type { ReactNode } from 'react';
import type { AuditOutcome, AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditRecordWords } from '#shared/text/auditWords.ts';
import { changeWords } from '#shared/text/changeWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { useAuditRecords, type AuditRecordsQuery } from '../../api/audits.ts';
import type { AuditView } from '../../state/auditView.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { RowsGrid, type RowsColumn } from '../../ui/lists/RowsGrid.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { useShowProof } from './useShowProof.ts';

type Column = 'outcome' | 'key' | 'words' | 'root';

const columns: readonly RowsColumn<Column>[] = [
  { name: 'outcome', header: 'Verdict', width: '60px', isCentered: true },
  { name: 'key', header: 'Key', width: 'minmax(120px, 3fr)' },
  { name: 'words', header: 'What was found', width: 'minmax(120px, 3fr)' },
  // In a narrower window, the root is only in the tooltip of what was found.
  { name: 'root', header: 'Root', width: '132px', leastWindow: 1_200 },
];

interface RecordGridProps {
  readonly label: string;
  /** The same object for as long as the query is the same. */
  readonly query: AuditRecordsQuery;
  readonly revision: number;
  /** Whether there was a list of expected changes. */
  readonly hasExpectedChanges: boolean;
  /** Shown if no record matches. */
  readonly empty: string;
  /** The record in the details. Absent where there are none: a click opens the proof of a key. */
  readonly details?: {
    readonly record: AuditView['record'];
    readonly onSelect: (found: AuditRecord, index: number) => void;
  };
}

/** Records of an audit. Enter or a double click opens the proof of a key. */
export function RecordGrid(props: RecordGridProps) {
  const { query, hasExpectedChanges, details } = props;
  const record = details?.record ?? null;
  const showProof = useShowProof();
  const open = ({ key }: AuditRecord): void => showProof(query.connectionId, key);
  return (
    <RowsGrid
      label={props.label}
      name="audit-keys"
      query={query}
      window={useAuditRecords(query, props.revision)}
      list={query.filter}
      columns={columns}
      empty={props.empty}
      nameOf={({ key }) => key}
      // Records are only added, so each stays in its row.
      locate={async (_, key) => (key === record?.found.key ? record.index : -1)}
      selected={record?.found.key ?? null}
      {...(details === undefined ? { onClick: open } : { onSelect: details.onSelect })}
      onOpen={open}
      copyOf={({ key }) => key}
      renderCell={(found, column) => cellOf(found, column, hasExpectedChanges)}
      cellTitle={(found, column) => titleOf(found, column, hasExpectedChanges)}
    />
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
export function wordsOf(record: AuditRecord, hasList: boolean): string {
  const change = changeWords(record, hasList);
  if (change === null) return auditRecordWords(record);
  return record.outcome === 'green' ? change : `${auditRecordWords(record)}. ${change}`;
}

function titleOf(record: AuditRecord, column: Column, hasList: boolean): string | undefined {
  const root = record.root === null ? '' : visibleLine(record.root.rootHash);
  if (column === 'words') return `${wordsOf(record, hasList)}${root === '' ? '' : `, root ${root}`}`;
  return column === 'root' ? root : undefined;
}

export function isVerdict(outcome: AuditOutcome): outcome is VerdictStatus {
  return outcome !== 'missing' && outcome !== 'refused' && outcome !== 'unsendable';
}

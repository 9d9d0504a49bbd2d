import { Group, Stack } from '@mantine/core';
import type { AuditRootFinding } from '#shared/audit/auditFile.ts';
import type { OutcomeCounts } from '#shared/audit/auditCounts.ts';
import type { AuditSummary } from '#shared/audit/auditSummary.ts';
import type { AuditRecordFilter } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { auditCheckWords, auditCountsWords } from '#shared/text/auditWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { checkLabel } from '#shared/text/verdictWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { auditView } from '../../state/auditView.ts';
import { showInLedger } from '../../state/ledgerView.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { usePages } from '../../ui/usePages.tsx';

interface TableProps {
  readonly connectionId: ConnectionId;
  readonly summary: AuditSummary;
}

/** A count that opens the keys behind it. */
function KeysButton({
  connectionId,
  count,
  of,
  filter,
}: {
  readonly connectionId: ConnectionId;
  readonly count: number;
  /** What the keys have in common, for screen readers. */
  readonly of: string;
  readonly filter: AuditRecordFilter;
}) {
  return (
    <SmallButton
      size="compact-xs"
      variant="subtle"
      aria-label={`Show ${countWords(count)} keys: ${of}`}
      onClick={() => auditView.merge(connectionId, { part: 'keys', filter })}
    >
      {countWords(count)}
    </SmallButton>
  );
}

/** Which checks failed or could not be made. */
export function CheckTable({ connectionId, summary }: TableProps) {
  return (
    <DataTable
      label="Keys by check"
      rows={summary.checks}
      rowKey={({ name, status, code }) => `${name} ${status} ${code}`}
      columns={[
        {
          name: 'words',
          header: 'What was found',
          isRowHeader: true,
          render: (check) => auditCheckWords(check),
        },
        { name: 'check', header: 'Check', render: ({ name }) => checkLabel(name) },
        {
          name: 'keys',
          header: 'Keys',
          isNumeric: true,
          render: (check) => (
            <KeysButton
              connectionId={connectionId}
              count={check.records}
              of={auditCheckWords(check)}
              filter={{ show: 'all', check: check.name }}
            />
          ),
        },
      ]}
    />
  );
}

const branchesAtOnce = 12;

/** The branches with failures; if there are none, those with several keys. */
export function BranchTable({ connectionId, summary }: TableProps) {
  // A prefix with the same keys as a branch below it adds nothing.
  const largestBelow = new Map<string, number>();
  for (const { prefix, outcomes } of summary.branches) {
    const above = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')));
    largestBelow.set(above, Math.max(largestBelow.get(above) ?? 0, recordsIn(outcomes)));
  }
  const branches = summary.branches.filter(
    ({ prefix, outcomes }) => largestBelow.get(prefix) !== recordsIn(outcomes),
  );
  const failing = branches.filter(({ failures }) => failures > 0);
  const { shown, more } = usePages(
    failing.length > 0 ? failing : branches.filter(({ outcomes }) => recordsIn(outcomes) > 1),
    branchesAtOnce,
  );
  return (
    <Stack gap="xs">
      <DataTable
        label="Keys by prefix"
        rows={shown}
        rowKey={({ prefix, depth }) => `${depth} ${prefix}`}
        columns={[
          {
            name: 'prefix',
            header: 'Prefix',
            width: '50%',
            isRowHeader: true,
            render: ({ prefix }) => <KeyText atomKey={prefix} />,
          },
          {
            name: 'keys',
            header: 'Keys',
            width: '80px',
            isNumeric: true,
            render: ({ prefix, outcomes }) => (
              <KeysButton
                connectionId={connectionId}
                count={recordsIn(outcomes)}
                of={visibleLine(prefix)}
                filter={{ show: 'all', prefix }}
              />
            ),
          },
          {
            name: 'failures',
            header: 'Failures',
            width: '80px',
            isNumeric: true,
            render: ({ prefix, failures }) =>
              failures === 0 ? (
                '0'
              ) : (
                <KeysButton
                  connectionId={connectionId}
                  count={failures}
                  of={`failures in ${visibleLine(prefix)}`}
                  filter={{ show: 'failures', prefix }}
                />
              ),
          },
          {
            name: 'words',
            header: 'Outcomes',
            render: ({ outcomes }) => auditCountsWords({ counts: { outcomes } }),
          },
        ]}
      />
      {more}
    </Stack>
  );
}

const statusNames: Readonly<Record<AuditRootFinding['status'], string>> = {
  pinned: 'Pinned',
  seen: 'Seen before',
  new: 'New',
  unexplained: 'Two roots, same size',
  contradiction: 'Contradiction',
};

interface RootTableProps extends TableProps {
  /** How each root compares with earlier and pinned ones; empty until the audit has ended. */
  readonly findings: readonly AuditRootFinding[];
}

/** The roots of the responses. */
export function AuditRootTable({ connectionId, summary, findings }: RootTableProps) {
  const statusOf = (rootHash: string, treeSize: string | null) =>
    findings.find((one) => one.rootHash === rootHash && one.treeSize === treeSize)?.status;
  return (
    <DataTable
      label="Roots of the audit"
      rows={summary.roots.map((row, at) => ({ ...row, at }))}
      columns={[
        {
          name: 'root',
          header: 'Root',
          isRowHeader: true,
          render: ({ root }) => (
            <Group gap="2xs" wrap="nowrap">
              <HashChip hash={root.rootHash} />
              <SmallButton
                size="compact-xs"
                variant="subtle"
                onClick={() => showInLedger(connectionId, root.rootHash)}
              >
                Ledger
              </SmallButton>
            </Group>
          ),
        },
        {
          name: 'size',
          header: 'Tree size',
          isNumeric: true,
          render: ({ root: { treeSize } }) => (treeSize === null ? 'Not stated' : countWords(treeSize)),
        },
        {
          name: 'status',
          header: 'Status',
          render: ({ root: { rootHash, treeSize } }) => {
            const status = statusOf(rootHash, treeSize);
            return status === undefined ? '' : statusNames[status];
          },
        },
        {
          name: 'keys',
          header: 'Keys',
          isNumeric: true,
          render: ({ at, root, outcomes }) => (
            <KeysButton
              connectionId={connectionId}
              count={recordsIn(outcomes)}
              of={`root ${visibleLine(root.rootHash)}`}
              filter={{ show: 'all', root: at }}
            />
          ),
        },
        {
          name: 'words',
          header: 'Outcomes',
          render: ({ outcomes }) => auditCountsWords({ counts: { outcomes } }),
        },
      ]}
    />
  );
}

function recordsIn(outcomes: OutcomeCounts): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

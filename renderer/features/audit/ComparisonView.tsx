import { Box, Group, Stack, Text } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import {
  auditDifferenceKinds,
  type AuditDifference,
  type AuditDifferenceKind,
} from '#shared/audit/compareAudits.ts';
import type { AuditInfo, AuditRef, ComparedAudits } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  auditComparisonWords,
  auditDifferenceNames,
  leafComparisonWords,
} from '#shared/text/auditComparisonWords.ts';
import { auditOutcomeNames } from '#shared/text/auditWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { capitalized, quoteText } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { useAuditDifferences, useAudits, type AuditDifferencesQuery } from '../../api/audits.ts';
import { ipc } from '../../api/ipc.ts';
import { activate } from '../../state/appStore.ts';
import { auditView, type AuditView } from '../../state/auditView.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout, type CalloutTone } from '../../ui/Callout.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { Screen } from '../../ui/Screen.tsx';
import { AuditStrip } from './AuditStrip.tsx';
import { hasEnded } from './auditStates.ts';
import { useShowProof } from './useShowProof.ts';

interface ComparisonViewProps {
  /** The connection whose screen shows it. */
  readonly connectionId: ConnectionId;
  readonly compared: NonNullable<AuditView['compared']>;
}

/** Two audits compared: counts first, then what differs. */
export function ComparisonView({ connectionId, compared }: ComparisonViewProps) {
  const before = useAuditInfo(compared.before);
  const after = useAuditInfo(compared.after);
  const isReady = before !== null && after !== null && hasEnded(before) && hasEnded(after);
  const query = useQuery({
    queryKey: ['comparedAudits', compared.before.auditId, compared.after.auditId] as const,
    queryFn: () => ipc.compareAudits(compared),
    enabled: isReady,
    structuralSharing: false,
  });
  return (
    <Screen
      head={
        <PaneHead
          title="Comparison"
          note={before !== null && after !== null && `${named(before)} with ${named(after)}`}
          actions={
            <SmallButton icon={IconX} onClick={() => auditView.merge(connectionId, { compared: null })}>
              Close
            </SmallButton>
          }
        />
      }
    >
      {isReady ? (
        <QueryView query={query} loading="Comparing the audits" rows={6}>
          {(found) => <Compared pair={compared} found={found} />}
        </QueryView>
      ) : (
        <Stack gap="sm" p="md">
          {[before, after].map(
            (info) => info !== null && !hasEnded(info) && <AuditStrip key={info.id} info={info} />,
          )}
          <Text size="sm" c="dimmed">
            The comparison is shown when both audits have ended.
          </Text>
        </Stack>
      )}
    </Screen>
  );
}

function useAuditInfo({ connectionId, auditId }: AuditRef): AuditInfo | null {
  return useAudits(connectionId).data?.find(({ id }) => id === auditId) ?? null;
}

function named({ name, startedAt }: AuditInfo): string {
  return `${quoteText(name)} of ${momentWords(startedAt)}`;
}

/** Green only if both audits are: equal records of two failed audits show nothing good. */
function toneOf({ grave, unexpected, differing, before, after }: ComparedAudits): CalloutTone {
  if (grave > 0 || (unexpected ?? 0) > 0) return 'danger';
  if (differing > 0) return 'warning';
  return before.verdict === 'green' && after.verdict === 'green' ? 'good' : 'neutral';
}

const columns = [
  { name: 'key', header: 'Key', width: 'minmax(120px, 3fr)' },
  { name: 'difference', header: 'Difference', width: 'minmax(120px, 2fr)' },
  { name: 'before', header: 'Before', width: 'minmax(90px, 2fr)' },
  { name: 'after', header: 'After', width: 'minmax(90px, 2fr)' },
] as const;
/** In a narrower window, the hashes of values are only in the tooltips. */
const leastWidthWithHashes = 1_200;
const narrowColumns = [
  { ...columns[0], width: 'minmax(100px, 1fr)' },
  { ...columns[1], width: 'minmax(100px, 1fr)' },
  { ...columns[2], width: '148px' },
  { ...columns[3], width: '148px' },
] as const;

type Expectation = 'all' | 'unexpected' | 'expected';

interface ComparedProps {
  readonly pair: ComparisonViewProps['compared'];
  readonly found: ComparedAudits;
}

function Compared({ pair, found }: ComparedProps) {
  const { kinds, differing, leaves, before, after } = found;
  const [kind, setKind] = useState<AuditDifferenceKind | 'all'>('all');
  const [expectation, setExpectation] = useState<Expectation>('all');
  const [active, setActive] = useState(-1);
  const showProof = useShowProof();
  const { width } = useViewportSize();
  const isNarrow = width < leastWidthWithHashes;
  const query = useMemo(
    (): AuditDifferencesQuery => ({
      ...pair,
      filter: { ...(kind !== 'all' && { kind }), ...(expectation !== 'all' && { expectation }) },
    }),
    [pair, kind, expectation],
  );
  const { rows, see, retry } = useAuditDifferences(query);
  const hasExpected = auditDifferenceKinds.some((one) => kinds[one].expected > 0);
  const open = ({ key, after: now }: AuditDifference): void => {
    // What only the first audit has is shown on its connection.
    const { connectionId } = now === null ? before : after;
    activate(connectionId);
    showProof(connectionId, key);
  };
  return (
    <Stack gap="sm" h="100%" p="md">
      <Callout tone={toneOf(found)} role="status">
        <p>{auditComparisonWords(found)}</p>
        {leaves !== null && <p>{leafComparisonWords(leaves)}</p>}
      </Callout>
      {differing > 0 && (
        <>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <FilterChips
              count={differing}
              choices={auditDifferenceKinds.map((value) => ({
                value,
                name: auditDifferenceNames[value],
                count: kinds[value].expected + kinds[value].other,
              }))}
              value={kind}
              onChange={(chosen) => {
                setKind(chosen);
                setActive(-1);
              }}
            />
            {hasExpected && (
              <Segments
                label="Expected changes"
                names={{ all: 'All', unexpected: 'Unexpected', expected: 'Expected' }}
                value={expectation}
                onChange={setExpectation}
              />
            )}
            <ExportMenu
              label="differences"
              choices={csvOrJson}
              onExport={async (format) => {
                await notifySaved(ipc.exportAuditDifferences({ ...query, format }));
              }}
            />
          </Group>
          <Box flex={1} mih={160}>
            {rows.error !== null && <ErrorNotice error={rows.error} onRetry={retry} />}
            <VirtualGrid
              label="Differences"
              rows={rows}
              see={see}
              listName={JSON.stringify(query.filter)}
              columns={isNarrow ? narrowColumns : columns}
              active={active}
              onChoose={(index, _, { passed }) => {
                setActive(index);
                const row = rows.rowAt(index);
                if (!passed && row !== undefined) open(row);
              }}
              onOpen={open}
              renderCell={(row, column) =>
                column === 'key' ? <KeyText atomKey={row.key} /> : cellWords(row, column, !isNarrow)
              }
              cellTitle={(row, column) => (column === 'key' ? undefined : cellWords(row, column, true))}
            />
          </Box>
        </>
      )}
    </Stack>
  );
}

function cellWords(
  { kinds, isExpected, before, after }: AuditDifference,
  column: 'difference' | 'before' | 'after',
  withHash: boolean,
): string {
  switch (column) {
    case 'difference': {
      const words = capitalized(kinds.map((kind) => auditDifferenceNames[kind].toLowerCase()).join(', '));
      return isExpected ? `${words} (expected)` : words;
    }
    case 'before':
      return sideWords(before, withHash);
    case 'after':
      return sideWords(after, withHash);
  }
}

function sideWords(record: AuditRecord | null, withHash: boolean): string {
  if (record === null) return 'Not audited';
  const { outcome, version, valueHash } = record;
  return [
    auditOutcomeNames[outcome],
    version === null ? '' : `, version ${version}`,
    valueHash === null || !withHash ? '' : `, value ${shortHash(valueHash)}`,
  ].join('');
}

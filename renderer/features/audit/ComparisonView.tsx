import { Box, Group, Stack, Text } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconArrowsDiff, IconRefresh, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import {
  auditDifferenceKinds,
  isComparisonFailed,
  isTreeDoubtful,
  type AuditDifference,
} from '#shared/audit/compareAudits.ts';
import type { AuditInfo, AuditPair, AuditRef, ComparedAudits } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  auditComparisonWords,
  comparisonLimits,
  differenceName,
  differenceWords,
  leafComparisonWords,
  treeComparisonWords,
  type ComparedSides,
} from '#shared/text/auditComparisonWords.ts';
import { auditCountsWords, auditOutcomeNames } from '#shared/text/auditWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { capitalized, quoteText } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  type AuditDifferencesQuery,
  compareAudits,
  compareConnections,
  exportAuditDifferences,
  useAuditDifferences,
  useAudits,
} from '../../api/audits.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { activate } from '../../state/appStore.ts';
import { auditView, type AuditView } from '../../state/auditView.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import type { CalloutTone } from '../../ui/Callout.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { Comparison } from '../../ui/Comparison.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { RowsGrid } from '../../ui/lists/RowsGrid.tsx';
import { notifyFailure } from '../../ui/notify.ts';
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
  readonly compared: AuditPair;
}

/** Two audits compared: counts first, then what differs. */
export function ComparisonView({ connectionId, compared }: ComparisonViewProps) {
  const before = useAuditInfo(compared.before);
  const after = useAuditInfo(compared.after);
  const isReady = isThere(before) && isThere(after) && hasEnded(before) && hasEnded(after);
  const query = useQuery({
    queryKey: queryKey('comparedAudits', compared.before.auditId, compared.after.auditId),
    queryFn: () => compareAudits(compared),
    enabled: isReady,
    structuralSharing: false,
  });
  const { data: connections = [] } = useQuery(connectionsQuery);
  const areOfTwo = compared.before.connectionId !== compared.after.connectionId;
  const nameOf = ({ connectionId: id }: Pick<AuditRef, 'connectionId'>): string =>
    connections.find((connection) => connection.id === id)?.name ?? '';
  const close = (): void => auditView.merge(connectionId, { compared: null });
  return (
    <Screen
      scrolls
      bodyLabel="Comparison"
      head={
        <PaneHead
          title="Comparison"
          note={
            isThere(before) &&
            isThere(after) &&
            (areOfTwo
              ? `${quoteText(nameOf(compared.before))} with ${quoteText(nameOf(compared.after))}`
              : `${named(before)} with ${named(after)}`)
          }
          actions={
            <>
              {isReady && before.scope.kind === 'both' && (
                <CompareAgain connectionId={connectionId} compared={compared} />
              )}
              <SmallButton icon={IconX} onClick={close}>
                Close
              </SmallButton>
            </>
          }
        />
      }
    >
      {before === 'gone' || after === 'gone' ? (
        <EmptyState
          icon={IconArrowsDiff}
          title="Nothing to compare"
          description="One of the two audits no longer exists."
        />
      ) : isReady ? (
        <QueryView query={query} loading="Comparing the audits" rows={6}>
          {(found) => <Compared pair={compared} found={found} />}
        </QueryView>
      ) : (
        <Stack gap="sm" maw={1100} mx="auto">
          {[before, after].map(
            (info) =>
              isThere(info) &&
              !hasEnded(info) && (
                <AuditStrip key={info.id} info={info} of={areOfTwo ? nameOf(info) : info.name} />
              ),
          )}
          <Text size="sm" c="dimmed">
            The comparison is shown when both audits have ended.
          </Text>
        </Stack>
      )}
    </Screen>
  );
}

/** `gone`: it was deleted. null while it is not known. */
function useAuditInfo({ connectionId, auditId }: AuditRef): AuditInfo | 'gone' | null {
  const { data = [], isFetching } = useAudits(connectionId);
  return data.find(({ id }) => id === auditId) ?? (isFetching ? null : 'gone');
}

function isThere(info: AuditInfo | 'gone' | null): info is AuditInfo {
  return info !== null && info !== 'gone';
}

function named({ name, startedAt }: AuditInfo): string {
  return `${quoteText(name)} of ${momentWords(startedAt)}`;
}

/** Reads both connections again. */
function CompareAgain({ connectionId, compared }: ComparisonViewProps) {
  const again = useMutation({
    mutationFn: () =>
      compareConnections({
        connectionId: compared.before.connectionId,
        otherId: compared.after.connectionId,
      }),
    onSuccess: (pair) => auditView.merge(connectionId, { selected: null, compared: pair }),
    onError: notifyFailure,
  });
  return (
    <SmallButton icon={IconRefresh} loading={again.isPending} onClick={() => again.mutate()}>
      Compare again
    </SmallButton>
  );
}

/** Green only if both audits are: equal records of two failed audits show nothing good. */
function toneOf(found: ComparedAudits): CalloutTone {
  const { differing, otherVerdict, notCompared, before, after, of, outcomes } = found;
  const hasFailures = outcomes.before.red + outcomes.after.red > 0;
  if (isComparisonFailed(found) || (of === 'connections' && hasFailures)) return 'danger';
  if (isTreeDoubtful(found)) return 'warning';
  // Snapshots and services prove different things, so other verdicts alone are no difference between them.
  if (differing > (of === 'connections' ? otherVerdict : 0) || notCompared > 0) return 'warning';
  return before.verdict === 'green' && after.verdict === 'green' ? 'good' : 'neutral';
}

type Column = 'key' | 'difference' | 'before' | 'after';

/** In a narrower window, the hashes of values are only in the tooltips. */
const leastWidthWithHashes = 1_200;

function columnsOf(sides: ComparedSides) {
  const headers = sides ?? { before: { name: 'Before' }, after: { name: 'After' } };
  const side = 'minmax(90px, 6fr)';
  return [
    { name: 'key', header: 'Key', width: 'minmax(120px, 5fr)' },
    { name: 'difference', header: 'Difference', width: 'minmax(120px, 5fr)' },
    { name: 'before', header: visibleLine(headers.before.name), width: side },
    { name: 'after', header: visibleLine(headers.after.name), width: side },
  ] as const;
}

const rowHeight = 30;
/** The header, and the space above and below the rows. */
const headerHeight = 44;
const rowsAtOnce = 14;

interface ComparedProps {
  readonly pair: AuditPair;
  readonly found: ComparedAudits;
}

function Compared({ pair, found }: ComparedProps) {
  const { differing, notCompared, leaves, trees, sides, of, outcomes } = found;
  const [headline, ...sentences] = auditComparisonWords(found, sides);
  return (
    <Comparison
      tone={toneOf(found)}
      headline={headline}
      sentences={[
        ...sentences,
        leaves === null ? '' : leafComparisonWords(leaves, of, trees.shrank !== null),
        ...Object.values(treeComparisonWords(trees)),
      ]}
      sides={
        <Facts>
          {(['before', 'after'] as const).map((side) => (
            <Fact key={side} label={sides === null ? sideNames[side] : visibleLine(sides[side].name)}>
              {capitalized(auditCountsWords({ counts: { outcomes: outcomes[side] } }))} (
              {momentWords(found[side].startedAt)})
            </Fact>
          ))}
        </Facts>
      }
      limits={sides === null ? [] : comparisonLimits(found, sides)}
    >
      {differing + notCompared > 0 && <Differences pair={pair} found={found} />}
    </Comparison>
  );
}

const sideNames = { before: 'Earlier audit', after: 'Later audit' };

/** The keys that differ or were not compared, with filters. */
function Differences({ pair, found }: ComparedProps) {
  const { kinds, differing, notCompared, sides } = found;
  const shownOn = pair.before.connectionId;
  const { kind, expectation, chosen } = auditView.useView(shownOn, (view) => view.differences);
  const narrow = (change: Partial<AuditView['differences']>): void =>
    auditView.change(shownOn, (view) => ({ ...view, differences: { ...view.differences, ...change } }));
  const showProof = useShowProof();
  const isNarrow = useViewportSize().width < leastWidthWithHashes;
  const query = useMemo(
    (): AuditDifferencesQuery => ({
      ...pair,
      filter: { ...(kind !== 'all' && { kind }), ...(expectation !== 'all' && { expectation }) },
    }),
    [pair, kind, expectation],
  );
  const columns = useMemo(() => columnsOf(sides), [sides]);
  const count = differing + notCompared;
  const hasExpected = auditDifferenceKinds.some((one) => kinds[one].expected > 0);
  const open = ({ key, before, after }: AuditDifference): void => {
    // What only one of the two returned is shown on its connection.
    const isInSecond = sides === null || before === null || (isReturned(after) && !isReturned(before));
    const { connectionId } = isInSecond && after !== null ? pair.after : pair.before;
    activate(connectionId);
    showProof(connectionId, key);
  };
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <FilterChips
          count={count}
          choices={auditDifferenceKinds.map((value) => ({
            value,
            name: differenceName(value, sides),
            count: kinds[value].expected + kinds[value].other,
          }))}
          value={kind}
          onChange={(next) => narrow({ kind: next, chosen: null })}
        />
        {hasExpected && (
          <Segments
            label="Expected changes"
            names={{ all: 'All', unexpected: 'Unexpected', expected: 'Expected' }}
            value={expectation}
            onChange={(next) => narrow({ expectation: next, chosen: null })}
          />
        )}
        <ExportMenu
          label="differences"
          choices={csvOrJson}
          onExport={async (format) => {
            await notifySaved(exportAuditDifferences({ ...query, format }));
          }}
        />
      </Group>
      <Box h={headerHeight + rowHeight * Math.min(count, rowsAtOnce)}>
        <RowsGrid
          label="Differences"
          name="audit-differences"
          query={query}
          window={useAuditDifferences(query)}
          list={query.filter}
          columns={columns}
          empty="No key matches."
          nameOf={({ key }) => key}
          locate={async (_, key) => (key === chosen?.key ? chosen.index : -1)}
          selected={chosen?.key ?? null}
          onSelect={({ key }, index) => narrow({ chosen: { key, index } })}
          onClick={open}
          onOpen={open}
          copyOf={({ key }) => key}
          renderCell={(row, column) =>
            column === 'key' ? <KeyText atomKey={row.key} /> : cellWords(row, column, sides, !isNarrow)
          }
          cellTitle={(row, column) => (column === 'key' ? undefined : cellWords(row, column, sides, true))}
        />
      </Box>
    </Stack>
  );
}

function isReturned(record: AuditRecord | null): boolean {
  return record !== null && (record.valueHash !== null || record.leafHash !== null);
}

function cellWords(
  difference: AuditDifference,
  column: Exclude<Column, 'key'>,
  sides: ComparedSides,
  withHash: boolean,
): string {
  return column === 'difference'
    ? differenceWords(difference, sides)
    : sideWords(difference[column], withHash);
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

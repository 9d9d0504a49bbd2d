import { Box, Group, List, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import {
  longestAuditName,
  type AuditDetails,
  type AuditInfo,
  type AuditRecordFilter,
  type AuditSinceLast,
} from '#shared/domain/audit.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { auditReasonLines } from '#shared/text/auditReasonLines.ts';
import { auditHeadline, pinNotes } from '#shared/text/auditHeadline.ts';
import { auditCountsWords, notShownByAudit, selfTestWords } from '#shared/text/auditWords.ts';
import { earlierReads } from '#shared/text/earlierReads.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sinceLastHeadline, sinceLastTally } from '#shared/text/sinceLastAuditWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { useAuditMovedKeys, useSinceLastAudit, type AuditRecordsQuery } from '../../api/audits.ts';
import { showCompared } from '../../state/auditView.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout, type CalloutTone } from '../../ui/Callout.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { EvidencePlace } from './EvidencePlace.tsx';
import { LeafOutcomeMap } from './LeafOutcomeMap.tsx';
import { RecordGrid } from './RecordGrid.tsx';
import { AuditRootTable, BranchTable, CheckTable } from './SummaryTables.tsx';

/** What an audit found so far: the verdict and the failures first. */
export function SummaryPart({ details }: { readonly details: AuditDetails }) {
  const { info, summary, header, verdict } = details;
  const { connectionId } = info;
  const changedCount = summary.counts.changes.expected + summary.counts.changes.other;
  return (
    <Screen scrolls bodyLabel="Audit summary">
      <Stack gap="md" maw={1100} mx="auto">
        {verdict !== null && <Verdict details={details} verdict={verdict} />}
        {info.evidence !== null && <EvidencePlace info={info} saved={info.evidence} />}
        {summary.failureCount > 0 && (
          <Panel title={countOf(summary.failureCount, 'failure')}>
            <Records details={details} show="failures" count={summary.failureCount} />
          </Panel>
        )}
        {changedCount > 0 && (
          <Panel title={`${countOf(changedCount, 'key')} changed since the last read`}>
            <Records details={details} show="changed" count={changedCount} />
          </Panel>
        )}
        {summary.unprovenCount > 0 && (
          <Panel title={`${countOf(summary.unprovenCount, 'key')} not proven`}>
            <Records details={details} show="unproven" count={summary.unprovenCount} />
          </Panel>
        )}
        {summary.leafMaps.length > 0 && (
          <Panel title="Leaf map">
            <LeafOutcomeMap maps={summary.leafMaps} />
          </Panel>
        )}
        {summary.checks.length > 0 && (
          <Panel title="By check">
            <CheckTable connectionId={connectionId} summary={summary} />
          </Panel>
        )}
        {summary.branches.length > 0 && (
          <Panel title="By prefix">
            <BranchTable connectionId={connectionId} summary={summary} />
          </Panel>
        )}
        {summary.roots.length > 0 && (
          <Panel title={countOf(summary.rootCount, 'root')}>
            <AuditRootTable connectionId={connectionId} summary={summary} findings={details.roots} />
            {summary.rootCount > summary.roots.length && (
              <Text size="sm" c="dimmed">
                {countOf(summary.rootCount - summary.roots.length, 'more root')} counted, but not listed.
              </Text>
            )}
          </Panel>
        )}
        {verdict !== null && (
          <>
            {/* Otherwise, the verdict says it. */}
            {verdict.reasons.every(({ code }) => code !== 'self-test') && (
              <Panel title="Self-test">
                <Text size="sm">{selfTestWords(details.selfTest, summary.counts)}</Text>
              </Panel>
            )}
            <Panel title="What this does not show">
              <List size="sm" c="dimmed">
                {notShownByAudit(header, { ...details, counts: summary.counts }, verdict.open).map(
                  ({ words }) => (
                    <List.Item key={words}>{words}</List.Item>
                  ),
                )}
              </List>
            </Panel>
          </>
        )}
        <Panel title="About">
          <About details={details} />
        </Panel>
      </Stack>
    </Screen>
  );
}

/** Keys that no later root covers, and the way to find one that does. */
function Moved({ details: { info, moved } }: { readonly details: AuditDetails }) {
  const again = useAuditMovedKeys();
  const { connectionId, id: auditId } = info;
  const name = `${info.name}: moved keys`.slice(-longestAuditName);
  return (
    <Group gap="sm">
      <Text size="sm">
        {countOf(moved, 'key was', 'keys were')} proven under an older root than the others.
      </Text>
      <SmallButton
        icon={IconRefresh}
        loading={again.isPending}
        onClick={() => again.mutate({ connectionId, auditId, name }, { onError: notifyFailure })}
      >
        Read again
      </SmallButton>
    </Group>
  );
}

const tones: Readonly<Record<VerdictStatus, CalloutTone>> = {
  green: 'good',
  keyOnly: 'neutral',
  amber: 'warning',
  red: 'danger',
};

interface VerdictProps {
  readonly details: AuditDetails;
  readonly verdict: AuditVerdict;
}

/** What differs from the last audit, and the way to see it. */
function SinceLast({ info, since }: { readonly info: AuditInfo; readonly since: AuditSinceLast }) {
  const { connectionId } = info;
  return (
    <Group gap="xs">
      <Text inherit c="dimmed">
        Since the last audit of these keys, {momentWords(since.last.startedAt)}: {sinceLastTally(since)}
      </Text>
      {since.differing + since.notCompared > 0 && (
        <SmallButton
          size="compact-xs"
          onClick={() =>
            showCompared({
              before: { connectionId, auditId: since.last.id },
              after: { connectionId, auditId: info.id },
            })
          }
        >
          Show differences
        </SmallButton>
      )}
    </Group>
  );
}

/** The verdict on the audit as a whole, and every reason that it is no better. */
function Verdict({ details, verdict }: VerdictProps) {
  const { header, summary, moved } = details;
  const { status, reasons } = verdict;
  const { counts } = summary;
  // With one, and where keys are not proven, the headline and the reasons have said it.
  const outcomes = Object.values(counts.outcomes).filter((count) => count > 0).length;
  const isCounted = outcomes > 1 && status !== 'amber';
  const compared = earlierReads(details.grounds, summary);
  const since = useSinceLastAudit({ connectionId: details.info.connectionId, auditId: details.info.id });
  const own = auditHeadline(verdict, { ...header, ...details, counts });
  const more = since.data === undefined || since.data === null ? [] : sinceLastHeadline(since.data, counts);
  return (
    <Callout
      tone={tones[status]}
      title={[own, ...more].join('; ')}
      order={2}
      role="status"
      {...(moved > 0 && { actions: <Moved details={details} /> })}
    >
      {reasons.length > 0 && (
        <List size="sm">
          {auditReasonLines(verdict).map(({ words }) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      )}
      {pinNotes(header, details).map(({ code, words }) => (
        <Text key={code} inherit>
          {words}
        </Text>
      ))}
      {isCounted && (
        <Text inherit c="dimmed">
          {auditCountsWords(summary)}
        </Text>
      )}
      {compared !== null && (
        <Text inherit c="dimmed">
          {compared.words}
        </Text>
      )}
      {since.isError && (
        <Text inherit>The last audit of these keys could not be compared: its file cannot be read.</Text>
      )}
      {since.data !== undefined && since.data !== null && (
        <SinceLast info={details.info} since={since.data} />
      )}
      {header.expectedChanges !== null && (
        <Text inherit c="dimmed">
          {countOf(counts.changes.expected, 'expected change')}, {countWords(counts.changes.other)} unexpected
        </Text>
      )}
    </Callout>
  );
}

const rowHeight = 30;
/** The header, and the space above and below the rows. */
const headerHeight = 44;
const rowsAtOnce = 8;

const filters: Readonly<Record<'failures' | 'changed' | 'unproven', AuditRecordFilter>> = {
  failures: { show: 'failures' },
  changed: { show: 'changed' },
  unproven: { show: 'findings', outcomes: ['amber', 'missing', 'refused', 'unsendable'] },
};

const labels: Readonly<Record<keyof typeof filters, string>> = {
  failures: 'Failures',
  changed: 'Changed since the last read',
  unproven: 'Not proven',
};

interface RecordsProps {
  readonly details: AuditDetails;
  readonly show: keyof typeof filters;
  readonly count: number;
}

/** A part of the records, as high as its rows need. */
function Records({ details, show, count }: RecordsProps) {
  const { info, header, revision } = details;
  const { connectionId, id: auditId } = info;
  const query = useMemo(
    (): AuditRecordsQuery => ({ connectionId, auditId, filter: filters[show] }),
    [connectionId, auditId, show],
  );
  return (
    <Box h={headerHeight + rowHeight * Math.min(count, rowsAtOnce)}>
      <RecordGrid
        label={labels[show]}
        hasExpectedChanges={header.expectedChanges !== null}
        query={query}
        revision={revision}
        empty=""
      />
    </Box>
  );
}

function About({ details: { info, header } }: { readonly details: AuditDetails }) {
  const { startedAt, endedAt, progress } = info;
  return (
    <Facts>
      <Fact label="Started">{momentWords(startedAt)}</Fact>
      {endedAt !== null && <Fact label="Took">{durationWords(endedAt - startedAt)}</Fact>}
      <Fact label="Keys in scope">{countWords(header.keys.total)}</Fact>
      {header.shard !== null && (
        <Fact label="Part">
          {countWords(header.shard.number)} of {countWords(header.shard.of)}
        </Fact>
      )}
      <Fact label="Expected changes">{changesNames[info.changes]}</Fact>
      <Fact label="Pins compared">{countWords(header.pins.length)}</Fact>
      {progress.reread > 0 && (
        <Fact label="Read again">{countOf(progress.reread, 'key')} whose root had changed meanwhile</Fact>
      )}
    </Facts>
  );
}

const changesNames: Readonly<Record<AuditDetails['info']['changes'], string>> = {
  none: 'None listed',
  'own-writes': 'Stored from this app',
  list: 'From a list',
};

import { Box, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { AuditRef } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf, ReadFinding } from '#shared/domain/job.ts';
import { conflictLabels, provenWords } from '#shared/text/memoryWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { changesWords, readJobWords, runRootsWords } from '#shared/text/readRunWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { verdictPhrases } from '#shared/text/verdictNames.ts';
import { useAudits } from '../../api/audits.ts';
import { useJobControls, useJobs } from '../../api/jobs.ts';
import { JobStrip } from '../../widgets/JobStrip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { showScreen } from '../../state/appStore.ts';
import { ExportStrip } from '../atomActions/ExportStrip.tsx';
import { hasEnded } from '../audit/auditStates.ts';
import { AuditStrip } from '../audit/AuditStrip.tsx';
import { UploadStrip } from '../upload/send/UploadSigns.tsx';
import classes from './Browse.module.css';
import { showInBrowse } from '../../state/showInBrowse.ts';

/** The read runs, exports, audits, and uploads that are running, and those that have just ended. */
export function JobStrips({ connectionId }: { readonly connectionId: ConnectionId }) {
  const all = useJobs(connectionId);
  const jobs = all.filter((job) => job.kind === 'read' || job.kind === 'export');
  const audit = all.find(({ kind, endedAt }) => kind === 'audit' && endedAt === null);
  const { dismiss } = useJobControls(connectionId);
  const [showsEarlier, setShowsEarlier] = useState(false);
  // Only the latest result is shown, to leave room for the table.
  const earlier = jobs.filter(({ endedAt }) => endedAt !== null).slice(0, -1);
  const shown = showsEarlier ? jobs : jobs.filter((job) => !earlier.includes(job));
  return (
    <>
      <UploadStrip connectionId={connectionId} />
      {audit !== undefined && <RunningAudit connectionId={connectionId} auditId={audit.id} />}
      {earlier.length > 0 && (
        <Group flex="none" gap="xs" px="sm" py="3xs">
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={showsEarlier}
            onClick={() => setShowsEarlier(!showsEarlier)}
          >
            {showsEarlier ? 'Hide' : 'Show'} {countOf(earlier.length, 'earlier result')}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              for (const { id } of earlier) dismiss(id);
            }}
          >
            Dismiss {earlier.length === 1 ? 'it' : 'them'}
          </Button>
        </Group>
      )}
      <Stack gap="xs" mx="sm" mb={shown.length === 0 ? 0 : 'xs'} flex="none">
        {shown.map((job) =>
          job.kind === 'read' ? <ReadStrip key={job.id} job={job} /> : <ExportStrip key={job.id} job={job} />,
        )}
      </Stack>
    </>
  );
}

function ReadStrip({ job }: { readonly job: JobOf<'read'> }) {
  const { progress, state, connectionId } = job;
  const [showsFindings, setShowsFindings] = useState(false);
  const isOver = job.endedAt !== null;
  const changes = changesWords(progress);
  const roots = runRootsWords(progress);
  return (
    <JobStrip
      name="Reading"
      job={job}
      done={progress.done}
      total={progress.total}
      progressLabel="Atoms read"
      details={
        showsFindings && (
          <FindingList
            findings={progress.findings}
            count={progress.findingCount}
            onShow={(key) => showInBrowse(connectionId, key)}
          />
        )
      }
    >
      <span>{readJobWords(state, progress)}</span>
      <VerdictTally counts={progress.verdicts} />
      {isOver && changes !== null && <span>{changes}</span>}
      {isOver && roots !== null && <span className={classes.wholeLine}>{roots}</span>}
      {isOver && progress.findingCount > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={showsFindings}
          onClick={() => setShowsFindings(!showsFindings)}
        >
          {showsFindings ? 'Hide' : 'Show'} changes and failures
        </Button>
      )}
    </JobStrip>
  );
}

interface FindingListProps {
  readonly findings: readonly ReadFinding[];
  /** Of the run; `findings` may hold fewer. */
  readonly count: number;
  readonly onShow: (key: string) => void;
}

function RunningAudit(audit: AuditRef) {
  const { data: audits = [] } = useAudits(audit.connectionId);
  const info = audits.find(({ id }) => id === audit.auditId);
  if (info === undefined || hasEnded(info)) return null;
  return (
    <Box mx="sm" mb="xs" flex="none">
      <AuditStrip info={info} of="Audit" onShow={() => showScreen('audit')} />
    </Box>
  );
}

/** The atoms that a read run found changed, missing, or failing. */
function FindingList({ findings, count, onShow }: FindingListProps) {
  const [selected, setSelected] = useState(-1);
  return (
    <div>
      <VirtualList
        label="Changes and failures"
        rows={findings}
        rowHeight={24}
        isMeasured
        className={classes.findings}
        rowClassName={classes.finding}
        selected={selected}
        selectsOnMove={false}
        onSelect={(index) => {
          setSelected(index);
          const finding = findings[index];
          if (finding !== undefined) onShow(finding.key);
        }}
        renderRow={(finding) => (
          <>
            <span className={classes.findingKey}>
              <KeyText atomKey={finding.key} />
            </span>
            <span className={classes.findingText}>{findingWords(finding)}</span>
          </>
        )}
      />
      {count > findings.length && (
        <span className={classes.findingText}>and {countWords(count - findings.length)} more</span>
      )}
    </div>
  );
}

const outcomeWords: Readonly<Record<ReadFinding['outcome'], string>> = {
  ...verdictPhrases,
  missing: 'not returned',
  refused: 'refused by the service',
  unsendable: 'cannot be sent: the key is empty or contains an unpaired surrogate',
  unasked: 'returned without being requested',
};

function findingWords({ outcome, version, before, conflict, lastProven }: ReadFinding): string {
  if (conflict !== null) return conflictLabels[conflict];
  if (lastProven !== null) return `not returned, last proven ${provenWords(lastProven)}`;
  const was = before.version;
  const versions = version !== null && was !== null && was !== version ? `version ${was} → ${version}, ` : '';
  const verdict =
    before.verdict !== null && before.verdict !== outcome ? `${outcomeWords[before.verdict]} → ` : '';
  return `${versions}${verdict}${outcomeWords[outcome]}`;
}

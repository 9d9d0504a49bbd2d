import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { countOf } from '#shared/text/phrases.ts';
import { changesWords, readJobWords, runRootsWords } from '#shared/text/readRunWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { replacedLinkWords } from '#shared/text/savedWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls, useJobs } from '../../api/jobs.ts';
import { JobStrip } from '../../ui/JobStrip.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { UploadStrip } from '../upload/send/UploadStrip.tsx';
import { FindingList } from './FindingList.tsx';
import classes from './JobStrips.module.css';
import { showInBrowse } from '../../state/showInBrowse.ts';

/** The reading, exporting and uploading that is under way, or has just ended. */
export function JobStrips({ connectionId }: { readonly connectionId: ConnectionId }) {
  const jobs = useJobs(connectionId).filter((job) => job.kind === 'read' || job.kind === 'export');
  const { dismiss } = useJobControls(connectionId);
  const [showsEarlier, setShowsEarlier] = useState(false);
  // Only the latest result is shown in full, so that results do not push the table out of sight.
  const earlier = jobs.filter(({ endedAt }) => endedAt !== null).slice(0, -1);
  const shown = showsEarlier ? jobs : jobs.filter((job) => !earlier.includes(job));
  return (
    <>
      <UploadStrip connectionId={connectionId} />
      {earlier.length > 0 && (
        <div className={classes.earlier}>
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
        </div>
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
    <JobStrip name="Reading" job={job} done={progress.done} total={progress.total} progressLabel="Atoms read">
      <span>{readJobWords(state, progress)}</span>
      <VerdictTally counts={progress.verdicts} />
      {isOver && changes !== null && <span>{changes}</span>}
      {isOver && roots !== null && <span className={classes.roots}>{roots}</span>}
      {isOver && progress.findingCount > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={showsFindings}
          onClick={() => setShowsFindings(!showsFindings)}
        >
          {showsFindings ? 'Hide' : 'Show'} what changed or failed
        </Button>
      )}
      {showsFindings && (
        <FindingList
          findings={progress.findings}
          count={progress.findingCount}
          onShow={(key) => showInBrowse(connectionId, key)}
        />
      )}
    </JobStrip>
  );
}

const exportStates = {
  running: 'Exporting',
  waiting: 'Exporting',
  paused: 'Export paused,',
  done: 'Exported',
  cancelled: 'Export canceled after',
  failed: 'Export failed after',
} as const;

function ExportStrip({ job }: { readonly job: JobOf<'export'> }) {
  const { done, total, path, notRead, content, format, replacedLink } = job.progress;
  const isDone = job.state.kind === 'done';
  return (
    <JobStrip
      name="Export"
      job={job}
      done={done}
      total={total}
      progressLabel="Atoms exported"
      // Only reading atoms takes long enough to be paused.
      canPause={content === 'proofs'}
    >
      <span>
        {exportStates[job.state.kind]} {countOf(done, content === 'known' ? 'key' : 'atom')}
        {notRead > 0 &&
          ` (${countWords(notRead)} without an atom, ${format === 'json' ? 'listed as such' : 'left out'})`}
        {isDone && ` to ${visibleLine(path)}`}
        {isDone && replacedLink !== undefined && `. ${replacedLinkWords(replacedLink)}`}
      </span>
    </JobStrip>
  );
}

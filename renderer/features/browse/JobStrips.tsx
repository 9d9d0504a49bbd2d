import { Button, CloseButton, Progress } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job, JobOf } from '#shared/domain/job.ts';
import { errorWords, type ErrorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { changesWords, readJobWords, runRootsWords } from '#shared/text/readRunWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { replacedLinkWords } from '#shared/text/savedWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls, useJobs } from '../../api/jobs.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSecondsUntil } from '../../ui/useTicks.ts';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { UploadStrip } from '../upload/send/UploadStrip.tsx';
import { FindingList } from './FindingList.tsx';
import classes from './JobStrips.module.css';
import { showInBrowse } from './showInBrowse.ts';

/** The reading, exporting and uploading that is under way, or has just ended. */
export function JobStrips({ connectionId }: { readonly connectionId: ConnectionId }) {
  const jobs = useJobs(connectionId).filter(({ kind }) => kind === 'read' || kind === 'export');
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
      {shown.map((job) => {
        if (job.kind === 'read') return <ReadStrip key={job.id} job={job} />;
        return job.kind === 'export' ? <ExportStrip key={job.id} job={job} /> : null;
      })}
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
    <Strip job={job} done={progress.done} total={progress.total} label="Atoms read">
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
    </Strip>
  );
}

const exportStates = {
  running: 'Exporting',
  waiting: 'Exporting',
  paused: 'Export paused,',
  done: 'Exported',
  cancelled: 'Export cancelled after',
  failed: 'Export failed after',
} as const;

function ExportStrip({ job }: { readonly job: JobOf<'export'> }) {
  const { done, total, path, notRead, content, format, replacedLink } = job.progress;
  const isDone = job.state.kind === 'done';
  return (
    <Strip job={job} done={done} total={total} label="Atoms exported">
      <span>
        {exportStates[job.state.kind]} {countOf(done, content === 'known' ? 'key' : 'atom')}
        {notRead > 0 &&
          ` (${countWords(notRead)} without an atom, ${format === 'json' ? 'listed as such' : 'left out'})`}
        {isDone && ` to ${visibleLine(path)}`}
        {isDone && replacedLink !== undefined && `. ${replacedLinkWords(replacedLink)}`}
      </span>
    </Strip>
  );
}

interface StripProps {
  readonly job: Job;
  readonly done: number;
  /** null while it is not known. */
  readonly total: number | null;
  /** Names the bar. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Whatever asks the service can be paused; what is only written is over at once. */
function canPause(job: Job): boolean {
  return job.kind === 'read' || (job.kind === 'export' && job.progress.content === 'proofs');
}

function Strip({ job, done, total, label, children }: StripProps) {
  const { pause, resume, cancel, dismiss } = useJobControls(job.connectionId);
  const { state, id } = job;
  const isOver = job.endedAt !== null;
  const failure = state.kind === 'failed' || state.kind === 'paused' ? state.error : null;
  return (
    <div className={classes.strip} role="status">
      <div className={classes.line}>
        <div className={classes.words}>{children}</div>
        {(state.kind === 'running' || state.kind === 'waiting') && canPause(job) && (
          <Button size="compact-sm" variant="default" onClick={() => pause(id)}>
            Pause
          </Button>
        )}
        {state.kind === 'paused' && failure === null && (
          <Button size="compact-sm" variant="default" onClick={() => resume(id)}>
            Resume
          </Button>
        )}
        {isOver ? (
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => cancel(id)}>
            Cancel
          </Button>
        )}
      </div>
      {!isOver && (
        <Progress
          className={classes.bar ?? ''}
          size="sm"
          value={total === null || total === 0 ? 0 : (100 * done) / total}
          aria-label={label}
          animated={state.kind === 'running'}
        />
      )}
      {state.kind === 'waiting' && <Waiting until={state.until} words={errorWords(state.error)} />}
      {failure !== null && (
        <ErrorNotice
          error={new AppFailure(failure)}
          {...(state.kind === 'paused' && { onRetry: () => resume(id) })}
        />
      )}
    </div>
  );
}

function Waiting({ until, words }: { readonly until: number; readonly words: ErrorWords }) {
  const seconds = useSecondsUntil(until);
  return (
    <p className={classes.waiting}>
      {words.title}. {words.what} It goes on by itself in {countOf(seconds, 'second')}.
    </p>
  );
}

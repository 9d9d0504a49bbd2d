import { Button, CloseButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Job, JobState } from '#shared/domain/job.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { useJobControls } from '../api/jobs.ts';
import { AppFailure } from '../api/unwrap.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import classes from './JobState.module.css';
import { useSecondsUntil } from './useTicks.ts';

interface JobStateProps {
  readonly job: Job;
  /** What a screen reader calls the job. */
  readonly what: string;
}

/** How a job stands, with the buttons that change it. */
export function JobControls({ job, what }: JobStateProps) {
  const controls = useJobControls(job.connectionId);
  if (job.endedAt !== null) {
    return <CloseButton size="sm" aria-label={`Dismiss ${what}`} onClick={() => controls.dismiss(job.id)} />;
  }
  return (
    <div className={classes.controls}>
      {job.state.kind === 'paused' ? (
        <Button
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => controls.resume(job.id)}
        >
          Resume
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPause size={14} aria-hidden />}
          onClick={() => controls.pause(job.id)}
        >
          Pause
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={() => controls.cancel(job.id)}
      >
        Cancel
      </Button>
    </div>
  );
}

/** What holds a job up, or ended it; nothing where it simply runs. */
export function JobTrouble({ state }: { readonly state: JobState }) {
  switch (state.kind) {
    case 'paused':
      return state.error === null ? null : <ErrorNotice error={new AppFailure(state.error)} />;
    case 'failed':
      return <ErrorNotice error={new AppFailure(state.error)} />;
    case 'waiting':
      return (
        <p className={classes.caution} role="status">
          {errorWords(state.error).title}. <Countdown until={state.until} />
        </p>
      );
    case 'running':
    case 'done':
    case 'cancelled':
      return null;
  }
}

function Countdown({ until }: { readonly until: number }) {
  return <>Goes on in {useSecondsUntil(until)} s.</>;
}

export const jobStateWords: Readonly<Record<JobState['kind'], string>> = {
  running: 'Running',
  paused: 'Paused',
  waiting: 'Waiting',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

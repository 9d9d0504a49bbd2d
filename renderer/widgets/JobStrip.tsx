import { Box, CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Job, JobState } from '#shared/domain/job.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { useJobControls } from '../api/jobs.ts';
import { AppFailure } from '../api/unwrap.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { useSecondsUntil } from '../ui/useTicks.ts';
import { WorkControls, WorkStrip } from '../ui/WorkStrip.tsx';

interface JobStripProps {
  /** A noun for screen readers, such as “Import”. */
  readonly name: string;
  readonly job: Job;
  readonly done: number;
  /** null while it is not known. */
  readonly total: number | null;
  /** What the bar counts: “Atoms read”. */
  readonly progressLabel: string;
  readonly canPause?: boolean;
  /** Below the bar. */
  readonly details?: ReactNode;
  /** How far the job is. Read out when it changes. */
  readonly children: ReactNode;
}

/** A job: how far it is, its buttons, its progress bar, and what holds it up. */
export function JobStrip({ job, canPause = true, children, ...rest }: JobStripProps) {
  return (
    <WorkStrip
      {...rest}
      isOver={job.endedAt !== null}
      trouble={<JobTrouble state={job.state} />}
      controls={<JobControls job={job} canPause={canPause} />}
    >
      {children}
    </WorkStrip>
  );
}

/** The buttons that pause, resume, cancel, and dismiss a job. */
function JobControls({ job, canPause }: Required<Pick<JobStripProps, 'job' | 'canPause'>>) {
  const { pause, resume, cancel, dismiss } = useJobControls(job.connectionId);
  if (job.endedAt !== null) {
    return <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(job.id)} />;
  }
  return (
    <WorkControls
      isPaused={job.state.kind === 'paused'}
      {...(canPause && { onPause: () => pause(job.id) })}
      onResume={() => resume(job.id)}
      onCancel={() => cancel(job.id)}
    />
  );
}

/** Why a job waits, is paused or has failed; nothing where it simply runs. */
export function JobTrouble({ state }: { readonly state: JobState }) {
  switch (state.kind) {
    case 'paused':
      return state.error === null ? null : <ErrorNotice error={new AppFailure(state.error)} />;
    case 'failed':
      return <ErrorNotice error={new AppFailure(state.error)} />;
    case 'waiting': {
      const { title, what } = errorWords(state.error);
      return (
        <Text size="sm" c="var(--verdict-amber-fg)">
          {title}. {what} <Countdown until={state.until} />
        </Text>
      );
    }
    case 'running':
    case 'done':
    case 'cancelled':
      return null;
  }
}

function Countdown({ until }: { readonly until: number }) {
  return <Box component="span">Retrying in {useSecondsUntil(until)} s.</Box>;
}

export const jobStateWords: Readonly<Record<JobState['kind'], string>> = {
  running: 'Running',
  paused: 'Paused',
  waiting: 'Waiting',
  done: 'Done',
  cancelled: 'Canceled',
  failed: 'Failed',
};

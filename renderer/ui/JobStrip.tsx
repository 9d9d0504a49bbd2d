import { Box, CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Job, JobState } from '#shared/domain/job.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { useJobControls } from '../api/jobs.ts';
import { AppFailure } from '../api/unwrap.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import classes from './kit.module.css';
import { SmallButton } from './Buttons.tsx';
import { useSecondsUntil } from './useTicks.ts';

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
export function JobStrip(props: JobStripProps) {
  const { name, job, done, total, progressLabel, canPause = true, details, children } = props;
  return (
    <div className={classes.strip} role="group" aria-label={name}>
      <Group gap="sm" align="baseline" wrap="nowrap">
        <Group gap="sm" style={{ rowGap: 'var(--mantine-spacing-3xs)' }} flex={1} miw={0} role="status">
          {children}
        </Group>
        <JobControls job={job} canPause={canPause} />
      </Group>
      <Stack gap="sm" mt={job.endedAt === null ? '2xs' : 0}>
        {job.endedAt === null && (
          <Progress
            size="sm"
            value={total === null || total === 0 ? 0 : (100 * done) / total}
            aria-label={progressLabel}
            animated={job.state.kind === 'running'}
          />
        )}
        <JobTrouble state={job.state} />
        {details}
      </Stack>
    </div>
  );
}

/** The buttons that pause, resume, cancel, and dismiss a job. */
function JobControls({ job, canPause }: Required<Pick<JobStripProps, 'job' | 'canPause'>>) {
  const { pause, resume, cancel, dismiss } = useJobControls(job.connectionId);
  if (job.endedAt !== null) {
    return <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(job.id)} />;
  }
  return (
    <Group gap="sm" flex="none">
      {job.state.kind === 'paused' ? (
        <SmallButton variant="filled" icon={IconPlayerPlay} onClick={() => resume(job.id)}>
          Resume
        </SmallButton>
      ) : (
        canPause && (
          <SmallButton icon={IconPlayerPause} onClick={() => pause(job.id)}>
            Pause
          </SmallButton>
        )
      )}
      <SmallButton icon={IconPlayerStop} onClick={() => cancel(job.id)}>
        Cancel
      </SmallButton>
    </Group>
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

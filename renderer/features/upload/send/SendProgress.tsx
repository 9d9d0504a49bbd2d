import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { JobOf } from '#shared/domain/job.ts';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import {
  elapsedWords,
  interruptedWords,
  rateWords,
  sendStatusWords,
  timeLeftWords,
  type SendStatus,
} from '#shared/text/sendWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { AppFailure } from '../../../api/unwrap.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { StopDialog } from './EndDialogs.tsx';
import classes from './Send.module.css';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { useSecondsUntil, useTicks } from '../../../ui/useTicks.ts';

interface SendProgressProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  /** null if no job works on it. */
  readonly job: JobOf<'upload'> | null;
  readonly status: SendStatus;
}

const isHeldUp: ReadonlySet<SendStatus> = new Set(['asking', 'held-up', 'interrupted']);

/** The progress of sending or reading back, and what interrupts it. */
export function SendProgress({ upload, counts, job, status }: SendProgressProps) {
  const [isStopping, setIsStopping] = useState(false);
  const isVerifying = upload.phase.kind === 'verifying';
  const { done, total } = progressOf(upload, counts, job);
  return (
    <Stack component="section" gap="sm" px="md" py="sm" aria-label="Progress">
      <Group gap="md" justify="space-between" align="flex-start">
        <h2 className={classes.title}>
          <span className={classes.status} data-tone={isHeldUp.has(status) ? 'warning' : undefined}>
            {isVerifying && status === 'paused' ? 'Reading back (paused)' : sendStatusWords[status]}
          </span>
          <span className={classes.file} title={visibleLine(upload.file.name)}>
            {visibleLine(upload.file.name)}
          </span>
        </h2>
        <Controls upload={upload} job={job} status={status} onStop={() => setIsStopping(true)} />
      </Group>
      <Progress
        size="md"
        value={total === 0 ? 100 : (100 * done) / total}
        animated={status === 'sending' || status === 'verifying'}
        aria-label={isVerifying ? 'Rows read back' : 'Rows done'}
      />
      <Figures counts={counts} job={job} status={status} done={done} total={total} />
      <Trouble counts={counts} job={job} status={status} />
      {isStopping && <StopDialog upload={upload} counts={counts} onClose={() => setIsStopping(false)} />}
    </Stack>
  );
}

/** How many rows are done or read back, and of how many. Without a job, counted from the rows. */
function progressOf(
  { phase }: Upload,
  counts: UploadCounts,
  job: JobOf<'upload'> | null,
): { readonly done: number; readonly total: number } {
  if (job !== null && job.progress.total !== null)
    return { done: job.progress.done, total: job.progress.total };
  const { outcomes, readBacks } = counts;
  if (phase.kind === 'verifying') {
    return { done: counts.rows - readBacks['not-read'], total: outcomes.stored + outcomes.same };
  }
  const done = outcomes.stored + outcomes.refused + outcomes.unknown;
  return { done, total: done + outcomes.waiting };
}

interface FiguresProps extends Pick<SendProgressProps, 'counts' | 'job' | 'status'> {
  readonly done: number;
  readonly total: number;
}

function Figures({ counts, job, status, done, total }: FiguresProps) {
  const isMoving = status === 'sending' || status === 'verifying';
  const now = useTicks(job !== null && job.endedAt === null);
  const rate = isMoving ? (job?.progress.perSecond ?? null) : null;
  const isSending = job?.progress.step !== 'verify';
  const { outcomes } = counts;
  return (
    <dl className={classes.figures}>
      <Figure name={isSending ? 'Rows' : 'Read back'}>
        {countWords(done)} of {countWords(total)}
      </Figure>
      {isSending && <Figure name="Batches">{job === null ? '–' : countWords(job.progress.batches)}</Figure>}
      <Figure name="Stored">{countWords(outcomes.stored)}</Figure>
      <Figure name="Refused" isBad={outcomes.refused > 0}>
        {countWords(outcomes.refused)}
      </Figure>
      <Figure name="Unknown" isBad={outcomes.unknown > 0}>
        {countWords(outcomes.unknown)}
      </Figure>
      <Figure name="Rate">{rate === null ? '–' : rateWords(rate)}</Figure>
      <Figure name="Time">
        {job === null || status === 'interrupted' ? '–' : elapsedWords((job.endedAt ?? now) - job.startedAt)}
        {isMoving && `, ${timeLeftWords(total - done, rate) ?? 'time left unknown'}`}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, isBad = false, children }: FigureProps) {
  return (
    <div data-tone={isBad ? 'warning' : undefined}>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}

interface ControlsProps extends Pick<SendProgressProps, 'upload' | 'job' | 'status'> {
  readonly onStop: () => void;
}

function Controls({ upload, job, status, onStop }: ControlsProps) {
  const { pause, resume } = useJobControls(upload.connectionId);
  const canPause = status === 'sending' || status === 'waiting' || status === 'verifying';
  const isPaused = job?.state.kind === 'paused';
  return (
    <Group gap="sm" flex="none">
      {canPause && job !== null && (
        <SmallButton icon={IconPlayerPause} onClick={() => pause(job.id)}>
          Pause
        </SmallButton>
      )}
      {status === 'waiting' && job !== null && (
        <SmallButton icon={IconPlayerPlay} onClick={() => resume(job.id)}>
          Resume now
        </SmallButton>
      )}
      {status !== 'asking' && isPaused && (
        <SmallButton variant="filled" icon={IconPlayerPlay} onClick={() => resume(job.id)}>
          Resume
        </SmallButton>
      )}
      {upload.phase.kind === 'sending' && (
        <SmallButton icon={IconPlayerStop} onClick={onStop}>
          Stop
        </SmallButton>
      )}
    </Group>
  );
}

/** Why the upload does not continue, and what resuming does. */
function Trouble({ counts, job, status }: Pick<SendProgressProps, 'counts' | 'job' | 'status'>) {
  const { state } = job ?? { state: null };
  if (state?.kind === 'waiting') {
    const { title } = errorWords(state.error);
    return (
      <Callout tone="warning" compact>
        {title}. Retrying in <Countdown until={state.until} />.
      </Callout>
    );
  }
  if ((state?.kind === 'paused' || state?.kind === 'failed') && state.error !== null) {
    return <ErrorNotice error={new AppFailure(state.error)} />;
  }
  return status === 'interrupted' ? (
    <Callout tone="warning" compact>
      {interruptedWords(counts)}
    </Callout>
  ) : null;
}

function Countdown({ until }: { readonly until: number }) {
  return (
    <Text span inherit display="inline-block" miw="3.5ch">
      {useSecondsUntil(until)} s
    </Text>
  );
}

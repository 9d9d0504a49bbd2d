import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { memo } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
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
import type { CountedUpload } from '../../../api/uploads.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { useSecondsUntil, useTicks } from '../../../ui/useTicks.ts';

interface SendProgressProps extends CountedUpload {
  /** null if no job works on it. */
  readonly job: JobOf<'upload'> | null;
  readonly status: SendStatus;
  readonly onStop: () => void;
}

const isHeldUp: ReadonlySet<SendStatus> = new Set(['asking', 'held-up', 'interrupted']);

/** The progress of sending or reading back, and what interrupts it. */
export function SendProgress(props: SendProgressProps) {
  const { upload, job, status, onStop } = props;
  const isVerifying = upload.phase.kind === 'verifying';
  const { done, total } = progressOf(props);
  return (
    <section aria-label="Progress">
      <PaneHead
        title={
          <Text span inherit {...(isHeldUp.has(status) && { c: 'var(--verdict-amber-fg)' })}>
            {isVerifying && status === 'paused' ? 'Reading back (paused)' : sendStatusWords[status]}
          </Text>
        }
        note={visibleLine(upload.file.name)}
        actions={
          <Controls
            connectionId={upload.connectionId}
            jobId={job?.id ?? null}
            isPaused={job?.state.kind === 'paused'}
            canStop={upload.phase.kind === 'sending'}
            status={status}
            onStop={onStop}
          />
        }
      />
      <Stack gap="sm" px="md" py="sm">
        <Progress
          size="md"
          value={total === 0 ? 100 : (100 * done) / total}
          aria-label={isVerifying ? 'Rows read back' : 'Rows done'}
        />
        <Figures {...props} done={done} total={total} />
        <Trouble {...props} />
      </Stack>
    </section>
  );
}

interface Done {
  readonly done: number;
  readonly total: number;
}

/** How many rows are done or read back, and of how many. Without a job, counted from the rows. */
function progressOf({ upload: { phase }, counts, job }: SendProgressProps): Done {
  if (job !== null && job.progress.total !== null)
    return { done: job.progress.done, total: job.progress.total };
  const { outcomes, readBacks } = counts;
  if (phase.kind === 'verifying') {
    return { done: counts.rows - readBacks['not-read'], total: outcomes.stored + outcomes.same };
  }
  const done = outcomes.stored + outcomes.refused + outcomes.unknown;
  return { done, total: done + outcomes.waiting };
}

function Figures({ counts, job, status, done, total }: SendProgressProps & Done) {
  const isMoving = status === 'sending' || status === 'verifying';
  const rate = isMoving ? (job?.progress.perSecond ?? null) : null;
  const isSending = job?.progress.step !== 'verify';
  const { stored, refused, unknown } = counts.outcomes;
  const isTimed = job !== null && status !== 'interrupted';
  return (
    <Group component="dl" gap="lg" fz="sm">
      <Figure name={isSending ? 'Rows' : 'Read back'} words={`${countWords(done)} of ${countWords(total)}`} />
      {isSending && <Figure name="Batches" words={job === null ? '–' : countWords(job.progress.batches)} />}
      <Figure name="Stored" words={countWords(stored)} />
      <Figure name="Refused" isBad={refused > 0} words={countWords(refused)} />
      <Figure name="Unknown" isBad={unknown > 0} words={countWords(unknown)} />
      <Figure name="Rate" words={rate === null ? '–' : rateWords(rate)} />
      <TimeFigure
        startedAt={isTimed ? job.startedAt : null}
        endedAt={job?.endedAt ?? null}
        left={isMoving ? (timeLeftWords(total - done, rate) ?? 'time left unknown') : null}
      />
    </Group>
  );
}

interface TimeFigureProps {
  /** null if no time is shown. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly left: string | null;
}

/** The only figure that changes without an event. */
function TimeFigure({ startedAt, endedAt, left }: TimeFigureProps) {
  const now = useTicks(startedAt !== null && endedAt === null);
  const took = startedAt === null ? '–' : elapsedWords((endedAt ?? now) - startedAt);
  return <Figure name="Time" words={left === null ? took : `${took}, ${left}`} />;
}

interface FigureProps {
  readonly name: string;
  readonly isBad?: boolean;
  readonly words: string;
}

const Figure = memo(function Figure({ name, isBad = false, words }: FigureProps) {
  return (
    <div style={{ minWidth: '6.5em', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" inherit {...(isBad && { c: 'var(--verdict-amber-fg)', fw: 600 })}>
        {words}
      </Text>
    </div>
  );
});

interface ControlsProps {
  readonly connectionId: ConnectionId;
  readonly jobId: string | null;
  readonly isPaused: boolean;
  readonly canStop: boolean;
  readonly status: SendStatus;
  readonly onStop: () => void;
}

/** Not drawn again while only figures change. */
const Controls = memo(function Controls(props: ControlsProps) {
  const { connectionId, jobId, isPaused, canStop, status, onStop } = props;
  const { pause, resume } = useJobControls(connectionId);
  const canPause = status === 'sending' || status === 'waiting' || status === 'verifying';
  return (
    <>
      {canPause && jobId !== null && (
        <SmallButton icon={IconPlayerPause} onClick={() => pause(jobId)}>
          Pause
        </SmallButton>
      )}
      {status === 'waiting' && jobId !== null && (
        <SmallButton icon={IconPlayerPlay} onClick={() => resume(jobId)}>
          Resume now
        </SmallButton>
      )}
      {status !== 'asking' && isPaused && jobId !== null && (
        <SmallButton variant="filled" icon={IconPlayerPlay} onClick={() => resume(jobId)}>
          Resume
        </SmallButton>
      )}
      {canStop && (
        <SmallButton icon={IconPlayerStop} onClick={onStop}>
          Stop
        </SmallButton>
      )}
    </>
  );
});

/** Why the upload does not continue, and what resuming does. */
function Trouble({ counts, job, status }: SendProgressProps) {
  const { state } = job ?? { state: null };
  if (state?.kind === 'waiting') {
    return (
      <Callout tone="warning" compact>
        {errorWords(state.error).title}. Retrying in <Countdown until={state.until} />.
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

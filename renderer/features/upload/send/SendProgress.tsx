import { Button, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { JobOf } from '#shared/domain/job.ts';
import type { SendSettings, Upload, UploadCounts } from '#shared/domain/upload.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import {
  elapsedWords,
  interruptedWords,
  rateWords,
  sendStandingWords,
  timeLeftWords,
  type SendStanding,
} from '#shared/text/sendWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { AppFailure } from '../../../api/unwrap.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './SendUpload.module.css';
import { StopModal } from './StopModal.tsx';
import { useTicks } from './useTicks.ts';

interface SendProgressProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  /** null where nobody works on it. */
  readonly job: JobOf<'upload'> | null;
  readonly standing: SendStanding;
}

/** How far sending or reading back is, and what holds it up. */
export function SendProgress({ upload, counts, job, standing }: SendProgressProps) {
  const [isStopping, setIsStopping] = useState(false);
  const isVerifying = upload.phase.kind === 'verifying';
  const { done, total } = progressOf(upload, counts, job);
  return (
    <section className={classes.panel} aria-label="Progress">
      <div className={classes.head}>
        <h2 className={classes.title}>
          <span className={classes.standing} data-standing={standing}>
            {isVerifying && standing === 'paused' ? 'Reading back, paused' : sendStandingWords[standing]}
          </span>
          <span className={classes.file} title={visibleLine(upload.file.name)}>
            {visibleLine(upload.file.name)}
          </span>
        </h2>
        <Controls upload={upload} job={job} standing={standing} onStop={() => setIsStopping(true)} />
      </div>
      <Progress
        size="md"
        value={total === 0 ? 100 : (100 * done) / total}
        animated={standing === 'sending' || standing === 'verifying'}
        aria-label={isVerifying ? 'Rows read back' : 'Rows settled'}
      />
      <Figures counts={counts} job={job} standing={standing} done={done} total={total} />
      <Trouble upload={upload} counts={counts} job={job} standing={standing} />
      <StopModal upload={upload} counts={counts} isOpen={isStopping} onClose={() => setIsStopping(false)} />
    </section>
  );
}

/** Rows that are settled or read back, of how many. Where there is no job, the rows themselves tell. */
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

interface FiguresProps extends Pick<SendProgressProps, 'counts' | 'job' | 'standing'> {
  readonly done: number;
  readonly total: number;
}

function Figures({ counts, job, standing, done, total }: FiguresProps) {
  const isMoving = standing === 'sending' || standing === 'verifying';
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
        {job === null ? '–' : elapsedWords((job.endedAt ?? now) - job.startedAt)}
        {isMoving && `, ${timeLeftWords(total - done, rate) ?? 'time left not known yet'}`}
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
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ControlsProps extends Pick<SendProgressProps, 'upload' | 'job' | 'standing'> {
  readonly onStop: () => void;
}

function Controls({ upload, job, standing, onStop }: ControlsProps) {
  const { pause, resume } = useJobControls(upload.connectionId);
  const canPause = standing === 'sending' || standing === 'waiting' || standing === 'verifying';
  const isPaused = job?.state.kind === 'paused';
  return (
    <div className={classes.controls}>
      {canPause && job !== null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPause size={14} aria-hidden />}
          onClick={() => pause(job.id)}
        >
          Pause
        </Button>
      )}
      {standing !== 'asking' && isPaused && (
        <Button
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => resume(job.id)}
        >
          Resume
        </Button>
      )}
      {upload.phase.kind === 'sending' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={onStop}
        >
          Stop
        </Button>
      )}
    </div>
  );
}

/** What holds it up, and what can be done about it; nothing where it simply goes on. */
function Trouble({ upload, counts, job, standing }: SendProgressProps) {
  const { state } = job ?? { state: null };
  const resume = useUploadStep(upload.connectionId, (settings: SendSettings) =>
    window.atomExplorer.sendUpload({ uploadId: upload.id, settings }),
  );
  const verify = useUploadStep(upload.connectionId, window.atomExplorer.verifyUpload);
  const failure = resume.error ?? verify.error;
  const { settings, phase } = upload;
  if (standing === 'waiting' && state?.kind === 'waiting') {
    const { title } = errorWords(state.error);
    return (
      <p className={classes.caution}>
        {title}. It goes on by itself in <Countdown until={state.until} />.
      </p>
    );
  }
  if (standing === 'held-up' && state?.kind === 'paused' && state.error !== null) {
    return <ErrorNotice error={new AppFailure(state.error)} />;
  }
  const goesOnAgain = standing === 'interrupted' || (standing === 'held-up' && state?.kind === 'failed');
  if (!goesOnAgain) return null;
  return (
    <>
      {state?.kind === 'failed' && <ErrorNotice error={new AppFailure(state.error)} />}
      <div className={classes.interrupted}>
        <p>{phase.kind === 'verifying' ? 'Reading back was interrupted.' : interruptedWords(counts)}</p>
        {phase.kind === 'verifying' ? (
          <Button
            size="compact-sm"
            loading={verify.isPending}
            onClick={() => verify.mutate({ uploadId: upload.id })}
          >
            Read back and verify
          </Button>
        ) : (
          settings !== null && (
            <Button size="compact-sm" loading={resume.isPending} onClick={() => resume.mutate(settings)}>
              Resume sending {countOf(counts.outcomes.waiting, 'row')}
            </Button>
          )
        )}
      </div>
      {failure !== null && <ErrorNotice error={failure} />}
    </>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const now = useTicks(true);
  return <span className={classes.number}>{Math.max(0, Math.ceil((until - now) / 1_000))} s</span>;
}

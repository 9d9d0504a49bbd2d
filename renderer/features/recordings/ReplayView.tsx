import { Button, Progress } from '@mantine/core';
import { IconDeviceFloppy, IconPlayerStop } from '@tabler/icons-react';
import { useMemo } from 'react';
import { compareReplay } from '#shared/recordings/compareSteps.ts';
import { recordingText } from '#shared/recordings/recording.ts';
import { recordingOfReplay, type Replay, type ReplayProgress } from '#shared/recordings/replay.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useAddRecording } from '../../api/recordings.ts';
import type { ReplayRun } from '../../state/replayStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { ComparisonList } from './ComparisonList.tsx';
import classes from './Recordings.module.css';
import { ViewHead } from './ViewHead.tsx';

/** A replay under way, or what it brought against what was recorded. */
export function ReplayView({ run }: { readonly run: ReplayRun }) {
  const { outcome, recordingName, progress } = run;
  const title = visibleLine(recordingName);
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        {outcome.kind === 'done' ? (
          <ReplayOutcome run={run} replay={outcome.replay} />
        ) : outcome.kind === 'failed' ? (
          <>
            <ViewHead title={`Replay of ${title}`} facts="Nothing could be asked." />
            <ErrorNotice error={outcome.error} />
          </>
        ) : (
          <>
            <ViewHead title={`Replay of ${title}`} facts={progressWords(progress)} />
            <div className={classes.progress} role="status">
              <Progress
                className={classes.bar ?? ''}
                value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
                aria-label="Replayed"
              />
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlayerStop size={14} aria-hidden />}
                onClick={run.cancel}
              >
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function progressWords({ done, total, waitingMs }: ReplayProgress): string {
  const sent = `${countWords(done)} of ${countOf(total, 'step')} replayed`;
  return waitingMs === null ? sent : `${sent}; waiting ${durationWords(waitingMs)}, as the service asked`;
}

function ReplayOutcome({ run, replay }: { readonly run: ReplayRun; readonly replay: Replay }) {
  const comparisons = useMemo(() => compareReplay(replay), [replay]);
  const add = useAddRecording();
  const keep = (): void =>
    add.mutate(
      { text: recordingText(recordingOfReplay(replay)), connectionId: run.connectionId },
      {
        onSuccess: ({ name }) => notifyDone(`Kept as “${visibleLine(name)}”.`),
        onError: notifyFailure,
      },
    );
  const hasAnswers = replay.steps.some(({ kind }) => kind === 'answered');
  return (
    <>
      <ViewHead
        title={`Replay of ${visibleLine(replay.recording.name)}`}
        facts={`Recorded over ${visibleLine(replay.recording.connectionName)}, replayed over ${visibleLine(replay.connectionName)} in ${durationWords(replay.endedAt - replay.startedAt)}`}
        actions={
          hasAnswers && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              loading={add.isPending}
              disabled={add.isSuccess}
              onClick={keep}
            >
              {add.isSuccess ? 'Kept' : 'Keep as a recording'}
            </Button>
          )
        }
      />
      <EndNotice replay={replay} />
      <ComparisonList comparisons={comparisons} firstName="recorded" secondName="replayed" />
    </>
  );
}

function EndNotice({ replay }: { readonly replay: Replay }) {
  const { end, steps, recording } = replay;
  if (end.kind === 'complete') return null;
  const far = `It ended after ${countWords(steps.length)} of ${countOf(recording.steps.length, 'step')}.`;
  if (end.kind === 'cancelled') {
    return (
      <p className={classes.warning} role="status">
        The replay was canceled. {far}
      </p>
    );
  }
  const { title, what, todo } = errorWords(end.error);
  return (
    <p className={classes.warning} role="alert">
      <strong>{title}.</strong> {what} {far} {todo}
    </p>
  );
}

import { Group, Progress } from '@mantine/core';
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
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { ComparisonList } from './ComparisonList.tsx';
import { RecordingPage } from './RecordingPage.tsx';

/** A replay under way, or its result compared with the recording. */
export function ReplayView({ run }: { readonly run: ReplayRun }) {
  const { outcome, recordingName, progress } = run;
  const title = `Replay of ${visibleLine(recordingName)}`;
  if (outcome.kind === 'done') return <ReplayOutcome run={run} replay={outcome.replay} />;
  if (outcome.kind === 'failed')
    return (
      <RecordingPage title={title} facts="No request was sent.">
        <ErrorNotice error={outcome.error} />
      </RecordingPage>
    );
  return (
    <RecordingPage title={title} facts={progressWords(progress)}>
      <Group gap="md" role="status">
        <Progress
          flex={1}
          value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
          aria-label="Steps replayed"
        />
        <SmallButton icon={IconPlayerStop} onClick={run.cancel}>
          Cancel
        </SmallButton>
      </Group>
    </RecordingPage>
  );
}

function progressWords({ done, total, waitingMs }: ReplayProgress): string {
  const sent = `${countWords(done)} of ${countOf(total, 'step')} replayed`;
  return waitingMs === null ? sent : `${sent}; waiting ${durationWords(waitingMs)} at the service’s request`;
}

function ReplayOutcome({ run, replay }: { readonly run: ReplayRun; readonly replay: Replay }) {
  const comparisons = useMemo(() => compareReplay(replay), [replay]);
  const add = useAddRecording();
  const save = (): void =>
    add.mutate(
      { text: recordingText(recordingOfReplay(replay)), connectionId: run.connectionId },
      {
        onSuccess: ({ name }) => notifyDone(`Saved as “${visibleLine(name)}”.`),
        onError: notifyFailure,
      },
    );
  const hasResponses = replay.steps.some(({ kind }) => kind === 'answered');
  return (
    <RecordingPage
      title={`Replay of ${visibleLine(replay.recording.name)}`}
      facts={`Recorded on ${visibleLine(replay.recording.connectionName)}, replayed on ${visibleLine(replay.connectionName)} in ${durationWords(replay.endedAt - replay.startedAt)}`}
      actions={
        hasResponses && (
          <SmallButton
            icon={IconDeviceFloppy}
            loading={add.isPending}
            disabled={add.isSuccess}
            onClick={save}
          >
            {add.isSuccess ? 'Saved' : 'Save as recording'}
          </SmallButton>
        )
      }
    >
      <EndNotice replay={replay} />
      <ComparisonList comparisons={comparisons} sides="recorded → replayed" />
    </RecordingPage>
  );
}

function EndNotice({ replay }: { readonly replay: Replay }) {
  const { end, steps, recording } = replay;
  if (end.kind === 'complete') return null;
  const stopped = `The replay stopped after ${countWords(steps.length)} of ${countOf(recording.steps.length, 'step')}.`;
  if (end.kind === 'cancelled')
    return (
      <Callout tone="warning" role="status" compact>
        You canceled the replay. {stopped}
      </Callout>
    );
  const { title, what, todo } = errorWords(end.error);
  return (
    <Callout tone="warning" role="alert" title={title} compact>
      {what} {stopped} {todo}
    </Callout>
  );
}

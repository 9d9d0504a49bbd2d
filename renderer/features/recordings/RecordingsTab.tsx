import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compareRecordings } from '#shared/recordings/compareSteps.ts';
import type { RecordedStep, Recording } from '#shared/recordings/recording.ts';
import { countOf } from '#shared/text/phrases.ts';
import { answerWords } from '#shared/text/recordingWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { recordingQuery } from '../../api/recordings.ts';
import { useReplayStore } from '../../state/replayStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { usePages } from '../../ui/usePages.tsx';
import { ComparisonList, StepRow } from './ComparisonList.tsx';
import { RecordingList } from './RecordingList.tsx';
import { RecordingPage } from './RecordingPage.tsx';
import { ReplayView } from './ReplayView.tsx';
import classes from './Recordings.module.css';
import kit from '../../ui/kit.module.css';

/** Recorded sessions: listed, replayed, compared. */
export function RecordingsTab() {
  const { view, run } = useReplayStore();
  switch (view.kind) {
    case 'list':
      return <RecordingList />;
    case 'steps':
      return <StepsView key={view.id} id={view.id} />;
    case 'replay':
      return run === null ? <RecordingList /> : <ReplayView run={run} />;
    case 'compare':
      return <CompareView before={view.before} after={view.after} />;
  }
}

/** The steps of one recording, in order. */
function StepsView({ id }: { readonly id: string }) {
  const query = useQuery(recordingQuery(id));
  const recording = query.data;
  return (
    <RecordingPage
      title={recording === undefined ? 'Recording' : visibleLine(recording.name)}
      facts={
        recording !== undefined &&
        `${countOf(recording.steps.length, 'step')} on ${visibleLine(recording.connectionName)}, from ${momentWords(recording.startedAt)}`
      }
    >
      <QueryView
        query={query}
        loading="Loading recording"
        rows={6}
        p={0}
        isEmpty={({ steps }) => steps.length === 0}
        empty={<Dimmed>This recording has no steps.</Dimmed>}
      >
        {({ steps }) => <Steps steps={steps} />}
      </QueryView>
    </RecordingPage>
  );
}

function Steps({ steps }: { readonly steps: readonly RecordedStep[] }) {
  const { shown, more } = usePages(steps, 200);
  return (
    <>
      <ol className={kit.lined} aria-label="Steps">
        {shown.map((step, at) => (
          <StepRow key={at} number={at + 1} step={step} answer={answerWords(step)}>
            <span className={classes.answer}>{momentWords(step.at).slice(-8)}</span>
          </StepRow>
        ))}
      </ol>
      {more}
    </>
  );
}

/** Two recordings, step by step. */
function CompareView({ before, after }: { readonly before: string; readonly after: string }) {
  const first = useQuery(recordingQuery(before));
  const second = useQuery(recordingQuery(after));
  return (
    <RecordingPage
      title="Compare recordings"
      facts={
        first.data !== undefined &&
        second.data !== undefined &&
        `First: ${namedRecording(first.data)}. Second: ${namedRecording(second.data)}.`
      }
    >
      <QueryView query={first} loading="Loading recordings" rows={6} p={0}>
        {(one) => (
          <QueryView query={second} loading="Loading recordings" rows={6} p={0}>
            {(other) => <Compared first={one} second={other} />}
          </QueryView>
        )}
      </QueryView>
    </RecordingPage>
  );
}

function Compared({ first, second }: { readonly first: Recording; readonly second: Recording }) {
  const comparisons = useMemo(() => compareRecordings(first.steps, second.steps), [first, second]);
  return <ComparisonList comparisons={comparisons} sides="first → second" />;
}

function namedRecording({ name, connectionName, startedAt }: Recording): string {
  return `${visibleLine(name)}, on ${visibleLine(connectionName)}, ${momentWords(startedAt)}`;
}

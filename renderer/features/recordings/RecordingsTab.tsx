import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assertNever } from '#shared/domain/result.ts';
import { compareRecordings } from '#shared/recordings/compareSteps.ts';
import type { Recording } from '#shared/recordings/recording.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { recordingQuery } from '../../api/recordings.ts';
import { useReplayStore } from '../../state/replayStore.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ComparisonList } from './ComparisonList.tsx';
import { RecordingList } from './RecordingList.tsx';
import { RecordingPage } from './RecordingPage.tsx';
import { ReplayView } from './ReplayView.tsx';
import { StepsView } from './StepsView.tsx';

/** Recorded sessions: listed, replayed, compared. */
export function RecordingsTab() {
  const view = useReplayStore((state) => state.view);
  const run = useReplayStore((state) => state.run);
  switch (view.kind) {
    case 'list':
      return <RecordingList />;
    case 'steps':
      return <StepsView key={view.id} id={view.id} />;
    case 'replay':
      return run === null ? <RecordingList /> : <ReplayView run={run} />;
    case 'compare':
      return <CompareView before={view.before} after={view.after} />;
    default:
      return assertNever(view);
  }
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
  return <ComparisonList comparisons={comparisons} firstName="first" secondName="second" />;
}

function namedRecording({ name, connectionName, startedAt }: Recording): string {
  return `${visibleLine(name)}, on ${visibleLine(connectionName)}, ${momentWords(startedAt)}`;
}

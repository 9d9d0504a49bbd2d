import { assertNever } from '#shared/domain/result.ts';
import { useReplayStore } from '../../state/replayStore.ts';
import { CompareView } from './CompareView.tsx';
import { RecordingList } from './RecordingList.tsx';
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

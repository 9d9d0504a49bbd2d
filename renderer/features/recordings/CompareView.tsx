import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compareRecordings } from '#shared/recordings/compareSteps.ts';
import type { Recording } from '#shared/recordings/recording.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { recordingQuery } from '../../api/recordings.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ComparisonList } from './ComparisonList.tsx';
import classes from './Recordings.module.css';
import { ViewHead } from './ViewHead.tsx';

/** Two recordings, step by step. */
export function CompareView({ before, after }: { readonly before: string; readonly after: string }) {
  const first = useQuery(recordingQuery(before));
  const second = useQuery(recordingQuery(after));
  const failed = [first, second].find(({ isError }) => isError);
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        {first.data !== undefined && second.data !== undefined ? (
          <Compared first={first.data} second={second.data} />
        ) : (
          <>
            <ViewHead title="Two recordings compared" facts="" />
            {failed === undefined ? (
              <LoadingState label="Reading the recordings" rows={6} />
            ) : (
              <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Compared({ first, second }: { readonly first: Recording; readonly second: Recording }) {
  const comparisons = useMemo(() => compareRecordings(first.steps, second.steps), [first, second]);
  return (
    <>
      <ViewHead
        title="Two recordings compared"
        facts={`First: ${namedRecording(first)}. Second: ${namedRecording(second)}.`}
      />
      <ComparisonList comparisons={comparisons} firstName="in the first" secondName="in the second" />
    </>
  );
}

function namedRecording({ name, connectionName, startedAt }: Recording): string {
  return `${visibleLine(name)}, over ${visibleLine(connectionName)}, ${momentWords(startedAt)}`;
}

import { Button } from '@mantine/core';
import type { JobOf } from '#shared/domain/job.ts';
import { comparisonJobWords } from '#shared/text/compareWords.ts';
import { JobStrip } from '../../ui/JobStrip.tsx';

/** The progress of a comparison. `onShow` present: with a button that opens its result. */
export function ComparisonStrip({
  job,
  other,
  onShow,
}: {
  readonly job: JobOf<'comparison'>;
  readonly other: string;
  readonly onShow?: () => void;
}) {
  const { done, total } = job.progress;
  return (
    <JobStrip name="Comparison" job={job} done={done} total={total} progressLabel="Keys compared">
      <span>{comparisonJobWords(job.state, job.progress, other)}</span>
      {onShow !== undefined && (
        <Button size="compact-xs" variant="default" onClick={onShow}>
          Show comparison
        </Button>
      )}
    </JobStrip>
  );
}

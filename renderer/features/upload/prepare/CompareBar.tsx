import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { JobStrip, JobTrouble } from '../../../ui/JobStrip.tsx';
import classes from './CheckRows.module.css';
import { comparedSummary } from './comparedWords.ts';
import { wasCompared } from './rowFilters.ts';
import { useUploadJob } from './useUploadJob.ts';
import { ipc } from '../../../api/ipc.ts';

interface CompareBarProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** Asks the service what it holds for the keys of the ready rows, and says what came of it. */
export function CompareBar({ upload, counts }: CompareBarProps) {
  const job = useUploadJob(upload);
  const compare = useUploadStep(upload.connectionId, ipc.compareUpload);
  const isComparing = upload.phase.kind === 'comparing';
  const comparing = job !== null && job.progress.step === 'compare' ? job : null;
  if (isComparing) {
    const { done = 0, total = null } = comparing?.progress ?? {};
    const all = total ?? counts.statuses.ready;
    const words = `Comparing with the service: ${countWords(done)} of ${countOf(all, 'row')}`;
    return (
      <div className={classes.bar} data-focus-home>
        {comparing === null ? (
          <p role="status">{words}</p>
        ) : (
          <JobStrip name="Comparison" job={comparing} done={done} total={all} progressLabel="Rows compared">
            {words}
          </JobStrip>
        )}
      </div>
    );
  }
  const isCompared = wasCompared(counts);
  return (
    <div className={classes.bar} data-focus-home>
      <p role="status">
        {isCompared
          ? comparedSummary(counts)
          : 'Not compared with the service yet. Comparing only reads: it tells new, changed and same apart.'}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowsDiff size={15} aria-hidden />}
        loading={compare.isPending}
        disabled={counts.statuses.ready === 0}
        onClick={() => compare.mutate({ uploadId: upload.id })}
      >
        {isCompared ? 'Compare again' : 'Compare with the service'}
      </Button>
      {comparing?.state.kind === 'failed' && (
        <div className={classes.barTrouble}>
          <JobTrouble state={comparing.state} />
        </div>
      )}
      {compare.isError && (
        <div className={classes.barTrouble}>
          <ErrorNotice error={compare.error} />
        </div>
      )}
    </div>
  );
}

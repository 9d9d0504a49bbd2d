import { Progress } from '@mantine/core';
import type { Upload } from '#shared/domain/upload.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { CancelJob } from './CancelJob.tsx';
import classes from './Prepare.module.css';
import { useUploadJob } from './useUploadJob.ts';

/** All rows of the file are being read and checked. */
export function StagingProgress({ upload }: { readonly upload: Upload }) {
  const job = useUploadJob(upload);
  const total = job?.progress.total ?? upload.file.bytes;
  const done = job?.progress.done ?? 0;
  const perSecond = job?.progress.perSecond ?? null;
  return (
    <div className={classes.centre}>
      <section className={classes.card} aria-labelledby="reading-rows">
        <h2 id="reading-rows">Reading and checking all rows</h2>
        <p className={classes.fileName}>{visibleLine(upload.file.name)}</p>
        <Progress
          value={total === 0 ? 100 : (100 * done) / total}
          size="md"
          animated
          aria-label="Bytes of the file read"
        />
        <p className={classes.dim} role="status">
          {sizeWords(done)} of {sizeWords(total)}
          {speedWords(perSecond, total - done)}. Nothing leaves this machine.
        </p>
        <div>{job !== null && <CancelJob job={job} />}</div>
      </section>
    </div>
  );
}

/** How fast it goes and how long it will take, in bytes and bytes a second; nothing where that is not known. */
function speedWords(perSecond: number | null, left: number): string {
  if (perSecond === null || perSecond <= 0) return '';
  const seconds = Math.ceil(left / perSecond);
  return `, ${sizeWords(Math.round(perSecond))} a second, about ${durationWords(1_000 * seconds)} left`;
}

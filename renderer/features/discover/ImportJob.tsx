import { Button } from '@mantine/core';
import type { JobOf } from '#shared/domain/job.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useStartJob } from '../../api/jobs.ts';
import { ipc } from '../../api/ipc.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import classes from './DiscoverScreen.module.css';
import { JobStrip, jobStateWords } from '../../ui/JobStrip.tsx';

/** How an import is going, or what came of it. */
export function ImportJob({ job }: { readonly job: JobOf<'import'> }) {
  const { progress, state } = job;
  return (
    <JobStrip
      name="Import"
      job={job}
      done={progress.done}
      total={progress.total}
      progressLabel={`${countWords(progress.done)} of ${countOf(progress.total, 'key')} imported`}
      details={
        <>
          {progress.refused > 0 && (
            <p className={classes.problem}>
              {countOf(progress.refused, 'key')} could not be read: the service refuses the request, or no
              request can carry the key.
            </p>
          )}
          {progress.unasked > 0 && (
            <p className={classes.problem}>
              The service returned {countOf(progress.unasked, 'key')} that it was not asked for.
            </p>
          )}
          {progress.missingCount > 0 && <Missing job={job} />}
        </>
      }
    >
      <strong>{jobStateWords[state.kind]}</strong>
      <span>{visibleLine(progress.fileName)}</span>
      <span>
        {countWords(progress.done)} of {countOf(progress.total, 'key')}
      </span>
      <span>{countOf(progress.newKeys, 'new key')}</span>
      <VerdictTally counts={progress.verdicts} />
    </JobStrip>
  );
}

function Missing({ job }: { readonly job: JobOf<'import'> }) {
  const { missing, missingCount, missingProven } = job.progress;
  const learn = useStartJob(job.connectionId, () => ipc.learnMissingKeys({ jobId: job.id }));
  return (
    <>
      <p className={classes.words}>
        The service did not return {countOf(missingCount, 'key')} of this file;{' '}
        {missingCount === 1 ? 'it was' : 'they were'} not learned.
        {missingProven > 0 && ` Proven here before: ${countWords(missingProven)}, which may still be there.`}
      </p>
      <ul className={classes.keys} aria-label="Keys that the service did not return" tabIndex={0}>
        {missing.map((key) => (
          <li key={key}>
            <KeyText atomKey={key} />
          </li>
        ))}
      </ul>
      {missingCount > missing.length && (
        <p className={classes.dim}>and {countWords(missingCount - missing.length)} more</p>
      )}
      {learn.isError && <ErrorNotice error={learn.error} />}
      {job.endedAt !== null && !learn.isSuccess && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            loading={learn.isPending}
            onClick={() => learn.mutate(undefined)}
          >
            Learn {missingCount === 1 ? 'it' : 'them'} all the same
          </Button>
        </div>
      )}
    </>
  );
}

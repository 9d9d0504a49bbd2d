import { Button, Text } from '@mantine/core';
import type { JobOf } from '#shared/domain/job.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useStartJob } from '../../api/jobs.ts';
import { ipc } from '../../api/ipc.ts';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { JobStrip, jobStateWords } from '../../ui/JobStrip.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { KeyLines } from './ImportPreviewView.tsx';

/** The progress of an import, or its result. */
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
            <Callout tone="danger" role="note" compact>
              {countOf(progress.refused, 'key')} could not be read: the service refused the request, or the
              key cannot be sent in a request.
            </Callout>
          )}
          {progress.unasked > 0 && (
            <Callout tone="danger" role="note" compact>
              The service returned {countOf(progress.unasked, 'key')} that the app did not request.
            </Callout>
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
  const add = useStartJob(() => ipc.learnMissingKeys({ jobId: job.id }));
  return (
    <>
      <Text size="sm">
        The service did not return {countOf(missingCount, 'key')} from this file, so{' '}
        {missingCount === 1 ? 'it was' : 'they were'} not added to the known keys.
        {missingProven > 0 &&
          ` Earlier proofs covered ${countWords(missingProven)} of them; ${missingProven === 1 ? 'it' : 'they'} may still exist.`}
      </Text>
      <KeyLines title="Keys that the service did not return" keys={missing} />
      {missingCount > missing.length && (
        <Text size="sm" c="dimmed">
          and {countWords(missingCount - missing.length)} more
        </Text>
      )}
      {add.isError && <ErrorNotice error={add.error} />}
      {job.endedAt !== null && !add.isSuccess && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate(undefined)}
          >
            Add {missingCount === 1 ? 'it' : 'them'} anyway
          </Button>
        </div>
      )}
    </>
  );
}

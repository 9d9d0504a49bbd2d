import { VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { JobOf } from '#shared/domain/job.ts';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { sendStatus, sendStatusWords, stopWords, type SendStatus } from '#shared/text/sendWords.ts';
import { answerUpload, stopUpload, useKnownUploadJob, useUploadStep } from '../../../api/uploads.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { OutcomePane } from './OutcomePane.tsx';
import { SendProgress } from './SendProgress.tsx';
import { SendQuestion } from './SendQuestion.tsx';
import classes from './Send.module.css';
import { UploadResult } from './UploadResult.tsx';

/** An upload that is being sent or has ended, until the user deletes its rows. */
export function SendUpload({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload);
  const [isStopping, setIsStopping] = useState(false);
  const { id: uploadId, counts, question } = upload;
  const stop = useUploadStep<void, Upload>(upload.connectionId, () =>
    question === null ? stopUpload({ uploadId }) : answerUpload({ uploadId, answer: { kind: 'stop' } }),
  );
  const askToStop = useCallback(() => setIsStopping(true), []);
  if (counts === null || job === undefined) return <LoadingState label="Loading upload" />;
  const status = sendStatus(upload, job);
  // Nothing is left to stop.
  if (isStopping && status === 'ended') setIsStopping(false);
  return (
    <Screen
      head={
        <div className={classes.top} data-focus-home>
          {status === 'ended' ? (
            <UploadResult upload={upload} counts={counts} job={job} />
          ) : (
            <SendProgress upload={upload} counts={counts} job={job} status={status} onStop={askToStop} />
          )}
          {question !== null && status === 'asking' && (
            <SendQuestion
              key={JSON.stringify(question)}
              upload={upload}
              question={question}
              onStop={askToStop}
            />
          )}
        </div>
      }
    >
      <OutcomePane upload={upload} counts={counts} />
      <VisuallyHidden role="status">{spokenWords(status, counts, job)}</VisuallyHidden>
      {isStopping && (
        <ConfirmDialog
          title="Stop this upload?"
          action="Stop upload"
          cancel="Keep sending"
          onConfirm={() => stop.mutateAsync()}
          onClose={() => setIsStopping(false)}
        >
          <p>{stopWords(counts)}</p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

/** For screen readers: the status and every tenth of the progress, not every change. */
function spokenWords(status: SendStatus, counts: UploadCounts, job: JobOf<'upload'> | null): string {
  if (status !== 'sending' && status !== 'verifying') return sendStatusWords[status];
  const total = job?.progress.total ?? counts.rows;
  const tenths = total === 0 ? 10 : Math.floor((10 * (job?.progress.done ?? 0)) / total);
  return `${sendStatusWords[status]}, ${tenths * 10} percent`;
}

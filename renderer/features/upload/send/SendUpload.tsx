import { VisuallyHidden } from '@mantine/core';
import { assertNever } from '#shared/domain/result.ts';
import type { JobOf } from '#shared/domain/job.ts';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { sendStatus, sendStatusWords, type SendStatus } from '#shared/text/sendWords.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { AtomEditor } from '../../editor/AtomEditor.tsx';
import { OutcomePane } from './OutcomePane.tsx';
import { SendProgress } from './SendProgress.tsx';
import { SendQuestion } from './SendQuestion.tsx';
import classes from './Send.module.css';
import { UploadResult } from './UploadResult.tsx';
import { useKnownUploadJob } from './useKnownUploadJob.ts';

/** An upload that is being sent or has ended, until the user deletes its rows. */
export function SendUpload({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload);
  const { counts, question } = upload;
  if (counts === null || job === undefined) return <LoadingState label="Loading upload" />;
  const status = sendStatus(upload, job);
  return (
    <Screen
      head={
        <div className={classes.top} data-focus-home>
          {status === 'ended' ? (
            <UploadResult upload={upload} counts={counts} job={job} />
          ) : (
            <SendProgress upload={upload} counts={counts} job={job} status={status} />
          )}
          {question !== null && status === 'asking' && (
            <SendQuestion
              key={JSON.stringify(question)}
              upload={upload}
              counts={counts}
              question={question}
            />
          )}
        </div>
      }
    >
      <OutcomePane upload={upload} counts={counts} />
      <AtomEditor />
      <VisuallyHidden role="status">{spokenWords(status, counts, job)}</VisuallyHidden>
    </Screen>
  );
}

/** For screen readers: the status and every tenth of the progress, not every change. */
function spokenWords(status: SendStatus, counts: UploadCounts, job: JobOf<'upload'> | null): string {
  switch (status) {
    case 'sending':
    case 'verifying': {
      const total = job?.progress.total ?? counts.rows;
      const tenths = total === 0 ? 10 : Math.floor((10 * (job?.progress.done ?? 0)) / total);
      return `${sendStatusWords[status]}, ${tenths * 10} percent`;
    }
    case 'asking':
    case 'waiting':
    case 'paused':
    case 'held-up':
    case 'interrupted':
    case 'ended':
      return sendStatusWords[status];
    default:
      return assertNever(status);
  }
}

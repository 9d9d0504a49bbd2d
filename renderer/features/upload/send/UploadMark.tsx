import { VisuallyHidden } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { sendStatus, sendStatusWords, type SendStatus } from '#shared/text/sendWords.ts';
import { useUpload } from '../../../api/uploads.ts';
import classes from './Send.module.css';
import { useKnownUploadJob } from './useKnownUploadJob.ts';

/** A mark on the navigation rail while an upload runs or needs the user. */
export function UploadMark({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data: upload } = useUpload(connectionId);
  return upload === undefined || upload === null || upload.settings === null ? null : (
    <Mark upload={upload} />
  );
}

const needsUser: ReadonlySet<SendStatus> = new Set(['asking', 'held-up', 'interrupted', 'paused']);

function Mark({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload);
  if (job === undefined) return null;
  const status = sendStatus(upload, job);
  if (status === 'ended') return null;
  return (
    <span className={classes.railMark} data-needs-user={needsUser.has(status) || undefined}>
      {needsUser.has(status) && <span aria-hidden>!</span>}
      <VisuallyHidden>({sendStatusWords[status]})</VisuallyHidden>
    </span>
  );
}

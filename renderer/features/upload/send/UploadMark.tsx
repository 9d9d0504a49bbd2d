import { VisuallyHidden } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { sendStanding, sendStandingWords, type SendStanding } from '#shared/text/sendWords.ts';
import { useUpload } from '../../../api/uploads.ts';
import classes from './UploadMark.module.css';
import { useKnownUploadJob } from './useKnownUploadJob.ts';

/** On the rail: that an upload is going on, or waits for the user. Nothing where neither is so. */
export function UploadMark({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data: upload } = useUpload(connectionId);
  return upload === undefined || upload === null || upload.settings === null ? null : (
    <Mark upload={upload} />
  );
}

const needsUser: ReadonlySet<SendStanding> = new Set(['asking', 'held-up', 'interrupted', 'paused']);

function Mark({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload);
  if (job === undefined) return null;
  const standing = sendStanding(upload, job);
  if (standing === 'ended') return null;
  return (
    <span className={classes.mark} data-needs-user={needsUser.has(standing) || undefined}>
      {needsUser.has(standing) && <span aria-hidden>!</span>}
      <VisuallyHidden>({sendStandingWords[standing]})</VisuallyHidden>
    </span>
  );
}

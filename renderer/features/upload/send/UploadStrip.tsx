import { Button, CloseButton, Progress } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { uploadStripWords } from '#shared/text/sendWords.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { useUpload } from '../../../api/uploads.ts';
import { useAppStore } from '../../../state/appStore.ts';
import classes from './UploadStrip.module.css';
import { useKnownUploadJob } from './useKnownUploadJob.ts';

/** On other screens: the upload that is under way, waits for the user or has just ended, and the way to it. */
export function UploadStrip({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data: upload } = useUpload(connectionId);
  return upload === undefined || upload === null ? null : <Strip key={upload.id} upload={upload} />;
}

function Strip({ upload }: { readonly upload: Upload }) {
  const show = useAppStore((state) => state.show);
  const { pause, resume, dismiss } = useJobControls(upload.connectionId);
  const job = useKnownUploadJob(upload);
  const words = job === undefined ? null : uploadStripWords(upload, job);
  if (words === null || job === undefined) return null;
  const isOver = job === null || job.endedAt !== null;
  const { total, done } = job?.progress ?? { total: null, done: 0 };
  const state = job?.state.kind ?? null;
  return (
    <div className={classes.strip} data-needs-user={words.needsUser || undefined}>
      <div className={classes.line}>
        <p className={classes.words}>{words.words}</p>
        {job !== null && (state === 'running' || state === 'waiting') && (
          <Button size="compact-sm" variant="default" onClick={() => pause(job.id)}>
            Pause
          </Button>
        )}
        {job !== null && state === 'paused' && upload.question === null && (
          <Button size="compact-sm" variant="default" onClick={() => resume(job.id)}>
            Resume
          </Button>
        )}
        <Button
          size="compact-sm"
          variant={words.needsUser ? 'filled' : 'default'}
          aria-label="Show the upload"
          onClick={() => show('upload')}
        >
          Show
        </Button>
        {job !== null && isOver && (
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(job.id)} />
        )}
      </div>
      {!isOver && (
        <Progress
          size="sm"
          className={classes.bar ?? ''}
          value={total === null || total === 0 ? 0 : (100 * done) / total}
          animated={state === 'running'}
          aria-label="The upload"
        />
      )}
    </div>
  );
}

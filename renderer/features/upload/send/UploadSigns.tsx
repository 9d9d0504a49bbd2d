import { Box, CloseButton, Group, Progress, VisuallyHidden } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { needsUser, sendStatus, sendStatusWords, uploadStripWords } from '#shared/text/sendWords.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { useKnownUploadJob, useUpload } from '../../../api/uploads.ts';
import { showScreen } from '../../../state/appStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import kit from '../../../ui/kit.module.css';
import classes from './Send.module.css';

interface UploadSignProps {
  readonly connectionId: ConnectionId;
}

/** A mark on the navigation rail while an upload runs or needs the user. */
export function UploadMark({ connectionId }: UploadSignProps) {
  const { data: upload = null } = useUpload(connectionId);
  return upload === null || upload.settings === null ? null : <Mark upload={upload} />;
}

function Mark({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload);
  const status = job === undefined ? 'ended' : sendStatus(upload, job);
  if (status === 'ended') return null;
  return (
    <span className={classes.railMark} data-needs-user={needsUser(status) || undefined}>
      {needsUser(status) && <span aria-hidden>!</span>}
      <VisuallyHidden>({sendStatusWords[status]})</VisuallyHidden>
    </span>
  );
}

/** On other screens: an upload that is running, needs the user or has just ended, with a button that opens it. */
export function UploadStrip({ connectionId }: UploadSignProps) {
  const { data: upload = null } = useUpload(connectionId);
  return upload === null ? null : <Strip upload={upload} />;
}

function Strip({ upload }: { readonly upload: Upload }) {
  const { pause, resume, dismiss } = useJobControls(upload.connectionId);
  const job = useKnownUploadJob(upload);
  const words = job === undefined ? null : uploadStripWords(upload, job);
  if (words === null || job === undefined) return null;
  const isOver = job === null || job.endedAt !== null;
  const { total, done } = job?.progress ?? { total: null, done: 0 };
  const state = job?.state.kind ?? null;
  return (
    <Box className={kit.strip} mx="sm" mb="xs" mod={{ tone: words.needsUser ? 'warning' : undefined }}>
      <Group gap="sm" align="baseline" wrap="nowrap">
        <Box flex={1} miw={0}>
          {words.words}
        </Box>
        {job !== null && (state === 'running' || state === 'waiting') && (
          <SmallButton onClick={() => pause(job.id)}>Pause</SmallButton>
        )}
        {job !== null && state === 'paused' && upload.question === null && (
          <SmallButton onClick={() => resume(job.id)}>Resume</SmallButton>
        )}
        <SmallButton
          variant={words.needsUser ? 'filled' : 'default'}
          aria-label="Show upload"
          onClick={() => showScreen('upload')}
        >
          Show
        </SmallButton>
        {job !== null && isOver && (
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(job.id)} />
        )}
      </Group>
      {!isOver && (
        <Progress
          size="sm"
          mt="2xs"
          value={total === null || total === 0 ? 0 : (100 * done) / total}
          aria-label="Upload progress"
        />
      )}
    </Box>
  );
}

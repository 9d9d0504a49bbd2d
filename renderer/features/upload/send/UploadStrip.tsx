import { Box, CloseButton, Group, Progress } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { uploadStripWords } from '#shared/text/sendWords.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { useUpload } from '../../../api/uploads.ts';
import { showScreen } from '../../../state/appStore.ts';
import classes from './Send.module.css';
import { useKnownUploadJob } from './useKnownUploadJob.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';

/** On other screens: an upload that is running, needs the user or has just ended, with a button that opens it. */
export function UploadStrip({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data: upload } = useUpload(connectionId);
  return upload === undefined || upload === null ? null : <Strip key={upload.id} upload={upload} />;
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
    <div className={classes.strip} data-tone={words.needsUser ? 'warning' : undefined}>
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
          animated={state === 'running'}
          aria-label="Upload progress"
        />
      )}
    </div>
  );
}

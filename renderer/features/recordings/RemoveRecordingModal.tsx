import { Button, Modal } from '@mantine/core';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { stepsWords } from '#shared/text/recordingWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useRemoveRecording } from '../../api/recordings.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.ts';
import classes from './Recordings.module.css';

interface RemoveRecordingModalProps {
  readonly recording: RecordingSummary;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RemoveRecordingModal({ recording, isOpen, onClose }: RemoveRecordingModalProps) {
  const remove = useRemoveRecording(recording.id);
  const run = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        notifyDone(`“${visibleLine(recording.name)}” was deleted.`);
      },
    });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Delete the recording?"
      size={440}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.form}>
        <p>
          <strong>{visibleLine(recording.name)}</strong> with {stepsWords(recording)} will be deleted from
          this machine. The memory is not touched.
        </p>
        {remove.isError && <ErrorNotice error={remove.error} onRetry={run} />}
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={run}>
            Delete
          </Button>
        </div>
      </div>
    </Modal>
  );
}

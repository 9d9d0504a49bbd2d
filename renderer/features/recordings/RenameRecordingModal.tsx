import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { useRenameRecording } from '../../api/recordings.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './Recordings.module.css';

interface RenameRecordingModalProps {
  readonly recording: RecordingSummary;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RenameRecordingModal({ recording, isOpen, onClose }: RenameRecordingModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Rename the recording"
      size={420}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <RenameForm recording={recording} onClose={onClose} />
    </Modal>
  );
}

function RenameForm({ recording, onClose }: Omit<RenameRecordingModalProps, 'isOpen'>) {
  const [name, setName] = useState(recording.name);
  const rename = useRenameRecording(recording.id);
  const canSave = name.trim() !== '' && name.trim().length <= 200;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) rename.mutate(name.trim(), { onSuccess: onClose });
      }}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={!canSave && 'Give it a name of at most 200 characters.'}
        data-autofocus
      />
      {rename.isError && <ErrorNotice error={rename.error} />}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!canSave} loading={rename.isPending}>
          Rename
        </Button>
      </div>
    </form>
  );
}

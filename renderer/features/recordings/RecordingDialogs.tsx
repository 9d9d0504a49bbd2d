import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { stepsWords } from '#shared/text/recordingWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useRemoveRecording, useRenameRecording } from '../../api/recordings.ts';
import { showRecordings } from '../../state/replayStore.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

interface RecordingDialogProps {
  readonly recording: RecordingSummary;
  readonly onClose: () => void;
}

export function DeleteRecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const remove = useRemoveRecording(recording.id);
  const name = visibleLine(recording.name);
  return (
    <ConfirmDialog
      title="Delete this recording?"
      action="Delete"
      onConfirm={async () => {
        await remove.mutateAsync(undefined);
        notifyDone(`Deleted “${name}”.`);
      }}
      onClose={onClose}
    >
      <p>
        This deletes <strong>{name}</strong> with {stepsWords(recording)} from this computer. The memory does
        not change.
      </p>
    </ConfirmDialog>
  );
}

const longestName = 200;

export function RenameRecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const [name, setName] = useState(recording.name);
  const rename = useRenameRecording(recording.id);
  const canSave = name.trim() !== '' && name.trim().length <= longestName;
  return (
    <FormDialog
      title="Rename recording"
      action="Rename"
      size={420}
      isDisabled={!canSave}
      onSubmit={() => rename.mutateAsync(name.trim())}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={!canSave && `Enter a name of at most ${longestName} characters.`}
        data-autofocus
      />
    </FormDialog>
  );
}

interface CompareDialogProps extends RecordingDialogProps {
  readonly all: readonly RecordingSummary[];
}

/** Chooses the recording to compare with. The older of the two is shown first. */
export function CompareDialog({ recording, all, onClose }: CompareDialogProps) {
  const others = all.filter(({ id }) => id !== recording.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const compare = (): void => {
    if (other === undefined) return;
    const [before, after] = [recording, other].sort((one, two) => one.startedAt - two.startedAt);
    if (before === undefined || after === undefined) return;
    showRecordings({ kind: 'compare', before: before.id, after: after.id });
  };
  return (
    <FormDialog
      title="Compare recordings"
      action="Compare"
      isDisabled={other === undefined}
      onSubmit={compare}
      onClose={onClose}
    >
      <p>
        <strong>{visibleLine(recording.name)}</strong> is compared step by step with another recording. No
        requests are sent.
      </p>
      <Select
        label="Compare with"
        data={others.map(({ id, name, startedAt }) => ({
          value: id,
          label: `${visibleLine(name)}, ${momentWords(startedAt)}`,
        }))}
        value={other?.id ?? null}
        onChange={setChosen}
        allowDeselect={false}
        data-autofocus
      />
    </FormDialog>
  );
}

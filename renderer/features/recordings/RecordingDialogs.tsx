import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { countOf } from '#shared/text/phrases.ts';
import { stepsWords } from '#shared/text/recordingWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { ipc } from '../../api/ipc.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showRecordings, startReplay } from '../../state/replayStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

interface RecordingDialogProps {
  readonly recording: RecordingSummary;
  readonly onClose: () => void;
}

export function DeleteRecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const name = visibleLine(recording.name);
  return (
    <ConfirmDialog
      title="Delete this recording?"
      action="Delete"
      onConfirm={async () => {
        await ipc.removeRecording({ id: recording.id });
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
  const canSave = name.trim() !== '' && name.trim().length <= longestName;
  return (
    <FormDialog
      title="Rename recording"
      action="Rename"
      size={420}
      isDisabled={!canSave}
      onSubmit={() => ipc.renameRecording({ id: recording.id, name: name.trim() })}
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

/** Chooses the connection and the number of requests of a replay. */
export function ReplayDialog({ recording, onClose }: RecordingDialogProps) {
  const active = useActiveConnection();
  const connections = useQuery(connectionsQuery).data ?? [active];
  const own = connections.find(({ id }) => id === recording.connectionId);
  const [chosen, setChosen] = useState<string>((own ?? active).id);
  const all = recording.recalls + recording.reads;
  const [most, setMost] = useState<number | string>(all);
  const target = connections.find(({ id }) => id === chosen) ?? active;
  const requests =
    typeof most === 'number' && Number.isInteger(most) && most >= 1 ? Math.min(most, all) : null;
  return (
    <FormDialog
      title="Replay this session?"
      action={`Send ${countOf(requests ?? all, 'request')}`}
      isDisabled={requests === null}
      isActionFocused
      onSubmit={() => {
        if (requests === null) return;
        void startReplay({ id: recording.id, connectionId: target.id, steps: requests }, recording.name);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{visibleLine(recording.name)}</strong> has {stepsWords(recording)}. The replay sends one
        request for each, one after another, and stores nothing. If the service asks for a delay, the replay
        waits.
      </p>
      <Select
        label="Connection"
        data={connections.map((connection) => ({ value: connection.id, label: labelOf(connection, own) }))}
        value={chosen}
        onChange={(value) => {
          if (value !== null) setChosen(value);
        }}
        allowDeselect={false}
      />
      <NumberInput
        label="Request limit"
        description="The replay sends the first steps, up to this number."
        value={most}
        onChange={setMost}
        min={1}
        max={all}
        allowDecimal={false}
        error={requests === null && 'Enter a whole number of at least 1.'}
      />
      <Callout tone="warning" compact>
        The service may learn from these requests, which can change its predictions for{' '}
        {visibleLine(target.name)}.
      </Callout>
    </FormDialog>
  );
}

function labelOf(connection: Connection, own: Connection | undefined): string {
  const name = visibleLine(connection.name);
  return connection.id === own?.id ? `${name} (recorded here)` : name;
}

import { NumberInput, Select } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { countOf } from '#shared/text/phrases.ts';
import { stepsWords } from '#shared/text/recordingWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { startReplay } from '../../state/replayStore.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Recordings.module.css';

interface ReplayModalProps {
  readonly recording: RecordingSummary;
  readonly onClose: () => void;
}

/** Chooses the connection and the number of requests of a replay. */
export function ReplayModal({ recording, onClose }: ReplayModalProps) {
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
        <strong>{visibleLine(recording.name)}</strong> has {stepsWords(recording)}. Each is one request, sent
        one after the other; nothing is stored. If the service asks to wait, the replay waits.
      </p>
      <Select
        label="Over the connection"
        data={connections.map((connection) => ({ value: connection.id, label: labelOf(connection, own) }))}
        value={chosen}
        onChange={(value) => {
          if (value !== null) setChosen(value);
        }}
        allowDeselect={false}
      />
      <NumberInput
        label="Requests at most"
        description="The session is replayed from its beginning."
        value={most}
        onChange={setMost}
        min={1}
        max={all}
        allowDecimal={false}
        error={requests === null && 'Enter a whole number from 1.'}
      />
      <p className={classes.caution}>
        <IconAlertTriangle size={15} aria-hidden />
        <span>
          The service may learn from these requests: what it predicts for {visibleLine(target.name)} may
          change by replaying.
        </span>
      </p>
    </FormDialog>
  );
}

function labelOf(connection: Connection, own: Connection | undefined): string {
  const name = visibleLine(connection.name);
  return connection.id === own?.id ? `${name} (where it was recorded)` : name;
}

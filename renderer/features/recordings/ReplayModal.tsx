import { NumberInput, Select } from '@mantine/core';
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
import { Callout } from '../../ui/Callout.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

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

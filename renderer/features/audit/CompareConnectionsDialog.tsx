import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { compareConnections } from '../../api/audits.ts';
import { showCompared } from '../../state/auditView.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface CompareConnectionsDialogProps {
  readonly connection: Connection;
  /** Of them, another one can be chosen. */
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
}

/** What to compare a connection with. */
export function CompareConnectionsDialog(props: CompareConnectionsDialogProps) {
  const { connection, connections, onClose } = props;
  const others = connections.filter(({ id }) => id !== connection.id);
  const [otherId, setOtherId] = useState(others[0]?.id);
  return (
    <FormDialog
      title={`Compare ${quoteText(connection.name)}`}
      action="Compare"
      isDisabled={otherId === undefined}
      onSubmit={async () => {
        if (otherId === undefined) return;
        showCompared(await compareConnections({ connectionId: connection.id, otherId }));
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Compare with"
        data-autofocus
        value={otherId}
        onChange={({ currentTarget }) => setOtherId(currentTarget.value as ConnectionId)}
        data={others.map(({ id, name }) => ({ value: id, label: visibleLine(name) }))}
      />
      <Text inherit>
        Audits both connections: reads and verifies every key that either of them knows. Nothing is stored in
        either.
      </Text>
    </FormDialog>
  );
}

import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerRoot } from '#shared/domain/rootLedger.ts';
import { useAcceptRoot } from '../../api/catalogueSummary.ts';
import { useActivityStore } from '../../app/activity.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { HashChip } from '../../ui/HashChip.tsx';

interface SettleDialogProps {
  readonly connectionId: ConnectionId;
  readonly root: LedgerRoot;
  readonly onClose: () => void;
}

/** Asks why a root is valid in spite of what speaks against it, and records that. */
export function SettleDialog({ connectionId, root, onClose }: SettleDialogProps) {
  const [note, setNote] = useState('');
  const accept = useAcceptRoot(connectionId);
  const { showRoot } = useActivityStore.getState();
  return (
    <FormDialog
      title="Accept this root?"
      action="Accept root"
      onSubmit={async () => {
        showRoot(connectionId, await accept.mutateAsync({ rootHash: root.rootHash, note: note.trim() }));
      }}
      onClose={onClose}
    >
      <Text inherit component="div">
        Accept root <HashChip hash={root.rootHash} /> only if you know why the service returned it, for
        example because the memory was restored from a backup.
      </Text>
      <Text inherit c="dimmed">
        The ledger keeps both responses and records your decision. Later responses are compared with this
        root, and atoms that you read from now on are not flagged because of it. You cannot undo this.
      </Text>
      <Textarea
        label="Reason"
        description="Saved in the ledger and in every export"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}

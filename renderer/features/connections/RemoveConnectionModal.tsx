import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { forgetConnection, removeConnection } from '../../api/connections.ts';
import { useAppStore } from '../../state/appStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.ts';
import classes from './ConnectionForm.module.css';

interface RemoveConnectionModalProps {
  /** The one to remove; null: closed. */
  readonly connection: Connection | null;
  readonly onClose: () => void;
}

export function RemoveConnectionModal({ connection, onClose }: RemoveConnectionModalProps) {
  return (
    <Modal opened={connection !== null} onClose={onClose} title="Remove connection?" size={440}>
      {connection !== null && <Confirmation connection={connection} onClose={onClose} />}
    </Modal>
  );
}

function Confirmation({
  connection,
  onClose,
}: {
  readonly connection: Connection;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const activeId = useAppStore((state) => state.activeConnectionId);
  const deactivate = useAppStore((state) => state.deactivate);
  const remove = useMutation({
    mutationFn: () => removeConnection(connection.id),
    onSuccess: () => {
      onClose();
      if (activeId === connection.id) deactivate();
      forgetConnection(queryClient, connection.id);
      notifyDone(`“${visibleLine(connection.name)}” was removed.`);
    },
  });
  return (
    <div className={classes.form}>
      <p className={classes.question}>
        <strong>{visibleLine(connection.name)}</strong> and what is known of its keys will be forgotten here,
        {connection.keepsHistory && ' with the history kept of its values,'} and its API key deleted from the
        keychain. The memory itself is not touched.
      </p>
      {remove.isError && <ErrorNotice error={remove.error} onRetry={() => remove.mutate()} />}
      <div className={classes.actions}>
        <span className={classes.gap} />
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </div>
    </div>
  );
}

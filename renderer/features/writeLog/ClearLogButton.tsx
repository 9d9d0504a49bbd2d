import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useClearWrites } from '../../api/writes.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.ts';
import classes from './LogScreen.module.css';

interface ClearLogButtonProps {
  readonly connection: Connection;
  readonly isDisabled: boolean;
  readonly onCleared: () => void;
}

/** Deletes the receipts, after a question: they cannot be brought back. */
export function ClearLogButton({ connection, isDisabled, onCleared }: ClearLogButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const clear = useClearWrites(connection.id);
  const run = (): void =>
    clear.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        onCleared();
        notifyDone('The log of writes begins anew.');
      },
    });
  return (
    <>
      <Tooltip label="Clear the log…">
        <ActionIcon aria-label="Clear the log" disabled={isDisabled} onClick={() => setIsAsking(true)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Clear the log of writes?"
        size={460}
        transitionProps={{ duration: 120, exitDuration: 0 }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className={classes.question}>
          All receipts of <strong>{visibleLine(connection.name)}</strong>, with their proofs, are deleted from
          this machine. Export them first if you may want them again. What the memory holds is not touched.
        </p>
        {clear.isError && <ErrorNotice error={clear.error} onRetry={run} />}
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" onClick={() => setIsAsking(false)} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={clear.isPending} onClick={run}>
            Clear
          </Button>
        </div>
      </Modal>
    </>
  );
}

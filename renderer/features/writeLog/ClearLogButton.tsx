import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useClearWrites } from '../../api/writes.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

interface ClearLogButtonProps {
  readonly connection: Connection;
  readonly isDisabled: boolean;
  readonly onCleared: () => void;
}

/** Deletes all receipts, after asking: they cannot be recovered. */
export function ClearLogButton({ connection, isDisabled, onCleared }: ClearLogButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const clear = useClearWrites(connection.id);
  return (
    <>
      <IconButton
        label="Clear the log"
        tooltip="Clear the log…"
        icon={IconTrash}
        disabled={isDisabled}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title="Clear the write log?"
          action="Clear"
          onConfirm={async () => {
            await clear.mutateAsync(undefined);
            onCleared();
            notifyDone('Write log cleared.');
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            This deletes all receipts of <strong>{visibleLine(connection.name)}</strong>, with their proofs,
            from this computer. Export them first if you may need them. The memory itself does not change.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

import type { ConnectionId } from '#shared/domain/connection.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PinnedRoots } from './PinnedRoots.tsx';

interface PinsDialogProps {
  readonly connectionId: ConnectionId;
  readonly onClose: () => void;
}

/** The pinned roots of a connection. */
export function PinsDialog({ connectionId, onClose }: PinsDialogProps) {
  return (
    <Dialog onClose={onClose} title="Pinned roots" size={720}>
      <PinnedRoots connectionId={connectionId} />
    </Dialog>
  );
}

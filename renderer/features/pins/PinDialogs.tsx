import { Modal } from '@mantine/core';
import { closePinDialog, usePinDialog } from '../../state/pinDialog.ts';
import { PinnedRoots } from './PinnedRoots.tsx';
import { PinRootDialog } from './PinRootDialog.tsx';

/** The dialog about pins that any part of the window can open. */
export function PinDialogs() {
  const dialog = usePinDialog((state) => state.dialog);
  if (dialog === null) return null;
  if (dialog.kind === 'pin')
    return <PinRootDialog connectionId={dialog.connectionId} root={dialog.root} onClose={closePinDialog} />;
  return (
    <Modal opened onClose={closePinDialog} title="Pinned roots" size={720}>
      <PinnedRoots connectionId={dialog.connectionId} />
    </Modal>
  );
}

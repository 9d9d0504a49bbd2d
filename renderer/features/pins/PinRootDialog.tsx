import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { usePinChanges } from '../../api/pins.ts';
import type { RootToPin } from '../../state/dialogs.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { PinFields } from './PinFields.tsx';
import { pinDraftOf, readPinDraft } from './pinDraft.ts';

interface PinRootDialogProps {
  readonly connectionId: ConnectionId;
  /** null: the user enters one, or opens a checkpoint. */
  readonly root: RootToPin | null;
  readonly onClose: () => void;
}

/** Pins a root: one that is shown, typed, or in a checkpoint. */
export function PinRootDialog({ connectionId, root, onClose }: PinRootDialogProps) {
  const [draft, setDraft] = useState(() => pinDraftOf(root));
  const changes = usePinChanges(connectionId);
  const pin = readPinDraft(draft);
  return (
    <FormDialog
      title="Pin root"
      action="Pin root"
      size={560}
      isDisabled={pin === null}
      onSubmit={async () => {
        if (pin === null) return;
        await changes.add(pin);
        notifyDone('Root pinned. All responses from now on are compared with it.');
      }}
      onClose={onClose}
    >
      <PinFields
        draft={draft}
        onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
        isRootGiven={root !== null}
      />
    </FormDialog>
  );
}

import { Group } from '@mantine/core';
import { IconListDetails, IconPin } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { usePins } from '../../api/pins.ts';
import { openPinDialog, type RootToPin } from '../../state/pinDialog.ts';
import { SmallButton } from '../../ui/Buttons.tsx';

interface RootActionsProps {
  readonly connectionId: ConnectionId;
  /** The root that is shown; null if there is none. */
  readonly root: RootToPin | null;
}

/** Pins a root that is shown, and opens the list of pins if there are any. */
export function RootActions({ connectionId, root }: RootActionsProps) {
  const pins = usePins(connectionId).data?.pins ?? [];
  const isPinned = root !== null && pins.some(({ rootHash }) => rootHash === root.rootHash);
  return (
    <Group gap="xs" mt="2xs">
      {root !== null && !isPinned && (
        <SmallButton icon={IconPin} onClick={() => openPinDialog({ kind: 'pin', connectionId, root })}>
          Pin root…
        </SmallButton>
      )}
      {pins.length > 0 && (
        <SmallButton icon={IconListDetails} onClick={() => openPinDialog({ kind: 'list', connectionId })}>
          Pinned roots…
        </SmallButton>
      )}
    </Group>
  );
}

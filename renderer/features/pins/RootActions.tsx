import { Group } from '@mantine/core';
import { IconListDetails, IconPin } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { usePins } from '../../api/pins.ts';
import type { RootToPin } from '../../state/dialogs.ts';
import { pinRoot, showPins } from '../../state/pinDialog.ts';
import { SmallButton } from '../../ui/Buttons.tsx';

interface RootActionsProps {
  readonly connectionId: ConnectionId;
  /** The root that is shown; null if there is none. */
  readonly root: RootToPin | null;
}

/** Pins a root that is shown, and opens the list of pins if there are any. */
export function RootActions({ connectionId, root }: RootActionsProps) {
  const pins = usePins(connectionId).data?.pins ?? [];
  const shown = root === null ? null : { ...root, rootHash: rootName(root.rootHash) };
  const isPinned = pins.some(({ rootHash }) => rootHash === shown?.rootHash);
  return (
    <Group gap="xs" mt="2xs">
      {shown !== null && !isPinned && (
        <SmallButton icon={IconPin} onClick={() => pinRoot(connectionId, shown)}>
          Pin root…
        </SmallButton>
      )}
      {pins.length > 0 && (
        <SmallButton icon={IconListDetails} onClick={() => showPins(connectionId)}>
          Pinned roots…
        </SmallButton>
      )}
    </Group>
  );
}

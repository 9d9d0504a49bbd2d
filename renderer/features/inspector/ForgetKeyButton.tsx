import { Button, Tooltip } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useCatalogueEntry, useForgetKey } from '../../api/catalogueEntries.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

interface ForgetKeyButtonProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** For a known key whose atom is gone. Renders nothing if the key is not known. */
export function ForgetKeyButton({ connectionId, atomKey }: ForgetKeyButtonProps) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const forget = useForgetKey(connectionId);
  if (entry === undefined || entry === null) return null;
  return (
    <Tooltip
      label="Removes the key from the known keys. The memory does not change. The key becomes known again when a recall or a lookup finds it."
      multiline
      maw={320}
    >
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconEraser size={14} aria-hidden />}
        loading={forget.isPending}
        onClick={() =>
          forget.mutate(atomKey, {
            onSuccess: () => notifyDone('Key removed from the known keys.'),
            onError: notifyFailure,
          })
        }
      >
        Forget this key
      </Button>
    </Tooltip>
  );
}

import { Button, Tooltip } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useCatalogueEntry, useForgetKey } from '../../api/catalogueEntries.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

interface ForgetKeyButtonProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** For a known key whose atom is gone; nothing where the key is not known. */
export function ForgetKeyButton({ connectionId, atomKey }: ForgetKeyButtonProps) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const forget = useForgetKey(connectionId);
  if (entry === undefined || entry === null) return null;
  return (
    <Tooltip
      label="Takes it off the known keys. Nothing changes in the memory, and the key becomes known again should recall or a look-up find it."
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
            onSuccess: () => notifyDone('The key is no longer among the known ones.'),
            onError: notifyFailure,
          })
        }
      >
        Forget this key
      </Button>
    </Tooltip>
  );
}

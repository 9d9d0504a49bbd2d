import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SmallButton } from './Buttons.tsx';
import { noticeMs } from './noticeTime.ts';
import { notifyFailure } from './notify.ts';

/** A notice that something was done, with an Undo button. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    autoClose: noticeMs(8_000),
    message: (
      <Group justify="space-between" gap="md" wrap="nowrap">
        {message}
        <SmallButton
          onClick={() => {
            notifications.hide(id);
            undo().catch(notifyFailure);
          }}
        >
          Undo
        </SmallButton>
      </Group>
    ),
  });
}

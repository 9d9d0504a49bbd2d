import { Kbd } from '@mantine/core';
import type { CommandId } from '#shared/commands/commandTable.ts';
import { useShortcut } from './useShortcut.ts';

/** The key of a command, on the right of its menu item. Nothing if it has none. */
export function ShortcutHint({ id }: { readonly id: CommandId }) {
  const key = useShortcut(id);
  return key === null ? null : (
    <Kbd size="xs" aria-hidden>
      {key}
    </Kbd>
  );
}

import type { CommandId } from '#shared/commands/commandTable.ts';
import { shortcutText } from '../ui/shortcutText.ts';
import { keysIn, useShortcutStore } from './shortcutStore.ts';

/** The first key of a command as it is written on this platform; null if it has none. */
export function useShortcut(id: CommandId): string | null {
  const key = useShortcutStore(({ own }) => keysIn(own, id)[0]);
  return key === undefined ? null : shortcutText(key);
}

/** A tooltip with the key of its command: “Back (Alt+Left)”. */
export function useTipWithKey(words: string, id: CommandId): string {
  const key = useShortcut(id);
  return key === null ? words : `${words} (${key})`;
}

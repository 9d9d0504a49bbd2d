import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../api/connections.ts';

/** A keyboard shortcut as the user's system writes it, from its name here: `Mod+Shift+Z`. */
export function shortcutText(shortcut: string, platform: string | undefined): string {
  if (platform !== 'darwin') return shortcut.replace('Mod', 'Ctrl');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '⏎' };
  return shortcut
    .split('+')
    .map((key) => signs[key] ?? key)
    .join('');
}

/** Writes shortcuts as this system does. */
export function useShortcutText(): (shortcut: string) => string {
  const platform = useQuery(appInfoQuery).data?.platform;
  return (shortcut) => shortcutText(shortcut, platform);
}

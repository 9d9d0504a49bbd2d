import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../api/connections.ts';

/** Formats a keyboard shortcut such as `Mod+Shift+Z` as the platform does. */
export function shortcutText(shortcut: string, platform: string | undefined): string {
  if (platform !== 'darwin') return shortcut.replace('Mod', 'Ctrl');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '⏎' };
  return shortcut
    .split('+')
    .map((key) => signs[key] ?? key)
    .join('');
}

/** `shortcutText` for the current platform. */
export function useShortcutText(): (shortcut: string) => string {
  const platform = useQuery(appInfoQuery).data?.platform;
  return (shortcut) => shortcutText(shortcut, platform);
}

import { shortcutText as onPlatform } from '#shared/commands/keys.ts';

/** Whether shortcuts are those of a Mac. */
export const isMac = 'navigator' in globalThis && navigator.userAgent.includes('Macintosh');

/** A shortcut such as `Mod+Shift+Z` as it is written on the keys of this platform. */
export function shortcutText(shortcut: string): string {
  return onPlatform(shortcut, isMac);
}

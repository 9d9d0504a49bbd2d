import { expect, it } from 'vitest';
import { shortcutText } from './shortcutText.ts';

it.each([
  ['Mod+Z', 'linux', 'Ctrl+Z'],
  ['Mod+Shift+Z', 'win32', 'Ctrl+Shift+Z'],
  ['Mod+Z', undefined, 'Ctrl+Z'],
  ['Mod+Shift+Z', 'darwin', '⌘⇧Z'],
  ['Mod+Enter', 'darwin', '⌘⏎'],
])('writes %s on %s as %s', (shortcut, platform, expected) => {
  expect(shortcutText(shortcut, platform)).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import { commandIds, commands } from './commandTable.ts';
import {
  acceleratorOf,
  canonical,
  isForText,
  isLetterAlone,
  shortcutProblem,
  shortcutsOf,
  shortcutText,
  type PressedKey,
} from './keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function pressed(key: string, held: Partial<PressedKey> = {}): PressedKey {
  return { key, code: '', ...none, ...held };
}

describe('the table of commands', () => {
  it.each([true, false])('gives no key to two commands (Mac: %s)', (isMac) => {
    const keys = commandIds.flatMap((id) => commands[id].keys.map((key) => canonical(key, isMac)));
    expect(keys).toEqual([...new Set(keys)]);
  });

  it.each([true, false])(
    'has only keys that can be given to a command and shown in a menu (Mac: %s)',
    (isMac) => {
      for (const id of commandIds) {
        for (const key of commands[id].keys) {
          expect(shortcutProblem(canonical(key, isMac), isMac)).toBeNull();
          expect(acceleratorOf(key)).not.toBeNull();
        }
      }
    },
  );
});

describe('a pressed key', () => {
  it('is a shortcut with its modifiers', () => {
    expect(shortcutsOf(pressed('k', { ctrlKey: true }), false)).toEqual(['Mod+K']);
    expect(shortcutsOf(pressed('K', { ctrlKey: true, shiftKey: true }), false)).toEqual(['Mod+Shift+K']);
    expect(shortcutsOf(pressed('ArrowLeft', { altKey: true }), false)).toEqual(['Alt+ArrowLeft']);
    expect(shortcutsOf(pressed('F6', { shiftKey: true }), false)).toEqual(['Shift+F6']);
    expect(shortcutsOf(pressed(' '), false)).toEqual(['Space']);
  });

  it('is Mod with Command on a Mac, where Ctrl is another one', () => {
    expect(shortcutsOf(pressed('k', { metaKey: true }), true)).toEqual(['Mod+K']);
    expect(shortcutsOf(pressed('Tab', { ctrlKey: true }), true)).toEqual(['Ctrl+Tab']);
    expect(canonical('Ctrl+Tab', true)).toBe('Ctrl+Tab');
    expect(canonical('Ctrl+Tab', false)).toBe('Mod+Tab');
  });

  it('is the character that Shift makes, without Shift', () => {
    expect(shortcutsOf(pressed('?', { shiftKey: true, code: 'Slash' }), false)).toEqual(['?']);
  });

  it('counts by its place on a keyboard of another script, and for digits that take Shift', () => {
    expect(shortcutsOf(pressed('л', { ctrlKey: true, code: 'KeyK' }), false)).toEqual(['Mod+л', 'Mod+K']);
    expect(shortcutsOf(pressed('&', { ctrlKey: true, code: 'Digit1' }), false)).toEqual(['Mod+&', 'Mod+1']);
    // Alone it types a letter.
    expect(shortcutsOf(pressed('и', { code: 'KeyB' }), false)).toEqual(['и']);
  });

  it('is nothing for a modifier alone', () => {
    expect(shortcutsOf(pressed('Control', { ctrlKey: true }), false)).toEqual([]);
  });
});

describe('a shortcut', () => {
  it('belongs to a text field if it types or edits there', () => {
    for (const text of ['/', 'B', 'Delete', 'ArrowLeft', 'Mod+A', 'Mod+ArrowLeft', 'Mod+Z'])
      expect(isForText(text, false)).toBe(true);
    for (const other of ['Mod+W', 'F5', 'Alt+ArrowLeft', 'Mod+1', 'Shift+F6'])
      expect(isForText(other, false)).toBe(false);
    // There it moves the cursor by a word.
    expect(isForText('Alt+ArrowLeft', true)).toBe(true);
  });

  it('is a letter alone, or not', () => {
    expect(['B', 'Shift+B', '7'].every(isLetterAlone)).toBe(true);
    expect(['/', '?', 'Delete', 'Mod+B', 'F2'].some(isLetterAlone)).toBe(false);
  });

  it('is written as on the keys', () => {
    expect(shortcutText('Mod+Shift+K', false)).toBe('Ctrl+Shift+K');
    expect(shortcutText('Mod+Shift+K', true)).toBe('⇧⌘K');
    expect(shortcutText('Alt+ArrowLeft', false)).toBe('Alt+Left');
    expect(shortcutText('Mod++', false)).toBe('Ctrl++');
  });

  it('has a name in the menus of Electron', () => {
    expect(acceleratorOf('Mod+Shift+K')).toBe('CmdOrCtrl+Shift+K');
    expect(acceleratorOf('Alt+ArrowLeft')).toBe('Alt+Left');
    expect(acceleratorOf('Mod++')).toBe('CmdOrCtrl+Plus');
    expect(acceleratorOf('Mod+л')).toBeNull();
  });

  it('is refused if the window or a text field needs it', () => {
    expect(shortcutProblem('Enter', false)).toContain('Hold Ctrl or Alt');
    expect(shortcutProblem('Mod+C', false)).toContain('edits text');
    expect(shortcutProblem('Mod+J', false)).toBeNull();
  });
});

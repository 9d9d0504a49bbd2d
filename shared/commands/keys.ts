/**
 * Shortcuts as text: `Mod+Shift+K`. `Mod` is Command on a Mac and Ctrl elsewhere. The last part is a letter in upper case, a
 * character, or a name as in `KeyboardEvent.key`: `F5`, `ArrowLeft`, `PageDown`, `Space`.
 */
export interface PressedKey {
  readonly key: string;
  /** Names the place on the keyboard, whatever its language: `KeyK`. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const modifiers = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const;
type Modifier = (typeof modifiers)[number];

/** A shortcut in parts. The key may itself be `+`. */
function partsOf(shortcut: string): { readonly modifiers: readonly Modifier[]; readonly key: string } {
  const at = shortcut.lastIndexOf('+', shortcut.length - 2);
  const names = at === -1 ? [] : shortcut.slice(0, at).split('+');
  return { modifiers: modifiers.filter((each) => names.includes(each)), key: shortcut.slice(at + 1) };
}

/** The one spelling of a shortcut on a platform: elsewhere than on a Mac, `Ctrl` is `Mod`. */
export function canonical(shortcut: string, isMac: boolean): string {
  const { modifiers: held, key } = partsOf(shortcut);
  const names = new Set(held.map((each) => (each === 'Ctrl' && !isMac ? 'Mod' : each)));
  return [...modifiers.filter((each) => names.has(each)), key].join('+');
}

const modifierKeys: ReadonlySet<string> = new Set([
  'Control',
  'Meta',
  'Alt',
  'Shift',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'Dead',
  'Process',
  'Unidentified',
]);

/**
 * The shortcuts that a pressed key may stand for, the most literal one first. On a keyboard that has no Latin letters, and for
 * digits that take Shift, the place of the key counts too. Empty for a modifier alone.
 */
export function shortcutsOf(event: PressedKey, isMac: boolean): readonly string[] {
  if (modifierKeys.has(event.key)) return [];
  const names: Modifier[] = [];
  if (isMac ? event.metaKey : event.ctrlKey) names.push('Mod');
  if (isMac && event.ctrlKey) names.push('Ctrl');
  if (!isMac && event.metaKey) names.push('Meta');
  if (event.altKey) names.push('Alt');
  const withShift: readonly Modifier[] = event.shiftKey ? [...names, 'Shift'] : names;
  const text = (held: readonly Modifier[], key: string): string => [...held, key].join('+');

  const key = event.key === ' ' ? 'Space' : event.key;
  if (key.length > 1) return [text(withShift, key)];
  if (/^[a-z]$/i.test(key)) return [text(withShift, key.toUpperCase())];
  // The character says that Shift was held.
  const found = [text(names, key)];
  const [, place] = /^(?:Key|Digit)(.)$/.exec(event.code) ?? [];
  if (place !== undefined && names.length > 0 && place !== key) found.push(text(withShift, place));
  return found;
}

/** Whether pressing it types a character, or moves the cursor, in a text field. */
export function isForText(shortcut: string, isMac: boolean): boolean {
  const { modifiers: held, key } = partsOf(shortcut);
  if (held.includes('Mod')) {
    const letters = held.includes('Shift') ? /^[VZ]$/ : /^[ACVXYZ]$/;
    return letters.test(key) || /^(?:Arrow.*|Home|End|Backspace|Delete)$/.test(key);
  }
  if (held.includes('Ctrl') || held.includes('Meta')) return false;
  if (held.includes('Alt')) return isMac || key.length === 1;
  return !/^F\d+$/.test(key);
}

/** Whether it is a character alone, which lists with a word search of their own take. */
export function isLetterAlone(shortcut: string): boolean {
  return /^(?:Shift\+)?(?:\p{L}|\p{N}|Space)$/u.test(shortcut);
}

/** As it is written on the keys of a platform. */
export function shortcutText(shortcut: string, isMac: boolean): string {
  const { modifiers: held, key } = partsOf(canonical(shortcut, isMac));
  const shownKey = keyNames[key] ?? key;
  if (!isMac) return [...held.map((each) => (each === 'Mod' ? 'Ctrl' : each)), shownKey].join('+');
  const signs = { Mod: '⌘', Ctrl: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' } as const;
  // In the order of the system.
  const order = ['Ctrl', 'Alt', 'Shift', 'Mod', 'Meta'] as const;
  const shown = order.filter((each) => held.includes(each)).map((each) => signs[each]);
  return [...shown, key === 'Enter' ? '⏎' : shownKey].join('');
}

const keyNames: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
};

/** As a menu of Electron names it; null if it has no name for it. */
export function acceleratorOf(shortcut: string): string | null {
  const { modifiers: held, key } = partsOf(shortcut);
  const name = key.startsWith('Arrow') ? key.slice('Arrow'.length) : key;
  if (
    !/^(?:[\x21-\x7e]|F\d{1,2}|Left|Right|Up|Down|PageUp|PageDown|Home|End|Tab|Space|Enter|Delete|Backspace|Insert|Escape)$/.test(
      name,
    )
  )
    return null;
  const names = { Mod: 'CmdOrCtrl', Ctrl: 'Ctrl', Meta: 'Super', Alt: 'Alt', Shift: 'Shift' } as const;
  return [...held.map((each) => names[each]), name === '+' ? 'Plus' : name].join('+');
}

/** Why a shortcut cannot be given to a command; null if it can. */
export function shortcutProblem(shortcut: string, isMac: boolean): string | null {
  const { modifiers: held, key } = partsOf(shortcut);
  const isBare = held.every((each) => each === 'Shift');
  if (isBare && /^(?:Tab|Enter|Escape|Space|Backspace|Arrow.*|Home|End|PageUp|PageDown)$/.test(key))
    return 'This key moves through the window or confirms. Hold Ctrl or Alt with it.';
  if (held.includes('Mod') && isForText(shortcut, isMac))
    return 'This shortcut edits text. Choose another one.';
  if (shortcut === 'Alt+F4' || (isMac && /^Mod\+(?:Q|H|M)$/.test(shortcut)))
    return 'The system uses this shortcut.';
  return null;
}

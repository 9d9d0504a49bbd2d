import { commands, type CommandId } from '#shared/commands/commandTable.ts';
import { isForText, isLetterAlone, shortcutsOf } from '#shared/commands/keys.ts';
import { onEvent } from '../api/onEvent.ts';
import { notifyProblem } from '../ui/notify.ts';
import { isMac } from '../ui/shortcutText.ts';
import { offerOf } from './registry.ts';
import { commandWith, useShortcutStore } from './shortcutStore.ts';

/** The mouse buttons Back and Forward. */
const mouseCommands: Readonly<Record<number, CommandId>> = { 3: 'back', 4: 'forward' };

/** Carries out a command if someone offers it, and says why if it is blocked. Whether someone does. */
function runCommand(id: CommandId): boolean {
  const offer = offerOf(id);
  if (offer === null) return false;
  if (offer.blocked === null) offer.run();
  else notifyProblem(commands[id].title.replace('…', ''), offer.blocked);
  return true;
}

/**
 * Turns pressed keys into commands; nothing else in the window does. The focused part goes first: a list, a text, or a
 * dialog that handles a key keeps it. Keys that type or edit belong to text fields.
 *
 * @returns stops it
 */
export function followShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    // What fills in a form sends events without a key.
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return;
    // AltGr types characters with the modifiers of a shortcut.
    if (event.getModifierState('AltGraph') && event.key.length === 1) return;
    const { own } = useShortcutStore.getState();
    for (const key of shortcutsOf(event, isMac)) {
      const id = commandWith(own, key);
      if (id === null || belongsToFocus(key, event.target)) continue;
      // A held key goes through tabs and panes, and does nothing else twice.
      if ((event.repeat && !repeating.has(id)) || runCommand(id)) event.preventDefault();
      return;
    }
  };
  const onMouseUp = (event: MouseEvent): void => {
    const id = mouseCommands[event.button];
    if (id !== undefined && runCommand(id)) event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('mouseup', onMouseUp);
  const stopMenu = onEvent('commandChosen', ({ command }) => void runCommand(command));
  return () => {
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('mouseup', onMouseUp);
    stopMenu();
  };
}

const repeating: ReadonlySet<CommandId> = new Set<CommandId>([
  'nextTab',
  'previousTab',
  'nextPane',
  'previousPane',
  'back',
  'forward',
]);

/** Inputs that take no text. */
const buttonTypes = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;
/** They jump to the word that is typed, or to the item with this letter. */
const wordSearchers = '[role="tree"], [role="listbox"], [role="menu"], [role="dialog"]';

function belongsToFocus(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (takesText(target)) return isForText(key, isMac);
  return isLetterAlone(key) && target.closest(wordSearchers) !== null;
}

function takesText(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !buttonTypes.test(target.type);
  return target.closest('textarea, select, [contenteditable="true"]') !== null;
}

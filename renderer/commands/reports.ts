import { commandIds } from '#shared/commands/commandTable.ts';
import { showCommands } from '../api/app.ts';
import { availableCommands, onOffersChanged } from './registry.ts';
import { keysIn, shortcutStoreName, useShortcutStore } from './shortcutStore.ts';

/** Opening a dialog or moving through the window changes what is available several times at once. */
const reportAfterMs = 80;

/**
 * Keeps the menu of the app up to date: which commands are available, and their keys. Only the window with the focus reports.
 *
 * @returns stops it
 */
export function reportToMenu(): () => void {
  let waiting: number | undefined;
  let last = '';
  const report = (): void => {
    waiting = undefined;
    if (!document.hasFocus()) return;
    const { own } = useShortcutStore.getState();
    const state = {
      available: availableCommands(),
      keys: Object.fromEntries(commandIds.map((id) => [id, keysIn(own, id)[0] ?? null])),
    };
    const text = JSON.stringify(state);
    if (text === last) return;
    last = text;
    // The menu then shows what was true before; a command that is not available does nothing.
    showCommands(state).catch(() => undefined);
  };
  const schedule = (): void => {
    waiting ??= window.setTimeout(report, reportAfterMs);
  };
  const forget = (): void => {
    last = '';
  };
  // Dialogs that open and close move the focus.
  document.addEventListener('focusin', schedule);
  window.addEventListener('focus', schedule);
  window.addEventListener('blur', forget);
  const stops = [onOffersChanged(schedule), useShortcutStore.subscribe(schedule)];
  schedule();
  return () => {
    window.clearTimeout(waiting);
    document.removeEventListener('focusin', schedule);
    window.removeEventListener('focus', schedule);
    window.removeEventListener('blur', forget);
    for (const stop of stops) stop();
  };
}

/** Takes over the keys that another window set. Returns the function that stops it. */
export function followOtherWindows(): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key !== shortcutStoreName || newValue === null) return;
    const { state } = JSON.parse(newValue) as { readonly state?: unknown };
    const { own } = useShortcutStore.read(state);
    if (JSON.stringify(own) !== JSON.stringify(useShortcutStore.getState().own))
      useShortcutStore.setState({ own });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

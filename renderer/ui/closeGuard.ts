import { create } from 'zustand';

/** A dialog on screen, of whatever part of the window. */
export interface GuardedDialog {
  /** Whether closing it now would lose what the user did in it. */
  readonly holdsWork: () => boolean;
  /** Asks the user whether to lose it. `next` runs after the dialog was closed. */
  readonly ask: (next: () => void) => void;
  /** Escape was pressed while it is on top. */
  readonly escape: () => void;
}

/** The dialogs on screen; the last is on top. */
const useShown = create<{ readonly dialogs: readonly GuardedDialog[] }>()(() => ({ dialogs: [] }));

/**
 * One listener for all, so that Escape reaches only the dialog on top. What is open within it, such as a list of choices, has its own
 * Escape, and says so with Mantine's attribute.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const { target } = event;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  useShown.getState().dialogs.at(-1)?.escape();
}

/** Adds a dialog on top. Returns the function that removes it. */
export function guardDialog(dialog: GuardedDialog): () => void {
  // The same listener is added only once.
  addEventListener('keydown', onKeyDown, true);
  useShown.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }));
  return () => useShown.setState(({ dialogs }) => ({ dialogs: dialogs.filter((each) => each !== dialog) }));
}

/** Whether a dialog is on screen: keys and links from outside wait for it. */
export function useIsDialogOpen(): boolean {
  return useShown(({ dialogs }) => dialogs.length > 0);
}

/**
 * Leaves what is on screen for something that came from outside: a file, a notification. Asks first if a dialog holds work that
 * would be lost with the screen below it.
 */
export function leaveSafely(leave: () => void): void {
  const holding = [...useShown.getState().dialogs].reverse().find(({ holdsWork }) => holdsWork());
  if (holding === undefined) leave();
  else holding.ask(() => leaveSafely(leave));
}

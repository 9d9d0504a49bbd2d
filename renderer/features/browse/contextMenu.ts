import type { KeyboardEvent } from 'react';

/**
 * Opens the context menu of a row from the keyboard, at the row: the browser would open it at the middle of the list,
 * which is what has the focus. Returns whether the key was one for that.
 */
export function openRowMenu(event: KeyboardEvent, rowId: string): boolean {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return false;
  event.preventDefault();
  const row = document.getElementById(rowId);
  const box = row?.getBoundingClientRect();
  row?.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: (box?.left ?? 0) + 28,
      clientY: (box?.bottom ?? 0) - 4,
    }),
  );
  return true;
}

import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog, which for a menu is what it was opened from. Dialogs that exist only
 * while they are open do not: the library notes the focus only where one opens that was there, closed, before.
 */
export function useFocusBack(isOpen: boolean): void {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) return undefined;
    if (document.activeElement === document.body && last.current?.isConnected === true) {
      last.current.focus({ preventScroll: true });
    }
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest('[role="menu"], [role="dialog"]') === null) {
        last.current = target;
      }
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [isOpen]);
}

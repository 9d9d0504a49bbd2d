import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in a screen when what had it disappears, for those who go on by keyboard: it goes to the nearest
 * part around it that is left and marked with `data-focus-home`, or else to the title of the screen.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const screen = ref.current;
    if (screen === null) return;
    let last: { readonly element: HTMLElement; readonly homes: readonly HTMLElement[] } | null = null;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) last = { element: target, homes: homesAround(target, screen) };
    };
    const look = (): void => {
      if (last === null || document.activeElement !== document.body) return;
      if (last.element.isConnected && !last.element.matches(':disabled')) return;
      const home = last.homes.find(({ isConnected }) => isConnected);
      const target = home === undefined ? screen.querySelector<HTMLElement>('h2') : placeIn(home);
      // Without a title yet, it is looked for again with what comes next.
      if (target === null) return;
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    // A dialog ends outside of the screen.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    screen.addEventListener('focusin', onFocusIn);
    return () => {
      observer.disconnect();
      screen.removeEventListener('focusin', onFocusIn);
    };
  }, []);
  return ref;
}

/** From the nearest outwards. */
function homesAround(element: HTMLElement, screen: HTMLElement): readonly HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null && at !== screen; at = at.parentElement) {
    if (at.dataset['focusHome'] !== undefined) homes.push(at);
  }
  return homes;
}

function placeIn(home: HTMLElement): HTMLElement {
  return (
    home.querySelector<HTMLElement>('[role="grid"]') ?? home.querySelector<HTMLElement>('h2, h3') ?? home
  );
}

/** Where the focus was: the element, and the places around it that can take it over, from the nearest outwards. */
interface Held {
  readonly element: HTMLElement;
  readonly homes: readonly HTMLElement[];
}

/**
 * Keeps the keyboard where the user was working, in all of the window. A button that waits for an answer is disabled meanwhile,
 * and many go away once it is there. The browser then drops the focus on the page: Tab goes on behind the dialog, Escape reaches
 * nothing.
 *
 * - While the element is disabled, the focus waits in the dialog or part of the screen around it, and returns with the element.
 * - If the element goes away, the focus moves to the nearest place around it that is left: a dialog, a part marked
 *   `data-focus-home`, or the title of a screen marked `data-keeps-focus`.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  let last: Held | null = null;
  /** A disabled element, and the one focused instead of it. */
  let waiting: { readonly element: HTMLElement; readonly place: Element } | null = null;

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === waiting?.place) return;
    waiting = null;
    last = { element: target, homes: homesAround(target) };
  };
  const look = (): void => {
    const active = document.activeElement ?? document.body;
    if (waiting !== null) {
      if (waiting.element.matches(':disabled') && waiting.element.isConnected) return;
      const { element, place } = waiting;
      waiting = null;
      if (element.isConnected && active === place) element.focus({ preventScroll: true });
      return;
    }
    if (last === null) return;
    const { element, homes } = last;
    const isDisabled = element.isConnected && element.matches(':disabled');
    // The browser takes the focus from a disabled element a little later.
    const isLost = isDisabled ? active === document.body || active === element : active === document.body;
    if (!isLost || (element.isConnected && !isDisabled)) return;
    const home = homes.find(({ isConnected }) => isConnected);
    const place = home === undefined ? null : placeIn(home);
    if (isDisabled) waiting = { element, place: place ?? document.body };
    // Without a title yet, it is looked for again with what comes next.
    if (place === null) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocusIn);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
  };
}

const homeSelector = '[data-focus-home], [data-keeps-focus], [role="dialog"]';

function homesAround(element: HTMLElement): readonly HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.matches(homeSelector)) homes.push(at);
  }
  return homes;
}

function placeIn(home: HTMLElement): HTMLElement | null {
  if (home.role === 'dialog') return home;
  if (home.dataset['keepsFocus'] !== undefined) return home.querySelector<HTMLElement>('h2');
  return (
    home.querySelector<HTMLElement>('[role="grid"]') ?? home.querySelector<HTMLElement>('h2, h3') ?? home
  );
}

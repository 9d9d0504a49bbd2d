/** A focused element with the places that can take the focus over if it is removed, nearest first. */
interface Held {
  readonly element: HTMLElement;
  readonly homes: readonly HTMLElement[];
}

const layerSelector = '[role="dialog"], [role="menu"]';
const homeSelector = '[data-focus-home], [data-keeps-focus], [role="dialog"]';

/**
 * Keeps the keyboard focus in place for the whole window. The browser drops the focus to the page when the focused element
 * is removed or disabled: Tab then starts behind the dialog, and Escape reaches nothing.
 *
 * - While the element is disabled, the focus waits in the dialog or the part of the screen around it, and returns with the element.
 * - If the element is removed, the focus moves to the nearest place around it that is left: a dialog, a part marked
 *   `data-focus-home`, or the title of a screen marked `data-keeps-focus`.
 * - If a dialog or menu is removed, the focus returns to the element that opened it.
 *
 * @returns stops it
 */
export function keepFocus(): () => void {
  let last: Held | null = null;
  /** A disabled element, and the one focused instead of it. */
  let waiting: { readonly element: HTMLElement; readonly place: Element } | null = null;
  /** What was focused before each dialog and menu. */
  const origins = new WeakMap<Element, Held>();

  const homesOf = (element: HTMLElement): readonly HTMLElement[] => {
    const homes: HTMLElement[] = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      if (at.matches(homeSelector)) homes.push(at);
    }
    const layer = element.closest(layerSelector);
    const origin = layer === null ? undefined : origins.get(layer);
    return origin === undefined ? homes : [...homes, origin.element, ...origin.homes];
  };
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === waiting?.place) return;
    waiting = null;
    const layer = target.closest<HTMLElement>(layerSelector);
    // The focus may also come back from a menu that was opened in this dialog.
    if (layer !== null && last !== null && !layer.contains(last.element) && !last.homes.includes(layer)) {
      origins.set(layer, last);
    }
    last = { element: target, homes: homesOf(target) };
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
    // The browser blurs a disabled element only later.
    const isLost = isDisabled ? active === document.body || active === element : active === document.body;
    if (!isLost || (element.isConnected && !isDisabled)) return;
    const home = homes.find((each) => each.isConnected && !each.matches(':disabled'));
    const place = home === undefined ? null : placeIn(home);
    if (isDisabled) waiting = { element, place: place ?? document.body };
    // The title may not be rendered yet: the next mutation looks again.
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

function placeIn(home: HTMLElement): HTMLElement | null {
  if (home.role === 'dialog' || !home.matches(homeSelector)) return home;
  if (home.dataset['keepsFocus'] !== undefined) return home.querySelector<HTMLElement>('h2');
  return (
    home.querySelector<HTMLElement>('[role="grid"]') ?? home.querySelector<HTMLElement>('h2, h3') ?? home
  );
}

/** Where the focus was last in each pane. */
const lastFocus = new WeakMap<Element, HTMLElement>();
const tabStops =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

/** Remembers the last focus of each pane, for F6. Returns the function that stops it. */
export function followPanes(): () => void {
  const onFocusIn = ({ target }: FocusEvent): void => {
    const pane = target instanceof HTMLElement ? target.closest('[data-pane]') : null;
    if (pane !== null && target instanceof HTMLElement) lastFocus.set(pane, target);
  };
  document.addEventListener('focusin', onFocusIn);
  return () => document.removeEventListener('focusin', onFocusIn);
}

/** Moves the focus to the next pane (1) or the one before (-1): to where it was there last, or to the first control. */
export function stepPane(step: 1 | -1): void {
  const panes = visiblePanes();
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = at === -1 && step === -1 ? 0 : at;
  const pane = panes[(start + step + panes.length) % panes.length];
  if (pane === undefined) return;
  const last = lastFocus.get(pane);
  const stop =
    last !== undefined && pane.contains(last) && isVisible(last)
      ? last
      : ([...pane.querySelectorAll<HTMLElement>(tabStops)].find(isVisible) ?? pane);
  if (stop === pane && pane.tabIndex < 0) pane.tabIndex = -1;
  stop.focus();
}

/** In their order on the screen. A pane that is divided into others is not one itself. */
function visiblePanes(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => isVisible(pane) && ![...pane.querySelectorAll<HTMLElement>('[data-pane]')].some(isVisible),
  );
}

function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

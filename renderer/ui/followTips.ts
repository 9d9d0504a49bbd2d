/** An element with a tooltip (see `Tip`), and the focused or hovered element: the same one, or a field inside it. */
interface TipTarget {
  readonly element: HTMLElement;
  readonly described: Element;
}

const openDelayMs = 350;

/**
 * Calls `show` with the element whose tooltip is due, and again when its label changes, and `show(null)` when none is due.
 * Returns the function that ends it.
 */
export function followTips(show: (target: TipTarget | null) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let due: (TipTarget & { readonly by: 'pointer' | 'focus' }) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Its element was pressed: it stays away, unless its label then says what came of it. */
  let isPressed = false;

  const watch = new MutationObserver((changes) => {
    if (due === null) return;
    const { element } = due;
    if (!element.isConnected || element.dataset['tip'] === undefined) leave();
    // Otherwise it is not shown yet, and will be with its newest label.
    else if (isPressed && changes.every(({ type }) => type !== 'attributes')) return;
    else if (timer === undefined) {
      isPressed = false;
      show({ ...due });
    }
  });

  const leave = (): void => {
    if (due === null) return;
    due = null;
    isPressed = false;
    clearTimeout(timer);
    timer = undefined;
    watch.disconnect();
    show(null);
  };
  const begin = (next: NonNullable<typeof due>, delayMs: number): void => {
    leave();
    due = next;
    watch.observe(next.element, { attributeFilter: ['data-tip'] });
    watch.observe(document.body, { childList: true, subtree: true });
    const open = (): void => {
      timer = undefined;
      show(next);
    };
    if (delayMs === 0) open();
    else timer = setTimeout(open, delayMs);
  };

  document.addEventListener(
    'mouseover',
    ({ target }) => {
      const element = tipOf(target);
      if (element === null) {
        if (due?.by === 'pointer') leave();
      } else if (element !== due?.element) {
        const isInstant = element.dataset['tipInstant'] !== undefined;
        begin({ element, described: element, by: 'pointer' }, isInstant ? 0 : openDelayMs);
      }
    },
    { signal },
  );
  document.addEventListener(
    'pointerdown',
    () => {
      if (due === null) return;
      clearTimeout(timer);
      timer = undefined;
      isPressed = true;
      show(null);
    },
    { signal, capture: true },
  );
  document.documentElement.addEventListener(
    'mouseleave',
    () => {
      if (due?.by === 'pointer') leave();
    },
    { signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const element = tipOf(target);
      if (element === null || !(target instanceof Element) || !target.matches(':focus-visible')) return;
      begin({ element, described: target, by: 'focus' }, 0);
    },
    { signal },
  );
  document.addEventListener(
    'focusout',
    ({ target }) => {
      if (due?.by === 'focus' && due.described === target) leave();
    },
    { signal },
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') leave();
    },
    { signal, capture: true },
  );
  return () => {
    listening.abort();
    leave();
  };
}

function tipOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}

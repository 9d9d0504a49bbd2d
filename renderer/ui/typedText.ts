/** Fields whose text is not work: it narrows a list, or only confirms something. */
const notWork = '[role="combobox"], [role="searchbox"], [type="search"], [data-not-work], [data-not-work] *';

/** Follows what is typed into the fields of one dialog. */
export interface TypedText {
  /** A field gets the focus, with its text before anything is typed. */
  readonly enter: (target: EventTarget) => void;
  readonly type: (target: EventTarget) => void;
  /** Whether a field has another text than at first. A field that is gone counts: its text is part of the work. */
  readonly isChanged: () => boolean;
}

export function followTypedText(): TypedText {
  const texts = new Map<EventTarget, { readonly first: string; readonly now: string }>();
  return {
    enter: (target) => {
      const now = textOf(target);
      if (now !== null && !texts.has(target)) texts.set(target, { first: now, now });
    },
    type: (target) => {
      const now = textOf(target);
      // Without having had the focus, for example by a drop.
      if (now !== null) texts.set(target, { first: texts.get(target)?.first ?? '', now });
    },
    // The app may have emptied a field meanwhile, such as after what was typed was saved.
    isChanged: () =>
      [...texts].some(([target, { first, now }]) => {
        const isThere = target instanceof Element && target.isConnected;
        return (isThere ? textOf(target) : now) !== first;
      }),
  };
}

/** null for what takes no text. */
function textOf(target: EventTarget): string | null {
  if (!(target instanceof HTMLElement) || target.matches(notWork)) return null;
  if (target instanceof HTMLTextAreaElement) return target.value;
  if (target instanceof HTMLInputElement)
    return ['checkbox', 'radio', 'file', 'button', 'submit', 'range'].includes(target.type)
      ? null
      : target.value;
  return target.isContentEditable ? target.textContent : null;
}

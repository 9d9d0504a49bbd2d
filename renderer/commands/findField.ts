import { topDialog } from './registry.ts';

/**
 * The field that finds or filters what is on screen, marked `data-find`, or a button that opens one: in the pane with the
 * focus, or else the first one. null if there is none. In a dialog, only its own.
 */
export function findField(): HTMLElement | null {
  const part = topDialog() ?? document.body;
  const fields = [...part.querySelectorAll<HTMLElement>('[data-find]')].filter(
    (field) => field.getClientRects().length > 0,
  );
  const pane = document.activeElement?.closest('[data-pane]') ?? null;
  return fields.find((field) => pane?.contains(field) === true) ?? fields[0] ?? null;
}

/** Puts the cursor into the field that finds or filters. */
export function goToFindField(): void {
  const field = findField();
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  } else field?.click();
}

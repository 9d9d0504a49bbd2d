import { useCallback, useState } from 'react';

/** Pixels, by the name of a column. */
type Widths = Readonly<Record<string, number>>;

/** The widths that the user gave to columns, remembered under the name of their list. null: as wide as it needs to be. */
export function useColumnWidths(
  list: string,
): readonly [Widths, (column: string, width: number | null) => void] {
  const storageKey = `atom-explorer.columns.${list}`;
  const [widths, setWidths] = useState(() => parseWidths(localStorage.getItem(storageKey)));
  const resize = useCallback(
    (column: string, width: number | null) =>
      setWidths((before) => {
        const { [column]: _, ...others } = before;
        const next = width === null ? others : { ...others, [column]: width };
        localStorage.setItem(storageKey, JSON.stringify(next));
        return next;
      }),
    [storageKey],
  );
  return [widths, resize];
}

/** Reads stored widths; those that are not positive numbers are left out. */
export function parseWidths(stored: string | null): Widths {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? 'null');
  } catch {
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
    ),
  );
}

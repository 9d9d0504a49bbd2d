import { useState, type ReactNode } from 'react';
import { SmallButton } from './Buttons.tsx';

/** The first items of a list, and a button that shows more of them; null where all are shown. */
export function usePages<T>(
  items: readonly T[],
  pageLength: number,
): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const [length, setLength] = useState(pageLength);
  return {
    shown: items.slice(0, length),
    more:
      length < items.length ? (
        <div>
          <SmallButton onClick={() => setLength(length + pageLength)}>Show more</SmallButton>
        </div>
      ) : null,
  };
}

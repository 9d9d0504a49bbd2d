import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps visible rows in place when rows are added or removed above them: scrolls before the browser paints.
 *
 * @param moved by how many pixels the visible rows have moved down in all
 */
export function useSteadyRows(scrollRef: RefObject<HTMLElement | null>, moved: number): void {
  const followed = useRef(moved);
  useLayoutEffect(() => {
    const by = moved - followed.current;
    followed.current = moved;
    if (by !== 0) scrollRef.current?.scrollBy({ top: by, behavior: 'instant' });
  }, [scrollRef, moved]);
}

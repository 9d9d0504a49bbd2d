import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps what is in sight where it is when rows come or go above it: scrolls along before anything is painted.
 *
 * @param moved by how many pixels the visible rows were moved down since the beginning.
 */
export function useSteadyRows(scrollRef: RefObject<HTMLElement | null>, moved: number): void {
  const followed = useRef(moved);
  useLayoutEffect(() => {
    const by = moved - followed.current;
    followed.current = moved;
    if (by !== 0) scrollRef.current?.scrollBy({ top: by, behavior: 'instant' });
  }, [scrollRef, moved]);
}

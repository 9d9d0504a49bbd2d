import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same over renders, and calls the latest one that it was given. Not to be called while rendering. */
export function useLatest<Input extends readonly unknown[]>(
  run: (...input: Input) => void,
): (...input: Input) => void {
  const latest = useRef(run);
  // Before the browser shows what was rendered, so that a click on it finds what it shows.
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...input) => latest.current(...input), []);
}

import { useEffect, useMemo, useState } from 'react';
import { runInSlices } from './runInSlices.ts';

/**
 * What `work` makes of its input; null while that takes longer than a moment.
 *
 * @param work a function that stays the same: it is not done again for another one
 */
export function useSliced<Input, T>(
  input: Input,
  work: (input: Input) => Generator<void, T, void>,
): T | null {
  // The first slice runs here, so that all but large inputs are done before anything is painted.
  const run = useMemo(() => {
    const controller = new AbortController();
    return { controller, result: runInSlices(work(input), controller.signal) };
  }, [input, work]);
  const [late, setLate] = useState<{ readonly run: typeof run; readonly value: T } | null>(null);
  useEffect(() => {
    const { controller, result } = run;
    if (!(result instanceof Promise)) return undefined;
    // Given up only because something else is looked at by now.
    result.then((value) => setLate({ run, value })).catch(() => undefined);
    return () => controller.abort();
  }, [run]);
  if (!(run.result instanceof Promise)) return run.result;
  return late !== null && late.run === run ? late.value : null;
}

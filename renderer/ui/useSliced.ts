import { useEffect, useMemo, useState } from 'react';
import { runInSlices } from './runInSlices.ts';

/**
 * The result of `work` for its input; null while it takes longer than one slice.
 *
 * @param work a stable function
 */
export function useSliced<Input, T>(
  input: Input,
  work: (input: Input) => Generator<void, T, void>,
): T | null {
  // The first slice runs here, so that all but large inputs are done before the next paint.
  const run = useMemo(() => {
    const controller = new AbortController();
    return { controller, result: runInSlices(work(input), controller.signal) };
  }, [input, work]);
  const [late, setLate] = useState<{ readonly run: typeof run; readonly value: T } | null>(null);
  useEffect(() => {
    const { controller, result } = run;
    if (!(result instanceof Promise)) return undefined;
    // Aborted only because the input changed.
    result.then((value) => setLate({ run, value })).catch(() => undefined);
    return () => controller.abort();
  }, [run]);
  if (!(run.result instanceof Promise)) return run.result;
  return late !== null && late.run === run ? late.value : null;
}

import { useEffect, useState } from 'react';

const everyMs = 250;

/** The present in epoch milliseconds, often enough for counted seconds; stands still where nothing runs. */
export function useTicks(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Whole seconds until then, in epoch milliseconds; 0 where it is past. */
export function useSecondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - useTicks(true)) / 1_000));
}

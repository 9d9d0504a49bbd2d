import { useEffect, useState } from 'react';

/** The current time in epoch milliseconds, updated often enough to count seconds; not updated unless `isRunning`. */
export function useTicks(isRunning: boolean, everyMs = 250): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs]);
  return now;
}

/** Whole seconds until `until` (epoch milliseconds); 0 if that is past. */
export function useSecondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - useTicks(true)) / 1_000));
}

/** The current time in epoch milliseconds, updated often enough for text such as `5 min ago`. */
export function useNow(): number {
  return useTicks(true, 30_000);
}

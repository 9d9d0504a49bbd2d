import { useEffect, useState } from 'react';

const everyMs = 250;

/** The current time in epoch milliseconds, updated often enough to count seconds; not updated unless `isRunning`. */
export function useTicks(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Whole seconds until `until` (epoch milliseconds); 0 if that is past. */
export function useSecondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - useTicks(true)) / 1_000));
}

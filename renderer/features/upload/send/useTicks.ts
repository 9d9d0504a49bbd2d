import { useEffect, useState } from 'react';

const everyMs = 500;

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

import { useEffect, useState } from 'react';

const everyMs = 30_000;

/** The current time in epoch milliseconds, updated often enough for text such as `5 min ago`. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

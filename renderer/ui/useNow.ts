import { useEffect, useState } from 'react';

const everyMs = 30_000;

/** The present in epoch milliseconds, often enough for words such as `5 min ago`. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

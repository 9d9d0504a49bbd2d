import { useEffect, useState } from 'react';

const stepMs = 30_000;

/** The time, in epoch milliseconds, as exactly as `5 min ago` needs it. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

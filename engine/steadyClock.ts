/**
 * A clock that goes on when the clock of the computer is set back, so that requests of one session keep their order.
 *
 * @param now epoch milliseconds
 */
export function createSteadyClock(now: () => number): () => number {
  let ahead = 0;
  let last = -Infinity;
  return () => {
    const time = now();
    if (time + ahead < last) ahead = last - time;
    last = time + ahead;
    return last;
  };
}

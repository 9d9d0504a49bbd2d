import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leastBytesPerSecond, watchRate } from './slowResponse.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up in the first period in which too little arrives, and never while enough does', () => {
  const socket = { bytesRead: 5_000 };
  const gaveUp: number[] = [];
  const stop = watchRate(socket, 10_000, (afterMs) => {
    gaveUp.push(afterMs);
    stop();
  });
  for (let period = 0; period < 5; period += 1) {
    socket.bytesRead += 10 * leastBytesPerSecond;
    vi.advanceTimersByTime(10_000);
  }
  expect(gaveUp).toEqual([]);
  socket.bytesRead += 10 * leastBytesPerSecond - 1;
  vi.advanceTimersByTime(60_000);
  expect(gaveUp).toEqual([60_000]);
});

it('does not give up on a response that has ended', () => {
  const gaveUp: number[] = [];
  watchRate({ bytesRead: 0 }, 10, (afterMs) => gaveUp.push(afterMs))();
  vi.advanceTimersByTime(1_000);
  expect(gaveUp).toEqual([]);
});

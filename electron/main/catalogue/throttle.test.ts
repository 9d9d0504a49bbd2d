import { expect, it } from 'vitest';
import { throttle } from './throttle.ts';

it('passes on the first value at once and the newest of the rest after the interval', () => {
  const timers: (() => void)[] = [];
  const passed: number[] = [];
  const tell = throttle(250, { setTimer: (work) => timers.push(work) }, (value: number) =>
    passed.push(value),
  );
  tell(1);
  tell(2);
  tell(3);
  expect(passed).toEqual([1]);
  timers.shift()?.();
  expect(passed).toEqual([1, 3]);
  timers.shift()?.();
  expect(timers).toEqual([]);
  tell(4);
  expect(passed).toEqual([1, 3, 4]);
});

it('passes on fewer values of a stream that does not pause, and begins again after a pause', () => {
  const timers: { readonly work: () => void; readonly ms: number }[] = [];
  const tell = throttle(250, { setTimer: (work, ms) => timers.push({ work, ms }) }, () => undefined);
  const intervals: number[] = [];
  const expire = (): void => {
    const timer = timers.shift();
    if (timer === undefined) throw new Error('There is no timer.');
    intervals.push(timer.ms);
    timer.work();
  };
  for (let at = 0; at < 5; at += 1) {
    tell(at);
    // Some more arrive before the interval has passed.
    tell(at);
    expire();
  }
  expect(intervals).toEqual([250, 500, 1000, 1000, 1000]);
  expire();
  expect(timers).toEqual([]);
  tell(5);
  expire();
  expect(intervals.at(-1)).toBe(250);
});

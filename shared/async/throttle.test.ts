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

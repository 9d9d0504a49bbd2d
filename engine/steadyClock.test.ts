import { expect, it } from 'vitest';
import { createSteadyClock } from './steadyClock.ts';

it('goes on when the clock of the computer is set back', () => {
  let time = 100;
  const now = createSteadyClock(() => time);
  expect(now()).toBe(100);
  time = 130;
  expect(now()).toBe(130);
  time = 20;
  expect(now()).toBe(130);
  time = 25;
  expect(now()).toBe(135);
  time = 500;
  expect(now()).toBe(610);
});

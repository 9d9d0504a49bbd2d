import { afterEach, expect, it } from 'vitest';
import { noticeMs, setNoticeTime } from './noticeTime.ts';

afterEach(() => setNoticeTime('normal'));

it.each([
  ['normal', 3_000, 3_000],
  ['long', 3_000, 30_000],
  ['stay', 3_000, false],
] as const)('notices stay as chosen: %s', (time, normal, ms) => {
  setNoticeTime(time);
  expect(noticeMs(normal)).toBe(ms);
});

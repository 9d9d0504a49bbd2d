import { expect, it } from 'vitest';
import { createWindowErrorLog } from './windowErrors.ts';

it('logs at most thirty window errors per minute, and says that it omits others', () => {
  let now = 0;
  const written: string[] = [];
  const report = createWindowErrorLog({ write: (_level, message) => written.push(message) }, () => now);
  for (let count = 1; count <= 100; count += 1) report({ message: `error ${String(count)}`, stack: null });
  expect(written).toHaveLength(31);
  expect(written[29]).toBe('Uncaught error in the window: error 30');
  expect(written[30]).toBe('Further window errors in this minute are not logged.');
  now = 60_000;
  report({ message: 'later', stack: null });
  expect(written.at(-1)).toBe('Uncaught error in the window: later');
});

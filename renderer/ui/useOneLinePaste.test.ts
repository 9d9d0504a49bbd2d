import { expect, it } from 'vitest';
import { pasteProblem } from './useOneLinePaste.ts';

it.each(['v1.a\nv1.b', 'v1.a\r\n', '\rv1.a'])('refuses %j, and shows where the line break is', (text) => {
  const problem = pasteProblem(text);
  expect(problem).toMatch(/\[(LF|CR)\]/);
  expect(problem).not.toMatch(/[\r\n]/);
});

it('accepts any single-line text', () => {
  expect(pasteProblem(' v1.a\tb ')).toBeNull();
  expect(pasteProblem('')).toBeNull();
});

it('shortens long text in the message', () => {
  expect(pasteProblem(`${'x'.repeat(1_000_000)}\n`)?.length).toBeLessThan(300);
});

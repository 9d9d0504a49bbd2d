import { expect, it } from 'vitest';
import { parsePaneSizes } from './paneSizes.ts';

it('reads pixels and shares', () => {
  expect(parsePaneSizes('["280px", 1, "320.5px"]', 3)).toEqual(['280px', 1, '320.5px']);
});

it.each([
  ['nothing', null, 2],
  ['broken JSON', '["280px"', 1],
  ['another number of panes', '["280px", 1]', 3],
  ['a foreign unit', '["280vh", 1]', 2],
  ['a share of zero', '["280px", 0]', 2],
  ['something else', '{"length": 2}', 2],
])('falls back from %s', (_what, stored, count) => {
  expect(parsePaneSizes(stored, count)).toBeNull();
});

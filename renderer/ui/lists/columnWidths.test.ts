import { expect, test } from 'vitest';
import { parseWidths } from './columnWidths.ts';

test('widths that were remembered are used, and nothing else that is stored', () => {
  expect(parseWidths('{"time":120,"path":300.5}')).toEqual({ time: 120, path: 300.5 });
  expect(parseWidths('{"time":"wide","path":-4,"status":90,"other":null}')).toEqual({ status: 90 });
  for (const stored of [null, '', '{', '12', 'null', '"text"']) expect(parseWidths(stored)).toEqual({});
});

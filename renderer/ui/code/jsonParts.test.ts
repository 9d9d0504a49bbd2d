import { describe, expect, it } from 'vitest';
import { coloursOf, createStringTracker } from './jsonParts.ts';

const parts = (text: string, isInString = false): readonly string[] =>
  [...coloursOf(text, isInString)].map(({ from, to, colour }) => `${colour} ${text.slice(from, to)}`);

describe('coloursOf', () => {
  it('distinguishes names, strings, and other tokens', () => {
    expect(parts('{"a" : "b\\"c", "d":[-1.5e+3,true]}')).toEqual([
      'mark {',
      'name "a"',
      'mark :',
      String.raw`string "b\"c"`,
      'mark ,',
      'name "d"',
      'mark :',
      'mark [',
      'number -1.5e+3',
      'mark ,',
      'word true',
      'mark ]',
      'mark }',
    ]);
  });

  it('continues inside a string', () => {
    expect(parts('rest\\" of it": 1', true)).toEqual([String.raw`name rest\" of it"`, 'mark :', 'number 1']);
    expect(parts('no end', true)).toEqual(['string no end']);
    expect(parts('", 1', true)).toEqual(['string "', 'mark ,', 'number 1']);
  });

  it('highlights a string that is cut off', () => {
    expect(parts('["a, 1')).toEqual(['mark [', 'string "a, 1']);
  });
});

describe('createStringTracker', () => {
  it('says whether each line starts inside a string, in any order', () => {
    const lines = ['{"a":"one', 'two\\', '"three', '","b', '":1}', '["x"]'];
    const beginsInString = createStringTracker((line) => lines[line - 1] ?? '');
    expect([5, 1, 2, 3, 4, 6].map((line) => beginsInString(line))).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

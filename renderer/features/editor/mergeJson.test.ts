import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictName, mergeJson, type Side } from './mergeJson.ts';

const merge = (
  base: string,
  theirs: string,
  mine: string,
  settled: readonly (readonly [string, Side])[] = [],
) => mergeJson({ base, theirs, mine }, new Map(settled));

describe('merging JSON by property', () => {
  it('merges changes to adjacent properties', () => {
    expect(merge('{"a": 1, "b": 2}', '{"a": 1, "b": 3}', '{"a": 5, "b": 2}')).toEqual({
      text: '{"a": 5, "b": 3}',
      takenOver: 1,
      conflicts: [],
    });
    const base = '{\n  "a": 1,\n  "b": 2\n}\n';
    const merged = merge(base, base.replace('1', '9'), base.replace('2', '8'));
    expect(merged?.text).toBe('{\n  "a": 9,\n  "b": 8\n}\n');
  });

  it('keeps numbers and strings as written, and my layout', () => {
    const mine = '{"big":12345678901234567890,"e":1e400,"s":"\\u00e9","x":1}';
    const theirs = '{ "big": 12345678901234567890, "e": 1e400, "s": "\\u00e9", "y": -0.0 }';
    const base = '{"big":12345678901234567890,"e":1e400,"s":"\\u00e9"}';
    expect(merge(base, theirs, mine)?.text).toBe(
      '{"big":12345678901234567890,"e":1e400,"s":"\\u00e9","x":1,"y": -0.0}',
    );
  });

  it('removes and adds the properties that they removed and added', () => {
    const base = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}';
    expect(merge(base, '{"a": 1, "c": 3, "d": [4]}', '{\n  "a": 7,\n  "b": 2,\n  "c": 3\n}')).toEqual({
      text: '{\n  "a": 7,\n  "c": 3,\n  "d": [4]\n}',
      takenOver: 2,
      conflicts: [],
    });
    expect(merge('{"a": 1}', '{}', '{"a": 1}')?.text).toBe('{}');
    expect(merge('{}', '{"a": 1}', '{ }')?.text).toBe('{"a": 1 }');
  });

  it('merges nested objects, and leaves properties that both changed to the user', () => {
    const texts = [
      '{"o": {"a": 1, "b": [1, 2]}, "z": 1}',
      '{"o": {"a": 2, "b": [1, 3]}, "z": 1}',
      '{"o": {"a": 1, "b": [4]}, "z": null}',
    ] as const;
    const open = merge(...texts);
    expect(open).toEqual({
      text: '{"o": {"a": 2, "b": [4]}, "z": null}',
      takenOver: 1,
      conflicts: [{ path: ['o', 'b'], mine: '[4]', theirs: '[1, 3]' }],
    });
    const name = conflictName(['o', 'b']);
    expect(merge(...texts, [[name, 'theirs']])?.text).toBe('{"o": {"a": 2, "b": [1, 3]}, "z": null}');
    expect(merge(...texts, [[name, 'mine']])?.text).toBe(open?.text);
  });

  it('reports a conflict if one side removed what the other changed', () => {
    const texts = ['{"a": 1, "b": 2}', '{"b": 2}', '{"a": 3, "b": 2}'] as const;
    expect(merge(...texts)?.conflicts).toEqual([{ path: ['a'], mine: '3', theirs: null }]);
    expect(merge(...texts, [[conflictName(['a']), 'theirs']])?.text).toBe('{ "b": 2}');
    expect(merge('{"a": 1}', '{"a": 2}', '{}', [[conflictName(['a']), 'theirs']])?.text).toBe('{"a": 2}');
  });

  it('returns null for text that is not a JSON object or has duplicate properties', () => {
    expect(merge('{"a": 1}', 'text', '{"a": 2}')).toBeNull();
    expect(merge('[1]', '[2]', '[3]')).toBeNull();
    expect(merge('{"a": 1}', '{"a": 1, "a": 2}', '{"a": 3}')).toBeNull();
    expect(merge('{"a": 1}', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, '{"a": 3}')).toBeNull();
  });

  it('changes nothing that nobody changed, and returns theirs if mine is unchanged', () => {
    const objects = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    fc.assert(
      fc.property(objects, objects, fc.constantFrom(0, 2), (one, other, indent) => {
        const base = JSON.stringify(one, null, indent);
        const changed = JSON.stringify(other, null, indent);
        expect(merge(base, base, changed)).toEqual({ text: changed, takenOver: 0, conflicts: [] });
        const taken = merge(base, changed, base);
        expect(taken?.conflicts).toEqual([]);
        expect(JSON.parse(taken?.text ?? '')).toEqual(JSON.parse(changed));
      }),
    );
  });
});

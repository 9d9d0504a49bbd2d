import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './jsonSyntax.ts';

function faultOf(text: string) {
  const reading = readJson(text);
  if (reading.ok) throw new Error(`read ${text}`);
  return reading.fault;
}

describe('readJson', () => {
  it.each([
    ['{"a": 1,}', 1, 9, 'a property name in double quotes is missing'],
    ['{"a": 1 "b": 2}', 1, 9, 'a comma or } is missing'],
    ['[1 2]', 1, 4, 'a comma or ] is missing'],
    ['{\n  "leafHash": "ab",\n  siblings: []\n}', 3, 3, 'a property name in double quotes is missing'],
    ['{"a" 1}', 1, 6, 'a colon is missing after the property name'],
    ["{'a': 1}", 1, 2, 'property names must be in double quotes'],
    ['{"a": \'x\'}', 1, 7, 'strings must be in double quotes'],
    ['{"a": "x}', 1, 7, 'the string that begins here is never closed'],
    ['["a\nb"]', 1, 4, 'a string contains a line break or control character'],
    ['["\\x"]', 1, 3, 'a backslash is not followed by a valid JSON escape'],
    ['{"a": 012}', 1, 7, 'this is not a valid JSON value'],
    ['{"a": 0x1f}', 1, 7, 'this is not a valid JSON value'],
    ['{"a": [1, 2', 1, 12, 'the text ends here, but a comma or ] is missing'],
    ['{"a":', 1, 6, 'the text ends here, but a value is missing'],
    ['{} {}', 1, 4, 'there is text after the end of the JSON'],
    ['[undefined]', 1, 2, 'a value or ] is missing'],
    ['', 1, 1, 'the text ends here, but a value is missing'],
  ])('names line, column, and what is wrong in %j', (text, line, column, what) => {
    expect(faultOf(text)).toMatchObject({ line, column, what });
  });

  it('follows nesting of any depth', () => {
    expect(faultOf('['.repeat(200_000))).toMatchObject({ column: 200_001 });
  });

  it.each([
    ['{"a": 1, "a": 1}', 10],
    ['{"key": 1, "x": {}, "k\\u0065y": 2}', 21],
    ['[{"b": [{"__proto__": 1, "__proto__": 2}]}]', 26],
    ['{"": 1, "": 2}', 9],
  ])('refuses %s where names must be unique, and names the place', (text, column) => {
    expect(readJson(text, Infinity, 'unique')).toMatchObject({
      fault: { line: 1, column, what: 'this object has another member with this name' },
    });
    expect(readJson(text)).toMatchObject({ ok: true });
  });

  it('lets other objects use the same names', () => {
    const text = '{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": "a"}}';
    const value: unknown = JSON.parse(text);
    expect(readJson(text, Infinity, 'unique')).toEqual({ ok: true, value });
  });

  it('finds the very place of any character that was cut in two texts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, seed) => {
        const cut = text.slice(0, seed % Math.max(text.length, 1));
        const reading = readJson(cut);
        // A cut number may still be JSON; whatever is not has a fault within the text.
        if (!reading.ok) expect(reading.fault.offset).toBeLessThanOrEqual(cut.length);
        expect(reading.ok).toBe(isJson(cut));
      }),
    );
  });

  it('never calls JSON faulty, nor a fault JSON, whatever the text', () => {
    const junk = fc.string({
      unit: fc.constantFrom(...'{}[],:"\\ 0123456789.eE+-truefalsn\n\tu'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(junk, (text) => {
        const reading = readJson(text);
        expect(reading.ok).toBe(isJson(text));
        if (!reading.ok) expect(reading.fault.what).not.toBe('this is not JSON');
      }),
      { numRuns: 2_000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson, isJsonDocument, jsonTokens, layOutJson } from './jsonText.ts';

describe('isJsonDocument', () => {
  it.each(['{"a":1}', ' [1, 2]\n', '{}', '[]'])('takes %j for JSON', (value) => {
    expect(isJsonDocument(value)).toBe(true);
  });

  it.each(['', 'dark', '42', 'true', 'null', '"quoted"', '{a:1}', '[1,]', '{"a":1} x', '\u00a0{}'])(
    'takes %j for text',
    (value) => {
      expect(isJsonDocument(value)).toBe(false);
    },
  );
});

describe('jsonTokens', () => {
  it('loses nothing, even if the text is not JSON or is cut off', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(), (text, cut) => {
        const part = text.slice(0, cut % (text.length + 1));
        expect([...jsonTokens(part)].map((token) => token.text).join('')).toBe(part);
      }),
    );
  });

  it('tells names from strings', () => {
    const kinds = [...jsonTokens('{"a" : "b:c"}')].filter(({ kind }) => kind !== 'mark' && kind !== 'space');
    expect(kinds).toEqual([
      { kind: 'name', text: '"a"' },
      { kind: 'string', text: '"b:c"' },
    ]);
  });

  it('handles a string of a million escaped quotes', () => {
    const text = JSON.stringify('"'.repeat(1_000_000));
    expect([...jsonTokens(text)]).toHaveLength(1);
  });
});

describe('layOutJson', () => {
  it('formats like JSON.stringify for values that parsing does not change', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        if (typeof value !== 'object' || value === null) return;
        const text = JSON.stringify(value);
        expect(layOutJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it('keeps long numbers, escapes, and duplicate properties as stored', () => {
    const stored = '{"id":12345678901234567890,"é":"\\u00e9","a":1.0,"a":2}';
    expect(layOutJson(stored)?.replace(/\n */g, '').replace(/: /g, ':')).toBe(stored);
  });

  it('returns null for nesting that is too deep', () => {
    expect(layOutJson('['.repeat(200) + ']'.repeat(200))).toBeNull();
  });
});

describe('compactJson', () => {
  it('removes whitespace between tokens and changes nothing else', () => {
    const json = '{ "a b" : 1e400 ,\r\n "twice": -0.0, "twice": [ 12345678901234567890, " \\u0041 " ] }\n';
    expect(compactJson(json)).toBe('{"a b":1e400,"twice":-0.0,"twice":[12345678901234567890," \\u0041 "]}');
  });

  it('reverses formatting', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const compact = compactJson(json);
        expect(compactJson(layOutJson(compact) ?? compact)).toBe(compact);
      }),
    );
  });
});

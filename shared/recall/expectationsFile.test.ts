import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpectations, readExpectations, writeExpectations } from './expectationsFile.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

const one = { query: 'q', within: 3, expect: ['a'] };
const file = (...expectations: readonly object[]) => ({
  format: 'atom-explorer-expectations',
  version: 1,
  expectations,
});

describe('readExpectations', () => {
  it('fills in what may be omitted', () => {
    expect(readExpectations(file(one, { ...one, within: 20 }))).toEqual({
      ok: true,
      expectations: [
        { name: null, query: 'q', within: 3, limit: 10, expect: ['a'], reject: [] },
        { name: null, query: 'q', within: 20, limit: 20, expect: ['a'], reject: [] },
      ],
    });
  });

  it.each([
    ['a list', [one], '', 'expected object'],
    ['another format', { ...file(one), format: 'other' }, 'format', 'atom-explorer-expectations'],
    ['a later version', { ...file(one), version: 2 }, 'version', '1'],
    ['nothing expected', file(), 'expectations', '>=1'],
    ['a field that is misspelt', file({ ...one, expects: ['a'] }), 'expectations[0]', '“expects”'],
    ['an own __proto__ alone', JSON.parse('{"__proto__": {}}'), 'format', 'expected'],
    ['no query', file(one, { within: 1, expect: ['a'] }), 'expectations[1].query', 'string'],
    ['an empty query', file({ ...one, query: '  ' }), 'expectations[0].query', 'word'],
    ['within 0', file({ ...one, within: 0 }), 'expectations[0].within', '>=1'],
    ['a limit below within', file({ ...one, limit: 2 }), 'expectations[0].limit', 'at least'],
    ['no key at all', file({ query: 'q', within: 1 }), 'expectations[0].expect', 'must contain a key'],
    ['a key twice', file({ ...one, expect: ['a', 'a'] }), 'expectations[0].expect', 'more than once'],
    ['a key on both sides', file({ ...one, reject: ['a'] }), 'expectations[0].expect', 'more than once'],
    [
      'more keys than “within” allows',
      file({ ...one, within: 1, expect: ['a', 'b'] }),
      'expectations[0].expect',
      'allows',
    ],
    ['an empty key', file({ ...one, expect: [''] }), 'expectations[0].expect[0]', '>=1'],
  ])('refuses %s and names the field', (_name, json, field, problem) => {
    const reading = readExpectations(json);
    expect(reading).toMatchObject({ ok: false, field });
    expect(reading.ok ? '' : reading.problem).toContain(problem);
  });

  it('reads back what was written, whatever the keys are', () => {
    const key = fc.string({ minLength: 1, unit: anyCharacter });
    const expectation = fc
      .record({
        name: fc.constantFrom(null, 'a name'),
        query: fc.string({ unit: anyCharacter }).map((text) => `q${text}`),
        keys: fc.uniqueArray(key, { minLength: 1, maxLength: 8 }),
        split: fc.nat(8),
        more: fc.nat(20),
      })
      .map(({ name, query, keys, split, more }) => ({
        name,
        query,
        within: 8,
        limit: 8 + more,
        expect: keys.slice(0, split),
        reject: keys.slice(split),
      }));
    fc.assert(
      fc.property(fc.array(expectation, { minLength: 1, maxLength: 5 }), (expectations) => {
        expect(parseExpectations(writeExpectations(expectations))).toEqual({ ok: true, expectations });
      }),
    );
  });

  it('takes a byte order mark, and says so where a text is no JSON', () => {
    expect(parseExpectations(`\uFEFF${JSON.stringify(file(one))}`)).toMatchObject({ ok: true });
    expect(parseExpectations('{')).toEqual({ ok: false, field: '', problem: 'is not JSON' });
  });
});

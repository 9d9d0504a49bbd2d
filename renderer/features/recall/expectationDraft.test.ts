import { describe, expect, it } from 'vitest';
import { draftOf, emptyExpectation, expectationFromHits, readDraft, withKey } from './expectationDraft.ts';

const hits = (...keys: readonly string[]) => keys.map((key) => ({ key }));

describe('expectationFromHits', () => {
  it('starts with the first keys, each once', () => {
    expect(expectationFromHits({ query: 'q', limit: 10 }, hits('a', 'a', 'b', 'c', 'd'))).toEqual({
      name: null,
      query: 'q',
      within: 3,
      limit: 10,
      expect: ['a', 'b', 'c'],
      reject: [],
    });
  });
  it('never checks more hits than it requests', () => {
    expect(expectationFromHits({ query: 'q', limit: 1 }, hits('a', 'b'))).toMatchObject({
      within: 2,
      limit: 2,
    });
  });
});

describe('readDraft', () => {
  const draft = draftOf({ ...emptyExpectation, query: 'q', expect: ['a'] });
  it('reads a valid form: numbers as typed, and an empty name as no name', () => {
    expect(readDraft({ ...draft, within: '5', name: ' ' })).toEqual({
      ok: true,
      expectation: { name: null, query: 'q', within: 5, limit: 10, expect: ['a'], reject: [] },
    });
  });
  it.each([
    ['query', { query: ' ' }],
    ['within', { within: '' }],
    ['within', { within: 1.5 }],
    ['within', { within: 1, expect: ['a', 'b'] }],
    ['limit', { limit: 2 }],
    ['limit', { limit: 'x' }],
    ['expect', { expect: [] }],
    ['reject', { reject: ['a'] }],
    ['name', { name: 'n'.repeat(300) }],
  ])('reports the invalid field %s: %j', (field, change) => {
    expect(readDraft({ ...draft, ...change })).toMatchObject({ ok: false, field });
  });
});

describe('withKey', () => {
  it('adds a key once, exactly as typed, but never an empty key', () => {
    expect(withKey(['a'], ' b ')).toEqual(['a', ' b ']);
    expect(withKey(['a'], 'a')).toEqual(['a']);
    expect(withKey(['a'], '')).toEqual(['a']);
  });
});

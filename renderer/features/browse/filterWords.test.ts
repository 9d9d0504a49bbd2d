import { expect, it } from 'vitest';
import { conditionsOf, withBookmarked, withStates, withTag } from './filterWords.ts';

it('names each condition and the filter without it', () => {
  const filter = withTag(withBookmarked(withStates({ text: 'x' }, ['red', 'unread']), true), 'to do');
  expect(conditionsOf(filter)).toEqual([
    { words: 'Failed', without: { text: 'x', states: ['unread'], bookmarked: true, tag: 'to do' } },
    { words: 'Not read yet', without: { text: 'x', states: ['red'], bookmarked: true, tag: 'to do' } },
    { words: 'Bookmarked', without: { text: 'x', states: ['red', 'unread'], tag: 'to do' } },
    { words: 'Tag “to do”', without: { text: 'x', states: ['red', 'unread'], bookmarked: true } },
  ]);
});

it('has no condition left after the last one was removed', () => {
  expect(withStates({ text: '', states: ['red'] }, [])).toEqual({ text: '' });
  expect(withBookmarked({ text: '', bookmarked: true }, false)).toEqual({ text: '' });
  expect(conditionsOf({ text: 'x' })).toEqual([]);
});

import { expect, it } from 'vitest';
import { conditionsOf, withBookmarked, withStates, withTag } from './filterWords.ts';

it('names each condition and the filter without it', () => {
  const marked = withBookmarked(withStates({ text: 'x' }, ['red', 'unread']), true);
  const filter = withTag(withTag(marked, 'to do', true), 'old', true);
  expect(conditionsOf(filter)).toEqual([
    { words: 'Failed', without: { text: 'x', states: ['unread'], bookmarked: true, tags: ['to do', 'old'] } },
    {
      words: 'Not read yet',
      without: { text: 'x', states: ['red'], bookmarked: true, tags: ['to do', 'old'] },
    },
    { words: 'Bookmarked', without: { text: 'x', states: ['red', 'unread'], tags: ['to do', 'old'] } },
    {
      words: 'Tag “to do”',
      without: { text: 'x', states: ['red', 'unread'], bookmarked: true, tags: ['old'] },
    },
    {
      words: 'Tag “old”',
      without: { text: 'x', states: ['red', 'unread'], bookmarked: true, tags: ['to do'] },
    },
  ]);
});

it('has no condition left after the last one was removed', () => {
  expect(withStates({ text: '', states: ['red'] }, [])).toEqual({ text: '' });
  expect(withBookmarked({ text: '', bookmarked: true }, false)).toEqual({ text: '' });
  expect(withTag({ text: '', tags: ['old'] }, 'old', false)).toEqual({ text: '' });
  expect(conditionsOf({ text: 'x' })).toEqual([]);
});

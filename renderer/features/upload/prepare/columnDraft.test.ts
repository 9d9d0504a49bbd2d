import { describe, expect, it } from 'vitest';
import type { ColumnChange } from '#shared/domain/rowMapping.ts';
import { fitWords, missingWords } from './columnDraft.ts';

function draft(more: Partial<ColumnChange>): ColumnChange {
  return { from: 'name', name: 'title', keeps: false, steps: [], ...more };
}

describe('a change that cannot be added yet', () => {
  it.each([
    ['a column', draft({ from: '', name: '' }), 'Choose a column.'],
    ['a name', draft({ name: '' }), 'Enter a name.'],
    ['a difference', draft({ name: 'name' }), 'Enter another name, or add a step.'],
    [
      'what to replace',
      draft({ steps: [{ kind: 'replace', find: '', by: 'x' }] }),
      'Enter the text to replace.',
    ],
    ['where to split', draft({ steps: [{ kind: 'list', separator: '' }] }), 'Enter the separator.'],
  ])('says that it needs %s', (_, incomplete, words) => {
    expect(missingWords(incomplete, true)).toBe(words);
  });

  it('needs nothing else', () => {
    expect(missingWords(draft({}), true)).toBeNull();
    expect(missingWords(draft({ from: 'name.common', name: 'name.common' }), false)).toBeNull();
    expect(missingWords(draft({ name: 'name', steps: [{ kind: 'trim' }] }), true)).toBeNull();
  });
});

describe('the words above the preview of a change', () => {
  const text = (value: string) => ({
    before: value,
    after: { fits: true, text: value, isText: true } as const,
  });
  const none = { before: null, after: { fits: true, text: null, isText: true } as const };

  it('say how many rows it does not fit', () => {
    expect(fitWords([text('1')], true)).toBe('Fits the first row');
    expect(fitWords([text('1'), none], true)).toBe('Fits all of the first 2 rows');
    expect(fitWords([text('1'), { before: 'x', after: { fits: false, step: null } }], true)).toContain(
      'Does not fit 1 of the first 2 rows.',
    );
  });

  it('do not claim that it fits if no row has a value', () => {
    expect(fitWords([none, none], false)).toBe(
      'None of the first 2 rows has a value here. Check the spelling.',
    );
    expect(fitWords([none], true)).toBe('The first row has no value here.');
  });
});

import { describe, expect, it } from 'vitest';
import { columnBeingTyped, insertColumn, templateCompletions } from './templateField.ts';

const columns = ['team', 'name', 'team lead', 'Steam'];

describe('a template that is being typed', () => {
  it('finds the column name before the caret', () => {
    expect(columnBeingTyped('v1.{te', 6)).toEqual({ start: 3, typed: 'te' });
    expect(columnBeingTyped('v1.{', 4)).toEqual({ start: 3, typed: '' });
    expect(columnBeingTyped('v1.{team}.x', 11)).toBeNull();
    expect(columnBeingTyped('a {{ b', 6)).toBeNull();
    expect(columnBeingTyped('a {{{te', 7)).toEqual({ start: 4, typed: 'te' });
  });

  it('is completed with columns that start with the text, then with those that contain it', () => {
    expect(templateCompletions('v1.{tea', 7, columns)).toEqual([
      { column: 'team', completed: 'v1.{team}' },
      { column: 'team lead', completed: 'v1.{team lead}' },
      { column: 'Steam', completed: 'v1.{Steam}' },
    ]);
  });

  it('is completed before a closing brace and before other text', () => {
    expect(templateCompletions('v1.{n}.rest', 5, columns)).toEqual([
      { column: 'name', completed: 'v1.{name}.rest' },
    ]);
  });

  it('replaces the selection with a column', () => {
    expect(insertColumn('v1.XX.end', { start: 3, end: 5 }, 'team')).toEqual({
      template: 'v1.{team}.end',
      caret: 9,
    });
  });
});

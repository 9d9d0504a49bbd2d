import { expect, it } from 'vitest';
import { previousSummary } from '../writes/previousKept.ts';
import { notKeptSentences, previousCautions, previousGoneSentence } from './previousWords.ts';

it('says of how many atoms the previous value was not kept, and why', () => {
  expect(
    notKeptSentences([
      { why: 'reading before the store failed', atoms: 1 },
      { why: 'values that contain the API key are never saved', atoms: 2 },
    ]),
  ).toEqual([
    'The previous value of 1 atom was not kept on this computer, because reading before the store failed.',
    'The previous values of 2 atoms were not kept on this computer, because values that contain the API key are never saved.',
  ]);
  expect(notKeptSentences([])).toEqual([]);
});

it('warns of values that were not verified, and of values that were stored since', () => {
  const atoms = (['red', 'amber', 'amber', 'green', null] as const).map((verdict) => ({ verdict }));
  expect(previousCautions(previousSummary({ atoms, notKept: [] }), 1)).toEqual([
    '1 atom no longer has the value that this write stored. Storing replaces later values.',
    '1 previous value failed verification when it was read.',
    '2 previous values could not be checked when they were read.',
    '1 previous value was kept by an earlier version of Atom Explorer, which did not record whether it was verified.',
  ]);
  expect(previousCautions(previousSummary({ atoms: [{ verdict: 'green' }], notKept: [] }), 0)).toEqual([]);
});

it('says how many values are gone since they were kept', () => {
  expect(previousGoneSentence(3, 3)).toBeNull();
  expect(previousGoneSentence(3, 5)).toBeNull();
  expect(previousGoneSentence(3, 2)).toContain('value of 1 atom cannot be stored again: it was deleted');
  expect(previousGoneSentence(3, 0)).toContain('values of 3 atoms cannot be stored again: they were');
});

import { expect, it } from 'vitest';
import { valueCoverageWords } from './valueCoverageWords.ts';

const coverage = {
  keys: 345,
  searched: 120,
  tooLarge: 0,
  dropped: 0,
  readable: 225,
  history: 'none',
} as const;

it('says how many values were searched, and why others cannot simply be read', () => {
  expect(valueCoverageWords(coverage)).toBe('Searched the values of 120 of 345 known keys.');
  expect(valueCoverageWords({ ...coverage, searched: 345, readable: 0 })).toBe(
    'Searched the values of all 345 known keys.',
  );
  expect(valueCoverageWords({ ...coverage, tooLarge: 1, dropped: 20 })).toBe(
    'Searched the values of 120 of 345 known keys. 1 value is too large to search. 20 values did not fit into memory.',
  );
});

it('never calls a history searched that is still loaded, or cannot be opened', () => {
  const words = (history: 'loading' | 'loaded' | 'key-missing' | 'unreadable' | 'locked') =>
    valueCoverageWords({ ...coverage, history });
  expect(words('loading')).toContain('Loading values from the history…');
  expect(words('loaded')).toBe(valueCoverageWords(coverage));
  expect(words('key-missing')).toContain('The history was not searched: its key is not in the keychain.');
  expect(words('locked')).toContain('The history was not searched: the computer is locked.');
  expect(words('unreadable')).toContain('The history was not searched: it could not be opened.');
});

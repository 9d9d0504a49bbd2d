import { expect, it } from 'vitest';
import { findSettings, type SettingSection } from './findSettings.ts';

const Component = (): null => null;
const sections: readonly SettingSection[] = [
  {
    title: 'Appearance',
    settings: [
      { words: 'theme light dark', Component },
      { words: 'density rows', Component },
    ],
  },
  { title: 'Times', settings: [{ words: 'time zone utc', Component }] },
];

function found(text: string): readonly string[] {
  return findSettings(sections, text).flatMap(({ title, settings }) =>
    settings.map(({ words }) => `${title}: ${words}`),
  );
}

it('shows everything until something is typed', () => {
  expect(findSettings(sections, '  ')).toEqual(sections);
});

it('finds settings by any words of them or their section, in any order and case', () => {
  expect(found('DARK app')).toEqual(['Appearance: theme light dark']);
  expect(found('utc')).toEqual(['Times: time zone utc']);
  expect(found('appearance')).toHaveLength(2);
});

it('leaves out sections without a match', () => {
  expect(found('dark utc')).toEqual([]);
});

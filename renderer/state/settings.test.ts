import { afterEach, describe, expect, it } from 'vitest';
import { changeSettings, firstSettings, isFontName, isWriteAsked, useSettings } from './settings.ts';

afterEach(() => useSettings.setState(firstSettings));

describe('the settings of an earlier start', () => {
  it('are used', () => {
    const chosen = {
      zone: 'utc',
      date: 'dayFirst',
      number: 'point',
      density: 'compact',
      textFont: 'Noto Sans',
      codeFont: 'DejaVu Sans Mono',
      codeSize: 14,
      noticeTime: 'stay',
      writeQuestions: 'all',
      keepsTabs: false,
    };
    expect(useSettings.read(chosen)).toEqual(chosen);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'utc'],
    [
      'choices that do not exist',
      {
        zone: 'mars',
        date: 7,
        number: null,
        density: 'huge',
        codeSize: 400,
        noticeTime: 'no',
        keepsTabs: 'x',
      },
    ],
    ['a font name that would end the style', { textFont: 'x"; color: red', codeFont: 5 }],
  ])('are the first ones after %s', (_what, stored) => {
    expect(useSettings.read(stored)).toEqual(firstSettings);
  });
});

it.each([
  ['Noto Sans', true],
  ['JetBrains Mono 2.3', true],
  ['游ゴシック', true],
  ['', false],
  ['a"b', false],
  ['x; }', false],
  [' leading', false],
  ['x'.repeat(61), false],
])('takes %j as the name of a font: %s', (name, isOne) => {
  expect(isFontName(name)).toBe(isOne);
});

describe('the question before a store', () => {
  it('is always asked for production', () => {
    expect(isWriteAsked({ environment: 'production' })).toBe(true);
    expect(isWriteAsked({ environment: 'staging' })).toBe(false);
  });

  it('is asked everywhere if the user chose so', () => {
    changeSettings({ writeQuestions: 'all' });
    expect(isWriteAsked({ environment: 'none' })).toBe(true);
    expect(isWriteAsked({ environment: 'production' })).toBe(true);
  });
});

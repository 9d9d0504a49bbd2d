import { describe, expect, it } from 'vitest';
import { keyTerms, stem } from './keyTerms.ts';

describe('keyTerms', () => {
  it.each([
    ['v1.user.Glen.preference.theme', 'v 1 user glen preferenc them'],
    ['darkMode', 'dark mode'],
    ['HTTPServerPort2', 'http server port 2'],
    ['dark_mode-is/on', 'dark mode is on'],
    ['2026-05-11', '2026 05 11'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﬁlter', 'filter'],
    ['Μέτρο.ΝΕΡΟ', 'μέτρο νερο'],
    ['Прошивка.датчикТемпературы', 'прошивка датчик температуры'],
    ['مضخة.الماء', 'مضخة الماء'],
    ['温室管理', '温室 室管 管理'],
    ['Wi-Fiの設定3', 'wi fi の設 設定 3'],
    ['気', '気'],
    ['…🌿…', ''],
    ['', ''],
  ])('%s', (text, terms) => {
    expect(keyTerms(text).join(' ')).toBe(terms);
  });

  it('treats composed and decomposed letters alike', () => {
    expect(keyTerms('Tom\u00e1s')).toEqual(keyTerms('Toma\u0301s'));
  });
});

describe('stem', () => {
  it.each([
    ['schedules', 'scheduled', 'scheduling', 'schedule'],
    ['preferences', 'preference'],
    ['batteries', 'battery'],
    ['boxes', 'box'],
    ['stopped', 'stopping', 'stop'],
    ['decisions', 'decision'],
  ])('treats %s and its forms alike', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it.each(['status', 'class', 'Mei', 'bus', 'ring', 'feed', 'red', 'v1', 'analysis', '温室'])(
    'leaves %s alone',
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );
});

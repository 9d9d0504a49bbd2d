import { describe, expect, it } from 'vitest';
import { scanJson } from './jsonOutline.ts';
import { runWhole } from '../../ui/runInSlices.ts';
import { guessWords, kindWords } from './valueKind.ts';

describe('kindWords', () => {
  it.each([
    ['{"a":1,"b":2}', 'JSON object, 2 properties'],
    ['[]', 'JSON array, 0 items'],
    ['"x"', 'JSON string'],
    ['-1.50', 'Number'],
    ['true', 'Boolean'],
    ['null', 'null'],
    ['', 'Empty'],
    ['dark', 'Text'],
    ['one\ntwo\n', 'Text, 2 lines'],
    ['01', 'Text'],
  ])('of %j', (value, words) => {
    expect(kindWords(value, runWhole(scanJson(value)))).toBe(words);
  });
});

describe('guessWords', () => {
  it.each([
    ['2026-02-28', 'a date'],
    ['2024-02-29T23:59:59.123Z', 'a date'],
    ['1763731200000', 'a time in milliseconds since 1970'],
    ['123E4567-e89b-12d3-a456-426614174000', 'a UUID'],
    ['https://example.com/a?b#c', 'a URL'],
    ['postgres://db/x', 'a URL'],
    ['javascript:alert(1)', 'a script URL, shown as text only'],
    ['JavaScript:alert(1)', 'a script URL, shown as text only'],
    ['data:text/html,<b>', 'a script URL, shown as text only'],
    ['glen@example.com', 'an email address'],
    ['88007222aabbccdd88007222aabbccdd', 'hexadecimal bytes'],
    ['SGVsbG8gd29ybGQhIQ==', 'Base64'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'a signed token (JWT)'],
    ['-----BEGIN CERTIFICATE-----\nMII', 'a key or certificate (PEM)'],
    ['<p>text</p>', 'HTML or XML'],
  ])('of %j', (value, words) => {
    expect(guessWords(value)).toBe(words);
  });

  it.each([
    'dark',
    '2026-02-30',
    '2026-13-01',
    '42',
    '1234567890123456',
    'averylongwordindeedx',
    'eyJx.y.z',
    'note: call back',
    '< 3 items',
    '',
  ])('makes nothing of %j', (value) => {
    expect(guessWords(value)).toBeNull();
  });

  it('is fast even for texts made to slow it down', () => {
    for (const text of [
      '0'.repeat(199_999),
      `${'a'.repeat(199_990)}@`,
      `eyJ${'a.'.repeat(90_000)}`,
      'A'.repeat(199_999),
    ]) {
      expect(guessWords(text)).toBeNull();
    }
  });
});

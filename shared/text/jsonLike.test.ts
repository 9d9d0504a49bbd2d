import { describe, expect, it } from 'vitest';
import { isBrokenJson } from './jsonLike.ts';

describe('a text that is meant to be JSON', () => {
  it.each([
    '{"a": 1, "b": [1,2,}',
    '{"a": 1,}',
    "{'a': 1}",
    '{a: 1}',
    '{',
    ' \n[',
    '[1, 2',
    '[1,, 2]',
    '[[1, 2], [3}',
    '[{"a": 1}, {"b"}]',
    '["a" "b"]',
    '{"a": NaN}',
    '{"a": "line\nbreak"}',
    '\uFEFF{"a": 1}',
    '{"a": 1} trailing',
    `{"text": "${'x'.repeat(5_000)}", }`,
  ])('is found broken: %j', (text) => {
    expect(isBrokenJson(text)).toBe(true);
  });

  it.each(['{}', '[]', ' {"a": [1, 2]} ', '[1]', '[[1, 2], []]', '{"__proto__": null}'])(
    'is valid: %j',
    (text) => {
      expect(isBrokenJson(text)).toBe(false);
    },
  );

  it.each([
    '',
    'plain text',
    '12,',
    '"open',
    '{{name}} is a template',
    '[text](https://example.com)',
    '[ ] buy milk',
    '[x] done',
    '[[wiki link]]',
    '[1] a footnote',
    '[TODO] later',
    '[section]\nname = value',
    '{hello}',
  ])('is something else: %j', (text) => {
    expect(isBrokenJson(text)).toBe(false);
  });
});

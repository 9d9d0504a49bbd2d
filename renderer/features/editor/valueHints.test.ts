import { describe, expect, it } from 'vitest';
import { jsonHint, keyHint } from './valueHints.ts';

describe('jsonHint', () => {
  it('says nothing of plain text', () => {
    expect(jsonHint('dark', null)).toBeNull();
    expect(jsonHint('42', 'light')).toBeNull();
  });

  it('confirms JSON', () => {
    expect(jsonHint('{"a":1}', null)).toEqual({ tone: 'calm', words: 'Valid JSON' });
  });

  it('warns of broken JSON, and of text in place of JSON', () => {
    expect(jsonHint('{"a":1', null)?.words).toMatch(/^Not valid JSON: /);
    expect(jsonHint('dark', '{"a":1}')?.words).toMatch(/^The stored value is JSON, this is not: /);
    expect(jsonHint('42', '{"a":1}')?.words).toBe('The stored value is JSON, this is not.');
  });
});

describe('keyHint', () => {
  it('points out spaces at the ends and keys that exist', () => {
    expect(keyHint('a ', null, false)?.words).toContain('space');
    expect(keyHint('a', 3, true)?.words).toContain('at version 3');
    expect(keyHint('a', null, false)).toBeNull();
  });
});

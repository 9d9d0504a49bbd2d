import { describe, expect, it } from 'vitest';
import { cleanApiKey } from './apiKey.ts';

describe('cleanApiKey', () => {
  it.each([
    ['  sk-1\n', 'sk-1'],
    ['\tsk-1\r\n', 'sk-1'],
    ['sk 1', 'sk 1'],
    ['sk-\u00e9', 'sk-\u00e9'],
  ])('prepares %j for a header', (pasted, apiKey) => {
    expect(cleanApiKey(pasted)).toEqual({ ok: true, value: apiKey });
  });

  it.each([
    '',
    ' \n ',
    'sk\n1',
    'sk\r\nX-Evil: 1',
    'sk\u00001',
    'sk\u007f',
    'sk-\u20ac',
    'sk-\u{1f600}',
    'sk\u200b1',
  ])('refuses %j without repeating it', (pasted) => {
    const result = cleanApiKey(pasted);
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'apiKey' } });
    expect(result.ok ? '' : result.error.message).not.toContain('sk');
  });
});

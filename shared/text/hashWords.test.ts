import { expect, it } from 'vitest';
import { shortHash } from './hashWords.ts';

it('keeps the beginning and the end of a long hash', () => {
  expect(shortHash(`88007222${'0'.repeat(52)}e2ed`)).toBe('88007222..e2ed');
});

it('gives a short one whole', () => {
  expect(shortHash('88007222')).toBe('88007222');
});

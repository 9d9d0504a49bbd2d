import { expect, it } from 'vitest';
import { differingDigits } from './checkFacts.ts';

it('marks only the bytes that differ', () => {
  expect(differingDigits('00112233', '00112233')).toEqual([{ text: '00112233', differs: false }]);
  expect(differingDigits('00112233', '00122233')).toEqual([
    { text: '00', differs: false },
    { text: '12', differs: true },
    { text: '2233', differs: false },
  ]);
  expect(differingDigits('00', '0011')).toEqual([
    { text: '00', differs: false },
    { text: '11', differs: true },
  ]);
});

import { expect, it } from 'vitest';
import { worstInName } from './verdictInName.ts';

it('calls a file verified only if all that is in it is', () => {
  expect(worstInName(['green', 'green'])).toBe('verified');
  expect(worstInName(['green', 'keyOnly'])).toBe('key only');
  expect(worstInName(['keyOnly', 'amber', 'green'])).toBe('not fully checked');
  expect(worstInName(['green', 'amber', 'red'])).toBe('failed');
  expect(worstInName([])).toBe('');
});

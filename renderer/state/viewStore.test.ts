import { describe, expect, it } from 'vitest';
import { readRememberedViews } from './viewStore.ts';

describe('readRememberedViews', () => {
  it('takes back what was remembered', () => {
    const remembered = { inspectorTab: 'proof', valueView: 'text' };
    expect(readRememberedViews(remembered)).toEqual(remembered);
  });

  it.each([undefined, null, 'proof', [], { inspectorTab: 'gone', valueView: 7 }])(
    'falls back to the first views for %j',
    (stored) => {
      expect(readRememberedViews(stored)).toEqual({ inspectorTab: 'value', valueView: 'pretty' });
    },
  );
});

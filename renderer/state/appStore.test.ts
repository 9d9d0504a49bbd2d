import { describe, expect, it } from 'vitest';
import { readRemembered } from './appStore.ts';

const first = { activeConnectionId: null, screen: 'browse', theme: 'system' };

describe('readRemembered', () => {
  it('uses what an earlier start saved', () => {
    const left = { activeConnectionId: 'demo', screen: 'recall', theme: 'dark' };
    expect(readRemembered(left)).toEqual(left);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'dark'],
    ['a list', [1, 2]],
    ['fields of other types', { activeConnectionId: 7, screen: {}, theme: null }],
    ['names that are gone', { activeConnectionId: null, screen: 'ledger', theme: 'sepia' }],
  ])('begins afresh from %s', (_what, stored) => {
    expect(readRemembered(stored)).toEqual(first);
  });

  it('drops unknown fields', () => {
    expect(readRemembered({ apiKey: 'secret' })).toEqual(first);
  });
});

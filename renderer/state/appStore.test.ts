import { describe, expect, it } from 'vitest';
import { useAppStore } from './appStore.ts';

const first = { activeConnectionId: null, screen: 'browse', theme: 'system' };

describe('what an earlier start saved', () => {
  it('is used', () => {
    const left = { activeConnectionId: 'demo', screen: 'recall', theme: 'dark' };
    expect(useAppStore.read(left)).toEqual(left);
  });

  it.each([
    ['ledger', 'roots'],
    ['log', 'writes'],
  ])('finds the screen that was called %s', (name, now) => {
    expect(useAppStore.read({ screen: name }).screen).toBe(now);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'dark'],
    ['a list', [1, 2]],
    ['fields of other types', { activeConnectionId: 7, screen: {}, theme: null }],
    ['names that are gone', { activeConnectionId: null, screen: 'no-such-screen', theme: 'sepia' }],
  ])('begins afresh from %s', (_what, stored) => {
    expect(useAppStore.read(stored)).toEqual(first);
  });

  it('drops unknown fields', () => {
    expect(useAppStore.read({ apiKey: 'secret' })).toEqual(first);
  });
});

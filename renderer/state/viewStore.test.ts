import { describe, expect, it } from 'vitest';
import { chooseView, chosenView, prefixOf, useViewStore, type ValueView } from './viewStore.ts';

const initial = { inspectorTab: 'value', valueViews: new Map(), diffLayout: 'split' };

describe('the saved settings', () => {
  it('uses the valid fields', () => {
    expect(
      useViewStore.read({ inspectorTab: 'proof', valueViews: [['v1.a', 'hex']], diffLayout: 'unified' }),
    ).toEqual({ inspectorTab: 'proof', valueViews: new Map([['v1.a', 'hex']]), diffLayout: 'unified' });
  });

  it.each([
    undefined,
    null,
    'proof',
    [],
    { inspectorTab: 'gone', valueViews: 7, diffLayout: 1 },
    { inspectorTab: 'value', valueView: 'pretty' },
    { valueViews: [['v1.a', 'pretty'], ['v1.b'], 'hex', [1, 'hex'], ['x'.repeat(1_001), 'hex']] },
  ])('falls back for %j', (stored) => {
    expect(useViewStore.read(stored)).toEqual(initial);
  });
});

describe('the view of a value', () => {
  const views = (...entries: readonly (readonly [string, ValueView])[]) => new Map(entries);

  it('is the one chosen for the same prefix, or else for the longest prefix above it', () => {
    const chosen = views(['v1.user', 'hex'], ['v1.user.Glen', 'text']);
    expect(chosenView(chosen, 'v1.user.Glen.theme')).toBe('text');
    expect(chosenView(chosen, 'v1.user.Mei.theme')).toBe('hex');
    expect(chosenView(chosen, 'v1.fact.one')).toBeNull();
  });

  it('of keys without a prefix applies only to such keys', () => {
    const chosen = views(['', 'hex']);
    expect(chosenView(chosen, 'plain')).toBe('hex');
    expect(chosenView(chosen, 'v1.a')).toBeNull();
    expect(chosenView(chosen, '.a')).toBe('hex');
  });

  it('is remembered for a limited number of prefixes, the latest choices', () => {
    for (let index = 0; index < 400; index += 1) chooseView(`p${String(index)}.key`, 'hex');
    chooseView('p200.other', 'text');
    const { valueViews } = useViewStore.getState();
    expect(valueViews.size).toBe(300);
    expect(chosenView(valueViews, 'p99.key')).toBeNull();
    expect(chosenView(valueViews, 'p200.key')).toBe('text');
    expect([...valueViews.keys()].at(-1)).toBe('p200');
  });
});

describe('prefixOf', () => {
  it('ends before the last dot', () => {
    expect(['v1.a.b', 'a', '.a', ''].map(prefixOf)).toEqual(['v1.a', '', '', '']);
  });
});

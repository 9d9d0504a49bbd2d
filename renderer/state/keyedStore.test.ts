import { expect, it, vi } from 'vitest';
import { createKeyedStore } from './keyedStore.ts';

const first = { query: '', limit: 10 };

it('keeps a state for each key, and starts with the first one', () => {
  const store = createKeyedStore<string, typeof first>(first);
  store.change('a', (view) => ({ ...view, query: 'x' }));
  expect(store.viewOf('a')).toEqual({ query: 'x', limit: 10 });
  expect(store.viewOf('b')).toBe(first);
  store.merge('a', { limit: 5 });
  expect(store.viewOf('a')).toEqual({ query: 'x', limit: 5 });
  store.remove('a');
  expect(store.viewOf('a')).toBe(first);
});

it('changes nothing when a step returns the same state', () => {
  const store = createKeyedStore<string, typeof first>(first);
  const step = vi.fn((view: typeof first) => view);
  store.change('a', step);
  expect(step).toHaveBeenCalledWith(first);
  expect(store.viewOf('a')).toBe(first);
});

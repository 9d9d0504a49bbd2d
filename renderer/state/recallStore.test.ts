import { describe, expect, it } from 'vitest';
import { startRun, type RecallView } from './recallStore.ts';

const start: RecallView = { query: '', limit: 10, run: null, selectedKey: 'old', history: [] };

describe('startRun', () => {
  it('shows the new run with nothing selected and remembers its words once, newest first', () => {
    let view = start;
    for (const query of ['a', 'b', 'a']) view = startRun(view, { id: query, query, limit: 5 });
    expect(view).toMatchObject({ query: 'a', selectedKey: null, history: ['a', 'b'] });
  });

  it('forgets the oldest words', () => {
    let view = start;
    for (let at = 0; at < 30; at += 1) view = startRun(view, { id: `${at}`, query: `q${at}`, limit: 5 });
    expect(view.history).toHaveLength(20);
    expect(view.history[0]).toBe('q29');
  });
});

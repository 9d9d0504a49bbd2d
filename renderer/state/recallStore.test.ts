import { describe, expect, it } from 'vitest';
import { compare, firstRecallView, startRun } from './recallStore.ts';

describe('the view of Recall', () => {
  it('shows a new run from its best hit, wherever it was started', () => {
    const view = startRun(
      { ...firstRecallView, tab: 'history', selection: { kind: 'prediction', key: 'old' } },
      { id: 'r', query: 'again', limit: 25 },
    );
    expect(view).toMatchObject({
      tab: 'answer',
      query: 'again',
      limit: 25,
      run: { id: 'r' },
      selection: { kind: 'hit', at: 0 },
    });
  });

  it('shows two runs side by side', () => {
    expect(compare(firstRecallView, 'a', null)).toMatchObject({
      tab: 'compare',
      compared: { a: 'a', b: null },
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { askRecall, changeRecallView, recallViewOf, showComparison } from './recallStore.ts';

const id = 'c' as ConnectionId;

describe('the view of Recall', () => {
  it('shows a new run from its best hit, wherever it was started', () => {
    changeRecallView(id, { tab: 'history', selection: { kind: 'prediction', key: 'old' } });
    askRecall(id, 'again', 25);
    expect(recallViewOf(id)).toMatchObject({
      tab: 'answer',
      query: 'again',
      limit: 25,
      run: { query: 'again', limit: 25 },
      selection: { kind: 'hit', at: 0 },
    });
  });

  it('shows two runs side by side', () => {
    showComparison(id, 'a', null);
    expect(recallViewOf(id)).toMatchObject({ tab: 'compare', compared: { a: 'a', b: null } });
  });
});

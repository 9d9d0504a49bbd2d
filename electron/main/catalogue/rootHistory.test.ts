import { describe, expect, it } from 'vitest';
import { createRootHistory } from './rootHistory.ts';

const root = (rootHash: string, treeSize: bigint | null = null) => ({ rootHash, treeSize });
const when = (askedAt: number, at = askedAt + 1) => ({ askedAt, at });

describe('createRootHistory', () => {
  it('tells a new root from one seen before, and counts', () => {
    const history = createRootHistory();
    expect(history.standing(root('aa', 5n), 0)).toEqual({ kind: 'new' });
    history.add(root('aa', 5n), when(0));
    history.add(root('aa', 5n), when(10));
    expect(history.standing(root('aa', 5n), 20)).toEqual({ kind: 'seen', firstSeenAt: 1, times: 2 });
  });

  it('takes hex in capitals and with 0x for the same root, and other text as it is', () => {
    const history = createRootHistory();
    history.add(root('0xABCD', 5n), when(0));
    history.add(root('Base64+/', 5n), when(0));
    expect(history.standing(root('abcd', 5n), 9).kind).toBe('seen');
    expect(history.standing(root('base64+/', 5n), 9).kind).toBe('new');
  });

  it('finds the same root with another size', () => {
    const history = createRootHistory();
    history.add(root('aa', 5n), when(0));
    expect(history.standing(root('aa', 6n), 9)).toEqual({
      kind: 'contradiction',
      contradiction: { kind: 'same-root-other-size', size: '6', earlierSize: '5' },
    });
    expect(history.standing(root('aa'), 9).kind).toBe('seen');
  });

  it('takes the size of a root that came without one from its next sighting', () => {
    const history = createRootHistory();
    history.add(root('aa'), when(0));
    expect(history.standing(root('aa', 5n), 9).kind).toBe('seen');
    history.add(root('aa', 5n), when(9));
    expect(history.standing(root('aa', 6n), 20).kind).toBe('contradiction');
  });

  it('finds a tree that shrank, and goes on finding it', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(0));
    const found = {
      kind: 'contradiction',
      contradiction: { kind: 'shrinking', size: '9', largestSize: '10', seenAt: 1 },
    };
    expect(history.standing(root('bb', 9n), 5)).toEqual(found);
    history.add(root('bb', 9n), when(5));
    expect(history.standing(root('bb', 9n), 50)).toEqual(found);
  });

  it('lets an earlier root stand after the tree has grown: a late or stale answer is no lie', () => {
    const history = createRootHistory();
    history.add(root('aa', 9n), when(0));
    history.add(root('bb', 10n), when(5));
    expect(history.standing(root('aa', 9n), 20).kind).toBe('seen');
  });

  it('proves nothing by answers that overtook each other', () => {
    const history = createRootHistory();
    // Asked at 10 and answered at 30, while another answer with the larger tree came at 20.
    history.add(root('bb', 10n), when(15, 20));
    expect(history.standing(root('aa', 9n), 10)).toEqual({ kind: 'new' });
    expect(history.standing(root('aa', 9n), 21).kind).toBe('contradiction');
  });

  it('does not let a contradicting size make later trees look small', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(0));
    history.add(root('aa', 10n ** 18n), when(5));
    expect(history.largestSize()).toBe(10n);
    expect(history.standing(root('bb', 11n), 20).kind).toBe('new');
  });

  it('compares sizes beyond 2^53 exactly', () => {
    const history = createRootHistory();
    history.add(root('aa', 2n ** 60n + 1n), when(0));
    expect(history.standing(root('bb', 2n ** 60n), 9).kind).toBe('contradiction');
  });
});

import { describe, expect, it } from 'vitest';
import { createRootHistory } from './rootHistory.ts';

const root = (rootHash: string, treeSize: bigint | null = null) => ({ rootHash, treeSize });
const when = (askedAt: number, at = askedAt + 1) => ({ askedAt, at, sequence: askedAt });

describe('createRootHistory', () => {
  it('distinguishes a new root from one seen before, and counts', () => {
    const history = createRootHistory();
    expect(history.status(root('aa', 5n), when(0))).toEqual({ kind: 'new' });
    history.add(root('aa', 5n), when(0));
    history.add(root('aa', 5n), when(10));
    expect(history.status(root('aa', 5n), when(20))).toEqual({ kind: 'seen', firstSeenAt: 1, times: 2 });
  });

  it('treats upper-case hex and a 0x prefix as the same root, and keeps other text as it is', () => {
    const history = createRootHistory();
    history.add(root('0xABCD'), when(0));
    history.add(root('Base64+/'), when(0));
    expect(history.status(root('abcd'), when(9)).kind).toBe('seen');
    expect(history.status(root('base64+/'), when(9)).kind).toBe('new');
  });

  it('finds the same root with another size', () => {
    const history = createRootHistory();
    history.add(root('aa', 5n), when(0));
    expect(history.status(root('aa', 6n), when(9))).toEqual({
      kind: 'contradiction',
      contradiction: { kind: 'same-root-other-size', size: '6', earlierSize: '5' },
    });
    expect(history.status(root('aa'), when(9)).kind).toBe('seen');
  });

  it('learns the size of a root that came without one from its next sighting', () => {
    const history = createRootHistory();
    history.add(root('aa'), when(0));
    expect(history.status(root('aa', 5n), when(9)).kind).toBe('seen');
    history.add(root('aa', 5n), when(9));
    expect(history.status(root('aa', 6n), when(20)).kind).toBe('contradiction');
  });

  it('reports a tree that shrank, also on later responses', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(0));
    const found = {
      kind: 'contradiction',
      contradiction: { kind: 'shrinking', size: '9', largestSize: '10', seenAt: 1 },
    };
    expect(history.status(root('bb', 9n), when(5))).toEqual(found);
    history.add(root('bb', 9n), when(5));
    expect(history.status(root('bb', 9n), when(50))).toEqual(found);
  });

  it('reports a tree that went back to an earlier root for as long as it does', () => {
    const history = createRootHistory();
    history.add(root('aa', 9n), when(0));
    history.add(root('bb', 10n), when(5));
    expect(history.status(root('aa', 9n), when(20)).kind).toBe('contradiction');
    expect(history.status(root('aa', 9n), when(3, 7)).kind).toBe('seen');
    history.add(root('aa', 9n), when(20));
    expect(history.status(root('bb', 10n), when(30)).kind).toBe('seen');
  });

  it('draws no conclusion from responses whose requests overlapped', () => {
    const history = createRootHistory();
    // Requested at 10 and returned at 30, while another response with the larger tree came at 20.
    history.add(root('bb', 10n), when(15, 20));
    expect(history.status(root('aa', 9n), when(10, 30))).toEqual({ kind: 'new' });
    expect(history.status(root('aa', 9n), when(21)).kind).toBe('contradiction');
  });

  it('reports a tree that shrank after the clock was set back', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(1_000));
    expect(history.status(root('bb', 9n), when(5)).kind).toBe('contradiction');
    history.add(root('bb', 9n), when(5));
    expect(history.contradictions().map(({ rootHash }) => rootHash)).toEqual(['bb']);
  });

  it('does not let a contradicting size make later trees look small', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(0));
    history.add(root('aa', 10n ** 18n), when(5));
    expect(history.largestSize()).toBe(10n);
    expect(history.status(root('bb', 11n), when(20)).kind).toBe('new');
  });

  it('compares sizes beyond 2^53 exactly', () => {
    const history = createRootHistory();
    history.add(root('aa', 2n ** 60n + 1n), when(0));
    expect(history.status(root('bb', 2n ** 60n), when(9)).kind).toBe('contradiction');
  });

  describe('another root for a tree of the same size', () => {
    const seen = () => {
      const history = createRootHistory();
      history.add(root('aa', 5n), when(0));
      return history;
    };

    it('is unexplained whichever of the two comes first, and shows the other', () => {
      const history = seen();
      expect(history.status(root('bb', 5n), when(10))).toEqual({
        kind: 'unexplained',
        treeSize: '5',
        other: { rootHash: 'aa', at: 1 },
      });
      history.add(root('bb', 5n), when(10));
      expect(history.status(root('bb', 5n), when(20))).toMatchObject({ other: { rootHash: 'aa' } });
      expect(history.status(root('aa', 5n), when(20))).toMatchObject({ other: { rootHash: 'bb' } });
      history.add(root('cc', 6n), when(30));
      expect(history.status(root('cc', 6n), when(40)).kind).toBe('seen');
    });

    it.each([
      ['between the two', { askedAt: 4, at: 6 }, 'new'],
      ['under way when the second was asked for', { askedAt: 9, at: 99 }, 'new'],
      ['before the first was asked for', { askedAt: -9, at: -5 }, 'unexplained'],
      ['after the second came', { askedAt: 50, at: 60 }, 'unexplained'],
    ])('is explained by a store of ours that was %s', (_, write, kind) => {
      const history = seen();
      history.addWrite(write);
      expect(history.status(root('bb', 5n), when(10)).kind).toBe(kind);
    });

    it('may be caused by a store of ours that is still pending', () => {
      const openWrites = [{ askedAt: 5 }];
      expect(seen().status(root('bb', 5n), { ...when(10), openWrites }).kind).toBe('new');
      expect(seen().status(root('bb', 5n), { ...when(1), openWrites }).kind).toBe('unexplained');
    });

    it('no longer counts against a root that the user accepts, but against the other one', () => {
      const history = seen();
      history.add(root('bb', 5n), when(10));
      history.accept(root('bb', 5n), 15, 15);
      expect(history.status(root('bb', 5n), when(20)).kind).toBe('seen');
      expect(history.status(root('aa', 5n), when(20)).kind).toBe('unexplained');
    });
  });

  it('accepts a smaller tree after the user accepts its root', () => {
    const history = createRootHistory();
    history.add(root('aa', 10n), when(0));
    history.add(root('bb', 9n), when(5));
    history.accept(root('bb', 9n), 15, 15);
    expect(history.status(root('bb', 9n), when(20)).kind).toBe('seen');
    expect(history.largestSize()).toBe(9n);
    expect(history.contradictions()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { CheckStatus } from '../merkle/verdict.ts';
import { leafContradictionWords, leafMovesWords } from '../text/coverageWords.ts';
import { contradictionsOn } from './leafContradictions.ts';

const at = (key: string, rootHash: string, path: CheckStatus = 'pass', treeSize = '9') => ({
  key,
  placed: { rootHash, treeSize, path },
});

describe('contradictionsOn', () => {
  it('finds two keys on one position under one root, in any kind of tree', () => {
    for (const grows of [true, false]) {
      expect(contradictionsOn('4', [at('a', 'r'), at('b', 'r')], grows)).toEqual([
        {
          kind: 'one-leaf-one-root',
          leafIndex: '4',
          rootHash: 'r',
          keys: ['a', 'b'],
          keyCount: 2,
          proven: true,
        },
      ]);
    }
  });

  it('tells what was proven from what was only said', () => {
    expect(contradictionsOn('4', [at('a', 'r'), at('b', 'r', 'undecided')], true)).toMatchObject([
      { proven: false },
    ]);
  });

  it('finds two keys under different roots only where nothing contradicts a growing tree', () => {
    const placed = [at('a', 'r'), at('b', 's')];
    expect(contradictionsOn('4', placed, true)).toEqual([
      { kind: 'one-leaf-other-root', leafIndex: '4', keys: ['a', 'b'], keyCount: 2, proven: true },
    ]);
    expect(contradictionsOn('4', placed, false)).toEqual([]);
  });

  it('takes one root that is named for two sizes for two trees', () => {
    expect(contradictionsOn('4', [at('a', 'r', 'pass', '9'), at('b', 'r', 'pass', '10')], false)).toEqual([]);
  });
});

describe('the words', () => {
  it('claim no more than was found', () => {
    const [sameRoot] = contradictionsOn(
      '1234',
      [at('a', 'r'), at('b', 'r'), at('c', 'r'), at('d', 'r')],
      true,
    );
    const [otherRoot] = contradictionsOn('4', [at('a', 'r'), at('b', 's')], true);
    expect(sameRoot === undefined ? '' : leafContradictionWords(sameRoot)).toBe(
      '4 keys (“a”, “b”, “c”, …) were proven to be on leaf 1,234 of one tree, with root r. A position holds one leaf, so at most one of these claims can be true.',
    );
    expect(otherRoot === undefined ? '' : leafContradictionWords(otherRoot)).toBe(
      '“a”, “b” were found at leaf 4 under different roots. In a tree that only grows, a position keeps its leaf. In a tree that is rearranged, this can happen.',
    );
  });

  it('say when positions cannot be compared', () => {
    expect(leafMovesWords({ moved: 0, rewritten: 0 })).toBeNull();
    expect(leafMovesWords({ moved: 1, rewritten: 2 })).toContain(
      '1 atom moved to another position without a new version and 2 positions got a different leaf',
    );
  });
});

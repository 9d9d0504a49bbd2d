import { describe, expect, it } from 'vitest';
import {
  chainEdges,
  isAnsweredForAnother,
  keyNodeId,
  mostNodes,
  showPredictions,
  startChain,
  strayPredictions,
  takeAnswer,
  type Chain,
} from './chain.ts';

/** A chain from `a`, grown by these answers in turn, each of them shown whole. */
function chainOf(answers: readonly (readonly [key: string, predictions: readonly string[]])[]): Chain {
  return answers.reduce(
    (chain, [key, predictions]) =>
      takeAnswer(chain, keyNodeId(key), { predictions, bestHit: key, at: 1 }, predictions.length),
    startChain({ kind: 'key', text: 'a' }),
  );
}

function edgesOf(chain: Chain): readonly string[] {
  const name = (id: string): string => chain.nodes.get(id)?.text ?? '';
  return chainEdges(chain).map(({ from, to, rank, kind }) => `${name(from)}>${name(to)} ${rank} ${kind}`);
}

describe('a chain', () => {
  it('counts steps from the start along the way on which a key was met first', () => {
    const chain = chainOf([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['d', ['c']],
    ]);
    expect([...chain.nodes.values()].map(({ text, step }) => [text, step])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
      ['d', 2],
    ]);
  });

  it('has each key once, and a way back as a loop', () => {
    const chain = chainOf([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'b']],
    ]);
    expect(edgesOf(chain)).toEqual(['a>b 1 onward', 'b>c 1 onward', 'c>a 1 loop', 'c>b 2 loop']);
  });

  it('keeps a key that predicts itself, as a loop', () => {
    expect(edgesOf(chainOf([['a', ['a']]]))).toEqual(['a>a 1 loop']);
  });

  it('distinguishes a loop from an edge to a known key that does not lead back', () => {
    const chain = chainOf([
      ['a', ['b', 'c']],
      ['c', ['b']],
    ]);
    expect(edgesOf(chain)).toEqual(['a>b 1 onward', 'a>c 2 onward', 'c>b 1 across']);
  });

  it('sees a loop that closes over another branch', () => {
    const chain = chainOf([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(edgesOf(chain)).toEqual(['a>b 1 onward', 'a>c 2 onward', 'b>c 1 loop', 'c>b 1 loop']);
  });

  it('counts a key that was predicted twice in one response once, with its better rank', () => {
    expect(edgesOf(chainOf([['a', ['b', 'b', 'c']]]))).toEqual(['a>b 1 onward', 'a>c 3 onward']);
  });

  it('shows the first predictions, more on demand, and never fewer', () => {
    const start = startChain({ kind: 'key', text: 'a' });
    const one = takeAnswer(start, start.start, { predictions: ['b', 'c', 'd'], bestHit: 'a', at: 1 }, 1);
    expect([...one.nodes.values()].map(({ text }) => text)).toEqual(['a', 'b']);
    const two = showPredictions(one, start.start, 2);
    expect([...two.nodes.values()].map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(showPredictions(two, start.start, 1)).toBe(two);
  });

  it('takes keys that look like parts of an object, and a query of the same words as a key', () => {
    const start = startChain({ kind: 'query', text: 'b' });
    const chain = takeAnswer(
      start,
      start.start,
      { predictions: ['b', '__proto__', 'constructor'], bestHit: 'x', at: 1 },
      3,
    );
    expect([...chain.nodes.values()].map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'query b',
      'key b',
      'key __proto__',
      'key constructor',
    ]);
  });

  it('stops at so many nodes and counts what it omitted', () => {
    const keys = Array.from({ length: mostNodes + 4 }, (_, index) => `k${index}`);
    const chain = chainOf([['a', keys]]);
    expect(chain.nodes.size).toBe(mostNodes);
    expect(chain.leftOut).toBe(5);
    expect(chainEdges(chain)).toHaveLength(mostNodes - 1);
  });

  it('knows when a question about a key was taken for another one', () => {
    const start = startChain({ kind: 'key', text: 'a' });
    const answered = (bestHit: string | null): boolean => {
      const chain = takeAnswer(start, start.start, { predictions: [], bestHit, at: 1 }, 1);
      return [...chain.nodes.values()].some(isAnsweredForAnother);
    };
    expect([answered('a'), answered('b'), answered(null)]).toEqual([false, true, true]);
  });

  it('does not lead on, nor back in a loop, by what was for another key', () => {
    const grown = chainOf([['a', ['b']]]);
    const answer = { predictions: ['a', 'a', 'c'], bestHit: 'other', at: 1 };
    const taken = takeAnswer(grown, keyNodeId('b'), answer, 3);
    const chain = showPredictions(taken, keyNodeId('b'), 3);
    expect(edgesOf(chain)).toEqual(['a>b 1 onward']);
    expect([...chain.nodes.values()].map(({ text }) => text)).toEqual(['a', 'b']);
    expect(strayPredictions(chain).map(({ from, key, rank }) => `${from.text}>${key} ${rank}`)).toEqual([
      'b>a 1',
      'b>c 3',
    ]);
  });

  it('accepts the predictions for a query, whichever hit is best', () => {
    const start = startChain({ kind: 'query', text: 'words' });
    const chain = takeAnswer(start, start.start, { predictions: ['b'], bestHit: 'a', at: 1 }, 1);
    expect(chainEdges(chain)).toHaveLength(1);
    expect(strayPredictions(chain)).toEqual([]);
  });
});

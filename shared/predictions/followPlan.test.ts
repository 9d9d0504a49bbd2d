import { describe, expect, it } from 'vitest';
import { keyNodeId, startChain, takeAnswer } from './chain.ts';
import { planFollow, type Reach } from './followPlan.ts';

/** The keys in the order in which they are asked about, where the responses are these. */
function orderAsked(
  predictions: Readonly<Record<string, readonly string[]>>,
  reach: Reach,
  absent: readonly string[] = [],
): readonly string[] {
  const asked: string[] = [];
  let chain = startChain({ kind: 'key', text: 'a' });
  for (;;) {
    const plan = planFollow(chain, chain.start, reach, (key) => absent.includes(key));
    if (plan.next === null) return asked;
    const { id, text } = plan.next;
    asked.push(text);
    const answer = { predictions: predictions[text] ?? [], bestHit: text, at: 1 };
    chain = takeAnswer(plan.chain, id, answer, reach.breadth);
  }
}

const tree = { a: ['b', 'c', 'd'], b: ['e'], c: ['f'], d: ['g'], e: ['h'], h: ['i'] } as const;

describe('the order of questions', () => {
  it('follows the likeliest prediction to its end before the next', () => {
    expect(orderAsked(tree, { breadth: 2, depth: 3 })).toEqual(['a', 'b', 'e', 'c', 'f']);
  });

  it('keeps to its depth', () => {
    expect(orderAsked(tree, { breadth: 1, depth: 1 })).toEqual(['a']);
    expect(orderAsked(tree, { breadth: 1, depth: 4 })).toEqual(['a', 'b', 'e', 'h']);
  });

  it('asks about each key of a loop once', () => {
    expect(orderAsked({ a: ['b'], b: ['c'], c: ['a'] }, { breadth: 3, depth: 50 })).toEqual(['a', 'b', 'c']);
  });

  it('does not ask about what is not there', () => {
    expect(orderAsked(tree, { breadth: 2, depth: 3 }, ['b'])).toEqual(['a', 'c', 'f']);
  });

  it('continues from a key that was met deep down once a shorter way to it is known', () => {
    const answers = { a: ['b', 'd'], b: ['c'], c: ['d'], d: ['e'], e: ['f'] } as const;
    expect(orderAsked(answers, { breadth: 2, depth: 3 })).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('shows more of a response that is there already where the breadth allows it', () => {
    const start = startChain({ kind: 'key', text: 'a' });
    const narrow = takeAnswer(start, start.start, { predictions: ['b', 'c'], bestHit: 'a', at: 1 }, 1);
    const { chain, reached, next } = planFollow(narrow, start.start, { breadth: 2, depth: 1 }, () => false);
    expect([...chain.nodes.keys()]).toEqual([start.start, keyNodeId('b'), keyNodeId('c')]);
    expect(reached).toEqual([start.start, keyNodeId('b'), keyNodeId('c')]);
    expect(next).toBeNull();
  });
});

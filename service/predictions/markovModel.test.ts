import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkovModel, learnSequences, sharedClient } from './markovModel.ts';
import type { LearnedContext, MarkovModel } from './markovModel.ts';

const always = () => true;

/** The predictions after the client recalled these keys, in a model trained only with the given sequences. */
function expectedAfter(
  keys: readonly string[],
  sequences: readonly (readonly string[])[],
  client = 'mei',
): readonly string[] {
  const model = createMarkovModel(learnSequences('mei', sequences));
  model.observe(client, keys);
  return model.predict(client, 10, always);
}

function newestOf(saved: readonly LearnedContext[]): readonly LearnedContext[] {
  return [...new Map(saved.map((learned) => [JSON.stringify(learned.context), learned])).values()];
}

describe('observe', () => {
  it('returns every changed context once, in its current state', () => {
    const model = createMarkovModel([]);
    expect(model.observe('mei', ['a'])).toEqual([]);
    expect(model.observe('mei', ['b', 'c'])).toEqual([
      { client: 'mei', context: ['a'], successors: [{ key: 'b', weight: 1, at: 1 }] },
      { client: 'mei', context: ['a', 'b'], successors: [{ key: 'c', weight: 1, at: 2 }] },
      { client: 'mei', context: ['b'], successors: [{ key: 'c', weight: 1, at: 2 }] },
    ]);
  });

  it('uses at most three previous keys', () => {
    const learned = createMarkovModel([]).observe('mei', ['a', 'b', 'c', 'd', 'e']);
    expect(Math.max(...learned.map(({ context }) => context.length))).toBe(3);
    expect(learned.at(-3)?.context).toEqual(['b', 'c', 'd']);
  });

  it('continues from the last keys of the same client only', () => {
    const model = createMarkovModel([]);
    model.observe('mei', ['a']);
    expect(model.observe('glen', ['x'])).toEqual([]);
    expect(model.observe('mei', ['b'])).toMatchObject([{ client: 'mei', context: ['a'] }]);
    expect(model.observe('mei', [])).toEqual([]);
  });

  it('learns nothing from a key recalled twice in a row', () => {
    expect(createMarkovModel([]).observe('mei', ['a', 'a', 'a'])).toEqual([]);
  });

  it('distinguishes unusual keys', () => {
    const model = createMarkovModel([]);
    model.observe('__proto__', ['__proto__', 'constructor', '', '","', '__proto__']);
    expect(model.predict('__proto__', 5, always)).toEqual(['constructor']);
  });

  it('halves the weight of a step after a thousand steps', () => {
    const model = createMarkovModel([]);
    model.observe('mei', ['a', 'b']);
    for (let step = 0; step < 499; step += 1) model.observe('mei', ['x', 'y']);
    const learned = model
      .observe('mei', ['a', 'b'])
      .find(({ context }) => context.length === 1 && context[0] === 'a');
    expect(learned?.successors).toEqual([{ key: 'b', weight: 1.5, at: 1_001 }]);
  });

  it('forgets the contexts not seen for longest, and reports them', () => {
    const model = createMarkovModel([]);
    const changed: LearnedContext[] = [];
    for (let step = 0; step < 17_000; step += 1) changed.push(...model.observe('mei', [`k${step}`]));
    const kept = new Set<string>();
    for (const { context, successors } of changed) {
      if (successors.length === 0) kept.delete(JSON.stringify(context));
      else kept.add(JSON.stringify(context));
    }
    expect(kept.size).toBe(50_000);
    expect(kept.has('["k0"]')).toBe(false);
    expect(kept.has('["k16998"]')).toBe(true);
  });

  it('keeps the 32 heaviest successors of a context', () => {
    const model = createMarkovModel([]);
    for (let step = 0; step < 40; step += 1) model.observe('mei', ['a', 'b', 'a', `k${step}`]);
    const learned = model.observe('mei', ['a', 'new']).find(({ context }) => context.join() === 'a');
    expect(learned?.successors.length).toBe(32);
    expect(learned?.successors.filter(({ key }) => key === 'b' || key === 'new').length).toBe(2);
  });

  it('gives the same predictions when its state is saved and loaded', () => {
    const someKeys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(someKeys, { maxLength: 5 }), someKeys, (batches, after) => {
        const model = createMarkovModel([]);
        const saved = [...batches, ['x', 'y', 'z']].flatMap((keys) => model.observe('mei', keys));
        const loaded = createMarkovModel(newestOf(saved));
        // The last recalled keys are not loaded. Repeated here, so that both take as many steps: almost
        // equally likely keys change places with a single step.
        loaded.observe('mei', ['z']);
        for (const one of [model, loaded]) one.observe('mei', ['x', 'y', 'z', ...after, 'a']);
        expect(loaded.predict('mei', 9, (key) => key < 'x')).toEqual(
          model.predict('mei', 9, (key) => key < 'x'),
        );
      }),
    );
  });
});

describe('predict', () => {
  it('predicts the most frequent next key', () => {
    expect(
      expectedAfter(
        ['a'],
        [
          ['a', 'b'],
          ['a', 'c'],
          ['a', 'c'],
        ],
      ),
    ).toEqual(['c', 'b']);
  });

  it('uses the longer context if the last key alone is ambiguous', () => {
    const sequences = [
      ['monday', 'status', 'risks'],
      ['friday', 'status', 'report'],
      ['x', 'status', 'report'],
    ];
    expect(expectedAfter(['monday', 'status'], sequences)[0]).toBe('risks');
    expect(expectedAfter(['friday', 'status'], sequences)[0]).toBe('report');
    const longer = [
      ['a', 'm', 'z', 'one'],
      ['b', 'm', 'z', 'two'],
      ['c', 'm', 'z', 'two'],
    ];
    expect(expectedAfter(['a', 'm', 'z'], longer)[0]).toBe('one');
    expect(expectedAfter(['n', 'm', 'z'], longer)[0]).toBe('two');
  });

  it('falls back to shorter contexts for what the longer one never saw', () => {
    expect(
      expectedAfter(
        ['monday', 'status'],
        [
          ['monday', 'status', 'risks'],
          ['friday', 'status', 'report'],
        ],
      ),
    ).toEqual(['risks', 'report']);
    expect(expectedAfter(['never', 'status'], [['friday', 'status', 'report']])).toEqual(['report']);
  });

  it('breaks ties by key, whatever the order of learning', () => {
    expect(
      expectedAfter(
        ['a'],
        [
          ['a', 'z'],
          ['a', 'm'],
          ['a', 'b'],
        ],
      ),
    ).toEqual(['b', 'm', 'z']);
  });

  it('ranks what the client saw before what only the shared client saw, however often', () => {
    const model = createMarkovModel(
      learnSequences(
        sharedClient,
        Array.from({ length: 1_000 }, () => ['a', 'popular']),
      ),
    );
    model.observe('mei', ['a', 'zz-own', 'a']);
    expect(model.predict('mei', 5, always)).toEqual(['zz-own', 'popular']);
    model.observe('a new client', ['a']);
    expect(model.predict('a new client', 5, always)).toEqual(['popular']);
  });

  it('uses the shared client to break ties', () => {
    const shared = learnSequences(sharedClient, [['a', 'c']]);
    const own = learnSequences('mei', [
      ['a', 'b'],
      ['a', 'c'],
    ]);
    const model = createMarkovModel([...shared, ...own]);
    model.observe('mei', ['a']);
    expect(model.predict('mei', 5, always)).toEqual(['c', 'b']);
  });

  it('follows a change of habit', () => {
    const model = createMarkovModel([]);
    for (let round = 0; round < 20; round += 1) model.observe('mei', ['a', 'old']);
    for (let step = 0; step < 4_000; step += 1) model.observe('mei', [`x${step % 2}`]);
    for (let round = 0; round < 3; round += 1) model.observe('mei', ['a', 'new']);
    model.observe('mei', ['q', 'r', 's', 'a']);
    expect(model.predict('mei', 5, always)).toEqual(['new', 'old']);
  });

  it('never reveals to one client what another alone recalled', () => {
    const model = createMarkovModel([]);
    model.observe('glen', ['a', 'private']);
    model.observe('mei', ['a']);
    expect(model.predict('mei', 5, always)).toEqual([]);
    expect(model.predict('unheard of', 5, always)).toEqual([]);
  });

  it('skips keys that do not exist, without using up a place', () => {
    const model = createMarkovModel(
      learnSequences('mei', [
        ['a', 'gone'],
        ['a', 'gone'],
        ['a', 'kept'],
      ]),
    );
    model.observe('mei', ['a']);
    expect(model.predict('mei', 1, (key) => key !== 'gone')).toEqual(['kept']);
  });

  it('never predicts the last key, repeats one, or returns too many', () => {
    const key: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(key), fc.nat(4), (learnt, most) => {
        const model: MarkovModel = createMarkovModel([]);
        model.observe('mei', learnt);
        const predicted = model.predict('mei', most, always);
        expect(predicted.length).toBeLessThanOrEqual(most);
        expect(new Set(predicted).size).toBe(predicted.length);
        expect(predicted).not.toContain(learnt.at(-1));
      }),
    );
  });
});

describe('learnSequences', () => {
  it('adds up over independent sequences, without aging', () => {
    const learned = learnSequences(sharedClient, [
      ['a', 'b', 'c'],
      ['a', 'b'],
    ]);
    expect(learned).toEqual([
      { client: '*', context: ['a', 'b'], successors: [{ key: 'c', weight: 1, at: 0 }] },
      { client: '*', context: ['b'], successors: [{ key: 'c', weight: 1, at: 0 }] },
      { client: '*', context: ['a'], successors: [{ key: 'b', weight: 2, at: 0 }] },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { guessKeys } from './guesses.ts';
import { keyWords } from './keyWords.ts';
import { createDiscoveryPlan, type DiscoveryPlan, type DiscoveryRequest } from './plan.ts';
import { createWordSets } from './wordSets.ts';

describe('the words of a key', () => {
  it.each([
    ['v1.user.Glen.darkMode', ['v', '1', 'user', 'glen', 'dark', 'mode']],
    ['v1.snake_case-and/more', ['v', '1', 'snake', 'case', 'and', 'more']],
    ['HTTPServer2', ['http', 'server', '2']],
    ['sensor 007', ['sensor', '007']],
    ['v1.a1b2c3d4', ['v', '1', 'a1b2c3d4']],
    ['作物.麦', ['作物', '麦']],
    ['a.A.a', ['a']],
    ['..!', []],
  ])('%s', (key, words) => {
    expect(keyWords(key)).toEqual(words);
  });
});

describe('sets of words', () => {
  const unasked = (sets: ReturnType<typeof createWordSets>): readonly string[] =>
    [...sets.unasked()].map(({ words }) => words.join(' ')).sort();

  it('are single words at first; larger sets only combine open words', () => {
    const sets = createWordSets();
    for (const key of ['a.b.c', 'a.b.d', 'a.c']) sets.addKey(key);
    expect(unasked(sets)).toEqual(['a', 'b', 'c', 'd']);
    sets.noteAsked(['a'], true, 1);
    sets.noteAsked(['d'], false, 0);
    expect(unasked(sets)).toEqual(['b', 'c']);
    sets.noteAsked(['b'], true, 0.5);
    expect(unasked(sets)).toEqual(['a b', 'c']);
    sets.noteAsked(['c'], true, 0.2);
    expect(unasked(sets)).toEqual(['a b', 'a c', 'b c']);
  });

  it('count the known keys that have all of their words, including later ones', () => {
    const sets = createWordSets();
    for (const key of ['a.b', 'a.c']) sets.addKey(key);
    sets.noteAsked(['a'], true, 1);
    sets.noteAsked(['b'], true, 1);
    sets.addKey('b.a.x');
    sets.addKey('b.a.x');
    expect([...sets.unasked()].find(({ words }) => words.join(' ') === 'a b')).toMatchObject({
      count: 2,
      isRedundant: true,
      newShare: 1,
    });
  });
});

describe('guesses', () => {
  const guess = (keys: readonly string[], tried: readonly string[] = []): readonly string[] =>
    guessKeys(keys, (key) => keys.includes(key) || tried.includes(key), 100).map(({ key }) => key);

  it('fill gaps between numbers first and then count on, with the same padding', () => {
    expect(guess(['s.01', 's.02', 's.04'])).toEqual(['s.03', 's.00', 's.05', 's.06', 's.07']);
  });

  it('apply the names below some siblings to the others', () => {
    const keys = ['ada', 'bo', 'cy', 'di'].flatMap((name) => [`u.${name}.theme`, `u.${name}.font`]);
    expect(guess(keys.filter((key) => key !== 'u.di.font'))).toEqual(['u.di.font']);
  });

  it('need at least three examples, and do not repeat what was tried', () => {
    expect(guess(['s.1', 's.2'])).toEqual([]);
    expect(guess(['s.1', 's.2', 's.4'], ['s.3'])).not.toContain('s.3');
  });

  it('avoid long numbers and huge gaps', () => {
    expect(guess(['t.1700000000001', 't.1700000000002', 't.1700000000003'])).toEqual([]);
    expect(guess(['n.1', 'n.500000', 'n.900000'])).toEqual([]);
  });

  it('stay limited for very many siblings', () => {
    const keys = Array.from({ length: 3_000 }, (_, at) => `u.name${at}.rest${at % 1_000}.x`);
    expect(guess(keys).length).toBeLessThanOrEqual(100);
  });
});

describe('the plan', () => {
  const situation = { limit: 10, knownShare: 0.5 };
  const queryOf = (request: DiscoveryRequest | null): string | null =>
    request?.kind === 'recall' ? request.query : null;
  const answer = (plan: DiscoveryPlan, query: string, newKeys = 0): void =>
    plan.note({ kind: 'recall', query, limit: 10, hits: newKeys, fullHits: newKeys, newKeys });

  it('requests the seeds first, in order', () => {
    const plan = createDiscoveryPlan({ seeds: ['one', 'two words'], guesses: true });
    expect(queryOf(plan.next(situation))).toBe('one');
    answer(plan, 'one');
    expect(queryOf(plan.next(situation))).toBe('two words');
    answer(plan, 'two words');
    expect(plan.next(situation)).toBeNull();
  });

  it('reads keys known by name only when there are many of them or nothing better to do', () => {
    const plan = createDiscoveryPlan({ seeds: ['one'], guesses: false });
    plan.addKey('v1.predicted', false);
    expect(queryOf(plan.next(situation))).toBe('one');
    for (let at = 0; at < 200; at += 1) plan.addKey(`v1.p${at}`, false);
    expect(plan.next(situation)).toMatchObject({ kind: 'predicted' });
  });

  it('repeats nothing, and ends', () => {
    const plan = createDiscoveryPlan({ seeds: [], guesses: true });
    for (let at = 0; at < 30; at += 1) plan.addKey(`v1.${at % 5}.name${at}`, true);
    const asked: string[] = [];
    for (let request = plan.next(situation); request !== null; request = plan.next(situation)) {
      asked.push(JSON.stringify(request));
      if (request.kind === 'recall') answer(plan, request.query);
      else if (request.kind === 'guess') plan.note({ kind: 'guess', missing: request.keys, newKeys: 0 });
      expect(asked.length).toBeLessThan(1_000);
    }
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(30);
  });
});

describe('empty responses that cannot be trusted', () => {
  const situation = { limit: 100, knownShare: null };
  const noHits = (query: string, limit: number) =>
    ({ kind: 'recall', query, limit, hits: 0, fullHits: 0, newKeys: 0 }) as const;
  const next = (plan: DiscoveryPlan): string | null => {
    const request = plan.next(situation);
    return request?.kind === 'recall' ? request.query : null;
  };

  it('are requested again: seeds, words, and whole keys, but not what a small limit showed', () => {
    const plan = createDiscoveryPlan({ seeds: ['seed', 'sure'], guesses: false });
    plan.addKey('a', true);
    const asked: string[] = [];
    for (let query = next(plan); query !== null; query = next(plan)) {
      asked.push(query);
      plan.note(noHits(query, query === 'sure' ? 10 : 1_000));
    }
    expect(asked).toEqual(['seed', 'sure', 'a']);
    plan.distrustEmpty();
    const again: string[] = [];
    for (let query = next(plan); query !== null; query = next(plan)) {
      again.push(query);
      plan.note(noHits(query, 10));
    }
    expect(again).toEqual(['seed', 'a']);
    plan.distrustEmpty();
    expect(next(plan)).toBeNull();
  });

  it('plans no batches after they are given up', () => {
    const plan = createDiscoveryPlan({ seeds: [], guesses: true });
    for (let at = 0; at < 200; at += 1) plan.addKey(`v1.item.${String(at * 2)}`, at % 2 === 0);
    expect(plan.next(situation)?.kind).toBe('predicted');
    plan.stopBatches();
    expect(plan.next(situation)?.kind).toBe('recall');
  });
});

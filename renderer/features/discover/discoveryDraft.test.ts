import { describe, expect, it } from 'vitest';
import { seedsOf, settingsOf } from './discoveryDraft.ts';

const draft = { seeds: 'a', budget: 5, limit: null, pauseMs: null, guesses: true, afresh: false };

describe('what was typed for a discovery', () => {
  it('is words and phrases between commas and lines, each once', () => {
    expect(seedsOf(' crop , user theme\ncrop,,\n')).toEqual(['crop', 'user theme']);
    expect(seedsOf(' \n ')).toEqual([]);
  });

  it('is complete with a budget; without a pause there is none', () => {
    expect(settingsOf(draft)).toEqual({ seeds: ['a'], budget: 5, limit: null, pauseMs: 0, guesses: true });
    expect(settingsOf({ ...draft, budget: null })).toBeNull();
    expect(settingsOf({ ...draft, budget: 0 })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { seedsOf, settingsOf } from './discoveryDraft.ts';

const draft = { seeds: 'a', budget: 5, limit: null, pauseMs: null, guesses: true, afresh: false };

describe('settingsOf and seedsOf', () => {
  it('splits seeds at commas and lines, and drops duplicates', () => {
    expect(seedsOf(' crop , user theme\ncrop,,\n')).toEqual(['crop', 'user theme']);
    expect(seedsOf(' \n ')).toEqual([]);
  });

  it('needs a request limit; a missing delay is 0', () => {
    expect(settingsOf(draft)).toEqual({ seeds: ['a'], budget: 5, limit: null, pauseMs: 0, guesses: true });
    expect(settingsOf({ ...draft, budget: null })).toBeNull();
    expect(settingsOf({ ...draft, budget: 0 })).toBeNull();
  });
});

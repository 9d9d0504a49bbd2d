import { describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import { mergeWords, conflictOf, conflictWords } from './conflictWords.ts';

const base = { version: 3, value: 'old', verdict: 'green' } as const;
const draft = { base, value: 'mine' };

function now(value: string, version: number | null = 5): AtomReading {
  return {
    key: 'k',
    value,
    version,
    hash: null,
    score: null,
    proof: null,
    verdict: { status: 'green', checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange: {
      requestId: 'r',
      method: 'GET',
      path: '/',
      status: 200,
      startedAt: 0,
      elapsedMs: 1,
      bodyBytes: 2,
      retries: 0,
    },
  };
}

describe('conflictOf', () => {
  it.each([
    ['exists-now', null, now('theirs')],
    ['removed', base, null],
    ['changed', base, now('theirs')],
    ['same-value', base, now('old')],
    ['already-yours', base, now('mine')],
    ['exists-now', null, now('mine')],
  ] as const)('is %s', (conflict, began, found) => expect(conflictOf(began, found, 'mine')).toBe(conflict));
});

describe('conflictWords', () => {
  it('says that nothing was sent, whatever happened', () => {
    for (const conflict of ['exists-now', 'removed', 'changed', 'same-value', 'already-yours'] as const) {
      expect(conflictWords(conflict, draft, now('x')).sentence).toContain('Nothing was sent');
    }
  });

  it('names versions only if there are any', () => {
    expect(conflictWords('changed', draft, now('x')).sentence).toContain(
      'You edited version 3. The atom is now at version 5',
    );
    expect(
      conflictWords(
        'changed',
        { base: { version: null, value: '', verdict: null }, value: '' },
        now('x', null),
      ).sentence,
    ).toContain('You edited the original. It now has a different value.');
  });
});

describe('conflictWords without a higher version', () => {
  it('does not call a lower version newer', () => {
    for (const conflict of ['same-value', 'changed'] as const) {
      const { title, sentence } = conflictWords(conflict, draft, now('x', 2));
      expect(title).toContain('version went back');
      expect(sentence).toContain('Versions only go up');
      expect(conflictWords(conflict, draft, now('x', 4)).sentence).not.toContain('Versions only go up');
    }
  });

  it('does not call an atom without a version newer', () => {
    expect(conflictWords('same-value', draft, now('old', null)).title).toBe(
      'The atom no longer has a version',
    );
  });
});

describe('conflictWords for a new atom', () => {
  it('says whether the stored value is the same', () => {
    const created = { base: null, value: 'mine' };
    expect(conflictWords('exists-now', created, now('mine')).sentence).toContain('with exactly your text');
    expect(conflictWords('exists-now', created, now('x')).sentence).not.toContain('with exactly your text');
  });
});

describe('mergeWords', () => {
  it('claims only that the lines merge', () => {
    expect(mergeWords({ text: '', takenOver: 1, conflicts: 0 })).toContain(
      '1 change from the service merged',
    );
    expect(mergeWords({ text: '', takenOver: 0, conflicts: 2 })).toMatch(/^2 conflicts marked/);
    expect(mergeWords({ text: '', takenOver: 1, conflicts: 2 })).toMatch(
      /^1 change from the service .*2 conflicts marked/,
    );
    expect(mergeWords({ text: '', takenOver: 0, conflicts: 0 })).toMatch(
      /^No changes from the service to merge/,
    );
  });
});

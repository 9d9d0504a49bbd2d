import { describe, expect, it } from 'vitest';
import {
  canGo,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  dropKeys,
  goAlongTrail,
  keepAtom,
  noTabs,
  previewAtom,
  stepTab,
  type AtomTabs,
} from './tabStore.ts';

/** `a*` is kept, `(b)` is shown. */
function drawn({ tabs, shown }: AtomTabs): string {
  return tabs
    .map(({ key, isKept }) => `${key}${isKept ? '*' : ''}`)
    .map((text, at) => (tabs[at]?.key === shown ? `(${text})` : text))
    .join(' ');
}

function previewed(...keys: readonly string[]): AtomTabs {
  return keys.reduce<AtomTabs>((view, key) => previewAtom(view, key), noTabs);
}

function kept(...keys: readonly string[]): AtomTabs {
  return keys.reduce(keepAtom, noTabs);
}

describe('tabs', () => {
  it('show an atom in the preview tab, and leave kept tabs alone', () => {
    expect(drawn(previewed('a', 'b'))).toBe('(b)');
    const view = keepAtom(previewed('a', 'b'), 'b');
    expect(drawn(previewAtom(view, 'c'))).toBe('b* (c)');
    expect(drawn(previewAtom(keepAtom(previewAtom(view, 'c'), 'd'), 'e'))).toBe('b* d* (e)');
    expect(drawn(previewAtom(previewAtom(view, 'c'), 'b'))).toBe('(b*) c');
  });

  it('close to the right neighbor, or the left one at the end, or nothing after the last tab', () => {
    const view = kept('a', 'b', 'c');
    expect(drawn(closeTab(previewAtom(view, 'b'), 'b'))).toBe('a* (c*)');
    expect(drawn(closeTab(view, 'c'))).toBe('a* (b*)');
    expect(drawn(closeTab(view, 'a'))).toBe('b* (c*)');
    expect(closeTab(kept('a'), 'a')).toMatchObject({ tabs: [], shown: null });
    expect(closeTab(view, 'none')).toBe(view);
  });

  it('close all others, or all', () => {
    expect(drawn(closeOtherTabs(kept('a', 'b', 'c'), 'a'))).toBe('(a*)');
    expect(drawn(closeAllTabs(kept('a', 'b')))).toBe('');
  });

  it('wrap around at the ends', () => {
    const view = kept('a', 'b', 'c');
    expect(stepTab(view, 1).shown).toBe('a');
    expect(stepTab(stepTab(view, 1), -1).shown).toBe('c');
    expect(stepTab(noTabs, 1)).toBe(noTabs);
  });
});

describe('the history', () => {
  it('goes back and forward, and a new visit drops the entries ahead', () => {
    const back = goAlongTrail(previewed('a', 'b', 'c'), -1);
    expect(back.shown).toBe('b');
    expect(goAlongTrail(back, 1).shown).toBe('c');
    const elsewhere = previewAtom(back, 'd');
    expect(canGo(elsewhere, 1)).toBe(false);
    expect(goAlongTrail(elsewhere, -1).shown).toBe('b');
  });

  it('stays at its ends', () => {
    const view = goAlongTrail(previewed('a', 'b'), -1);
    expect(canGo(view, -1)).toBe(false);
    expect(goAlongTrail(view, -1)).toBe(view);
    expect(canGo(noTabs, 1)).toBe(false);
  });

  it('skips atoms passed with the arrow keys', () => {
    const start = previewed('a');
    const passed = ['b', 'c', 'd'].reduce((view, key) => previewAtom(view, key, 'passed'), start);
    expect(goAlongTrail(passed, -1).shown).toBe('a');
    expect(goAlongTrail(goAlongTrail(passed, -1), 1).shown).toBe('d');
  });

  it('reopens a closed tab', () => {
    const closed = closeAllTabs(kept('a', 'b'));
    expect(goAlongTrail(closed, -1).shown).toBe('b');
    expect(drawn(goAlongTrail(closeTab(kept('a', 'b'), 'b'), -1))).toBe('a* (b)');
  });

  it('drops forgotten keys', () => {
    const view = dropKeys(kept('a', 'b', 'c'), new Set(['b', 'c']));
    expect(drawn(view)).toBe('(a*)');
    expect(canGo(view, -1)).toBe(false);
  });

  it('has a limited length', () => {
    let view = noTabs;
    for (let at = 0; at < 500; at += 1) view = previewAtom(view, String(at));
    expect(view.trail).toHaveLength(200);
    expect(goAlongTrail(view, -1).shown).toBe('498');
  });
});

import { describe, expect, it } from 'vitest';
import {
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  dropKeys,
  keepAtom,
  noTabs,
  previewAtom,
  reopenTab,
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

describe('closed tabs', () => {
  it('open again, the last one first', () => {
    const closed = closeTab(closeTab(kept('a', 'b', 'c'), 'b'), 'c');
    expect(drawn(reopenTab(closed))).toBe('a* (c*)');
    expect(drawn(reopenTab(reopenTab(closed)))).toBe('a* c* (b*)');
    expect(reopenTab(noTabs)).toBe(noTabs);
  });

  it('are skipped if they are open again', () => {
    const closed = closeTab(closeTab(kept('a', 'b', 'c'), 'b'), 'c');
    expect(drawn(reopenTab(previewAtom(closed, 'c')))).toBe('a* c (b*)');
  });

  it('are those of closing others, or all', () => {
    expect(drawn(reopenTab(closeAllTabs(kept('a', 'b'))))).toBe('(b*)');
    expect(drawn(reopenTab(closeOtherTabs(kept('a', 'b', 'c'), 'a')))).toBe('a* (c*)');
  });

  it('do not open again once they are forgotten, and have a limited number', () => {
    const view = dropKeys(kept('a', 'b', 'c'), new Set(['b', 'c']));
    expect(drawn(view)).toBe('(a*)');
    expect(reopenTab(view)).toBe(view);
    const many = closeAllTabs(kept(...Array.from({ length: 60 }, (_, at) => String(at))));
    expect(many.closed).toHaveLength(50);
    expect(reopenTab(many).shown).toBe('59');
  });
});

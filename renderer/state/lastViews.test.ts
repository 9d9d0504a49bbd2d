import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { browseView, changeBrowseView } from './browseStore.ts';
import { keepLastViews, keepLastViewsOf, useLastViews } from './lastViews.ts';
import { allSelected } from './rowSelection.ts';
import { changeSettings } from './settings.ts';
import { atomTabsOf, changeAtomTabs, keepAtom, previewAtom } from './tabStore.ts';

const one = 'one' as ConnectionId;
const two = 'two' as ConnectionId;
const gone = 'gone' as ConnectionId;

function selectionKept(id: ConnectionId) {
  return new Map(useLastViews.getState().views).get(id)?.selection;
}

const left = {
  tabs: [
    { key: 'a.b', isKept: true },
    { key: 'a.c', isKept: false },
  ],
  shown: 'a.c',
  path: 'a',
  open: { others: false, except: ['', 'a'] },
  cursor: 'a.c',
  selection: { kind: 'some', keys: ['a.b', 'a.c'] },
};

describe('what an earlier start saved', () => {
  it('is used', () => {
    expect(useLastViews.read({ views: [['one', left]] })).toEqual({ views: [['one', left]] });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['views that are no pairs', { views: [null, 'x', [], [7, left], ['', left]] }],
  ])('is nothing after %s', (_what, stored) => {
    expect(useLastViews.read(stored)).toEqual({ views: [] });
  });

  it('loses only what is damaged', () => {
    const tabs = [{ key: 'a', isKept: false }, { key: 'b' }, 'x', { key: 'a', isKept: true }, { key: 5 }];
    const view = { tabs, shown: 'z', path: 7, open: 'x', cursor: {}, selection: { keys: ['k', 3] } };
    expect(useLastViews.read({ views: [['one', view]] }).views[0]?.[1]).toEqual({
      // At most one tab is a preview, and each key has one.
      tabs: [
        { key: 'a', isKept: true },
        { key: 'b', isKept: false },
      ],
      shown: null,
      path: '',
      open: { others: false, except: [] },
      cursor: null,
      selection: { kind: 'some', keys: ['k'] },
    });
  });

  it('is bounded', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ key: `k${at}`, isKept: true }));
    const views = Array.from({ length: 100 }, (_, at) => [`id${at}`, { ...left, tabs: many }]);
    const read = useLastViews.read({ views }).views;
    expect(read).toHaveLength(30);
    expect(read.at(-1)?.[0]).toBe('id99');
    expect(read[0]?.[1].tabs).toHaveLength(100);
    expect(
      useLastViews.read({ views: [['one', { ...left, path: 'x'.repeat(5_000) }]] }).views[0]?.[1].path,
    ).toBe('');
  });
});

describe('the last views', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('addEventListener', () => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('come back, follow what is shown, and go with their connection or the setting', () => {
    useLastViews.setState(
      useLastViews.read({
        views: [
          ['gone', left],
          ['one', left],
        ],
      }),
    );
    keepLastViews();
    expect(atomTabsOf(one)).toMatchObject({ tabs: left.tabs, shown: 'a.c' });
    expect(browseView(one)).toMatchObject({
      path: 'a',
      cursor: 'a.c',
      isFresh: false,
      revealed: { key: 'a.c' },
    });
    expect([...browseView(one).selection.keys]).toEqual(['a.b', 'a.c']);

    changeAtomTabs(one, (view) => previewAtom(view, 'a.d'));
    changeAtomTabs(two, (view) => keepAtom(view, 'z'));
    changeBrowseView(two, (view) => ({
      ...view,
      selection: { kind: 'some', keys: new Set(Array.from({ length: 2_000 }, (_, at) => `k${at}`)) },
    }));
    vi.runAllTimers();
    const kept = new Map(useLastViews.getState().views);
    expect(kept.get('one')?.shown).toBe('a.d');
    expect(kept.get('two')).toMatchObject({ tabs: [{ key: 'z', isKept: true }], selection: { keys: [] } });

    // Without the filter, or in another part of the tree, it would be a larger one.
    for (const [narrowing, path, kind] of [
      [{ text: 'x' }, 'a', 'some'],
      [{ text: '', bookmarked: true }, 'a', 'some'],
      [{ text: '' }, 'y'.repeat(2_001), 'some'],
      [{ text: '' }, 'a', 'allBut'],
    ] as const) {
      changeBrowseView(two, (view) => ({ ...view, path, filter: narrowing, selection: allSelected }));
      vi.runAllTimers();
      expect(selectionKept(two)).toEqual({ kind, keys: [] });
    }
    const except = new Set(['k', 'z'.repeat(2_001)]);
    changeBrowseView(two, (view) => ({ ...view, selection: { kind: 'allBut', keys: except } }));
    vi.runAllTimers();
    expect(selectionKept(two)).toEqual({ kind: 'some', keys: [] });

    keepLastViewsOf(new Set(['one', 'two']));
    changeAtomTabs(gone, (view) => keepAtom(view, 'late'));
    vi.runAllTimers();
    expect(useLastViews.getState().views.map(([id]) => id)).toEqual(['one', 'two']);

    changeSettings({ keepsTabs: false });
    expect(useLastViews.getState().views).toEqual([]);
    changeAtomTabs(one, (view) => previewAtom(view, 'a.e'));
    vi.runAllTimers();
    expect(useLastViews.getState().views).toEqual([]);
  });
});

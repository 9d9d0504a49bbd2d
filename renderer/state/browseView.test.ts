import { describe, expect, it } from 'vitest';
import { allOpen, onlyRootOpen, type BrowseView } from './browseStore.ts';
import { nothingSelected, selectOnly } from './rowSelection.ts';
import {
  collapseAll,
  expandAll,
  goOnOpening,
  isFiltering,
  liftFilter,
  openPaths,
  openPathsOf,
  revealAtom,
  setFilter,
  showPath,
  toggleRow,
} from './browseView.ts';

const start: BrowseView = {
  open: onlyRootOpen,
  isFresh: true,
  openInFilter: allOpen,
  filter: { text: '' },
  path: '',
  selection: nothingSelected,
  cursor: null,
  anchor: null,
  revealed: null,
};

describe('revealAtom', () => {
  it('opens the tree down to the atom and keeps a table that lists it', () => {
    const view = revealAtom({ ...start, path: 'v1' }, 'v1.user.theme', '.');
    expect(view).toMatchObject({ path: 'v1', cursor: 'v1.user.theme' });
    expect(openPathsOf(view)).toEqual({ others: false, except: ['', 'v1', 'v1.user'] });
  });

  it('shows another table for an atom that is not listed', () => {
    expect(revealAtom({ ...start, path: 'v1.fact' }, 'v1.user.theme', '.').path).toBe('v1.user');
    expect(revealAtom({ ...start, path: 'v1/fact' }, 'v1.user.theme', '/').path).toBe('');
  });

  it('reveals the same key again on request', () => {
    const once = revealAtom(start, 'a', '.');
    expect(revealAtom(once, 'a', '.').revealed).not.toEqual(once.revealed);
  });

  it('opens branches that the user closed', () => {
    const closed = toggleRow(expandAll(start), ['v1']);
    expect(openPathsOf(revealAtom(closed, 'v1.a', '.'))).toEqual(allOpen);
  });
});

describe('open paths', () => {
  it('are toggled one by one, all opened, or all closed except the root', () => {
    expect(openPathsOf(start)).toEqual({ others: false, except: [''] });
    expect(openPathsOf(toggleRow(toggleRow(start, ['a']), ['']))).toEqual({ others: false, except: ['a'] });
    expect(openPathsOf(toggleRow(expandAll(start), ['a']))).toEqual({ others: true, except: ['a'] });
    expect(openPathsOf(collapseAll(expandAll(start)))).toEqual({ others: false, except: [''] });
    expect(openPathsOf(openPaths(start, ['a', 'b', 'a']))).toEqual({ others: false, except: ['', 'a', 'b'] });
  });

  it('open automatically down to the first fork, or until the user opens one', () => {
    const opened = goOnOpening(goOnOpening(start, ['v1']), ['v1.a']);
    expect(opened).toMatchObject({ isFresh: true, open: { others: false, except: ['', 'v1', 'v1.a'] } });
    expect(goOnOpening(opened, null).isFresh).toBe(false);
    expect(toggleRow(opened, ['v1']).isFresh).toBe(false);
  });

  it('include all paths that a row stands for, so that a fork found later changes no visible row', () => {
    const opened = toggleRow(start, ['a', 'a.b', 'a.b.c']);
    expect(openPathsOf(opened)).toEqual({ others: false, except: ['', 'a', 'a.b', 'a.b.c'] });
    expect(openPathsOf(toggleRow(opened, ['a', 'a.b', 'a.b.c']))).toEqual({ others: false, except: [''] });
    // A fork at `a.b` has made two rows of one: the lower one closes alone.
    expect(openPathsOf(toggleRow(opened, ['a.b.c']))).toEqual({ others: false, except: ['', 'a', 'a.b'] });
    expect(openPathsOf(toggleRow(expandAll(start), ['a', 'a.b']))).toEqual({
      others: true,
      except: ['a', 'a.b'],
    });
  });

  it('are all paths of a filtered tree, except those that the user closed, until the filter changes', () => {
    const closed = toggleRow(setFilter(openPaths(start, ['a']), { text: 'x' }), ['v1']);
    expect(openPathsOf(closed)).toEqual({ others: true, except: ['v1'] });
    expect(openPathsOf(setFilter(closed, { text: 'xy' }))).toEqual(allOpen);
    expect(openPathsOf(liftFilter(closed))).toEqual({ others: false, except: ['', 'a'] });
  });
});

describe('a selection', () => {
  it('is cleared when the path or the filter changes', () => {
    const view = { ...start, selection: selectOnly('a') };
    expect(showPath(view, 'v1').selection).toEqual(nothingSelected);
    expect(setFilter(view, { text: '', bookmarked: true }).selection).toEqual(nothingSelected);
    expect(showPath(view, '').selection).toEqual(selectOnly('a'));
  });
});

describe('isFiltering', () => {
  it('is true with a text or a condition, and not for how a text would be searched', () => {
    expect(isFiltering({ text: '', mode: 'glob', where: 'both', matchCase: true, wholeWord: true })).toBe(
      false,
    );
    expect(isFiltering({ text: 'x' })).toBe(true);
    expect(isFiltering({ text: '', bookmarked: true })).toBe(true);
  });
});

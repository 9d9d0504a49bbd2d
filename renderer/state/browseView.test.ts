import { describe, expect, it } from 'vitest';
import { allOpen, onlyRootOpen, type BrowseView } from './browseStore.ts';
import { nothingSelected, selectOnly } from './rowSelection.ts';
import {
  collapseAll,
  expandAll,
  goOnOpening,
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
  it('opens the tree down to the atom and keeps the table it is in', () => {
    const view = revealAtom({ ...start, path: 'v1' }, 'v1.user.theme', '.');
    expect(view).toMatchObject({ path: 'v1', cursor: 'v1.user.theme' });
    expect(openPathsOf(view)).toEqual({ others: false, except: ['', 'v1', 'v1.user'] });
  });

  it('moves the table to an atom that is elsewhere', () => {
    expect(revealAtom({ ...start, path: 'v1.fact' }, 'v1.user.theme', '.').path).toBe('v1.user');
    expect(revealAtom({ ...start, path: 'v1/fact' }, 'v1.user.theme', '/').path).toBe('');
  });

  it('brings the same key into sight again when asked again', () => {
    const once = revealAtom(start, 'a', '.');
    expect(revealAtom(once, 'a', '.').revealed).not.toEqual(once.revealed);
  });

  it('opens what was closed by hand', () => {
    const closed = toggleRow(expandAll(start), ['v1']);
    expect(openPathsOf(revealAtom(closed, 'v1.a', '.'))).toEqual(allOpen);
  });
});

describe('what is open', () => {
  it('is turned path by path, opened all and closed all but the root', () => {
    expect(openPathsOf(start)).toEqual({ others: false, except: [''] });
    expect(openPathsOf(toggleRow(toggleRow(start, ['a']), ['']))).toEqual({ others: false, except: ['a'] });
    expect(openPathsOf(toggleRow(expandAll(start), ['a']))).toEqual({ others: true, except: ['a'] });
    expect(openPathsOf(collapseAll(expandAll(start)))).toEqual({ others: false, except: [''] });
    expect(openPathsOf(openPaths(start, ['a', 'b', 'a']))).toEqual({ others: false, except: ['', 'a', 'b'] });
  });

  it('goes on by itself until the only way ends, or the user takes it in hand', () => {
    const opened = goOnOpening(goOnOpening(start, ['v1']), ['v1.a']);
    expect(opened).toMatchObject({ isFresh: true, open: { others: false, except: ['', 'v1', 'v1.a'] } });
    expect(goOnOpening(opened, null).isFresh).toBe(false);
    expect(toggleRow(opened, ['v1']).isFresh).toBe(false);
  });

  it('opens and closes all that a row stands for, so that a fork found later changes nothing in sight', () => {
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

  it('is everything that a filter left, except where closed by hand, until the filter changes', () => {
    const closed = toggleRow(setFilter(openPaths(start, ['a']), { text: 'x' }), ['v1']);
    expect(openPathsOf(closed)).toEqual({ others: true, except: ['v1'] });
    expect(openPathsOf(setFilter(closed, { text: 'xy' }))).toEqual(allOpen);
    expect(openPathsOf(liftFilter(closed))).toEqual({ others: false, except: ['', 'a'] });
  });
});

describe('a selection', () => {
  it('is let go with the path or the filter that it was made in', () => {
    const view = { ...start, selection: selectOnly('a') };
    expect(showPath(view, 'v1').selection).toEqual(nothingSelected);
    expect(setFilter(view, { text: '', bookmarked: true }).selection).toEqual(nothingSelected);
    expect(showPath(view, '').selection).toEqual(selectOnly('a'));
  });
});

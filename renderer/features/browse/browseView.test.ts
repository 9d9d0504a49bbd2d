import { describe, expect, it } from 'vitest';
import type { BrowseView } from '../../state/browseStore.ts';
import { isPathExpanded, openAtFirstSight, revealAtom, setFilter, togglePath } from './browseView.ts';

const start: BrowseView = {
  expanded: null,
  closedInFilter: new Set(),
  prefix: '',
  selectedKey: null,
  filter: '',
  sort: { column: 'key', direction: 'ascending' },
};

describe('revealAtom', () => {
  it('opens the tree down to the atom and keeps the table it is in', () => {
    const view = revealAtom({ ...start, prefix: 'v1' }, 'v1.user.theme');
    expect(view).toMatchObject({ prefix: 'v1', selectedKey: 'v1.user.theme' });
    expect([...(view.expanded ?? [])]).toEqual(['', 'v1', 'v1.user']);
  });

  it('moves the table to an atom that is elsewhere', () => {
    expect(revealAtom({ ...start, prefix: 'v1.fact' }, 'v1.user.theme').prefix).toBe('v1.user');
  });

  it('lifts a filter that hides the atom, and only such a one', () => {
    expect(revealAtom({ ...start, filter: 'fact' }, 'v1.user.theme').filter).toBe('');
    expect(revealAtom({ ...start, filter: 'USER' }, 'v1.user.theme').filter).toBe('USER');
  });
});

describe('expansion', () => {
  it('opens what a filter left, except where closed by hand, and forgets that with the filter', () => {
    const filtered = setFilter({ ...start, expanded: new Set(['']) }, 'x');
    expect(isPathExpanded(filtered, 'v1')).toBe(true);
    const closed = togglePath(filtered, 'v1');
    expect(isPathExpanded(closed, 'v1')).toBe(false);
    expect(isPathExpanded(setFilter(closed, ''), 'v1')).toBe(false);
    expect(isPathExpanded(setFilter(closed, 'xy'), 'v1')).toBe(true);
  });

  it('decides what is open once, not again when keys arrive', () => {
    const opened = openAtFirstSight(start, ['a.b', 'a.c']);
    expect([...(opened.expanded ?? [])]).toEqual(['', 'a']);
    expect(openAtFirstSight(togglePath(opened, 'a'), ['a.b', 'a.c', 'd']).expanded).toEqual(new Set(['']));
  });
});

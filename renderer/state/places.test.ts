import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen, useAppStore } from './appStore.ts';
import { dropPlaces, nextPlace, nowhere, visitPlace, type Place, type Places } from './places.ts';
import { dropPlacesOf, followPlaces, goToPlace, keepPlacesOf, recentAtoms } from './placeStore.ts';
import { atomTabsOf, changeAtomTabs, closeAllTabs, keepAtom, previewAtom } from './tabStore.ts';

const id = 'c' as ConnectionId;

function atom(key: string | null, how: Place['how'] = 'chosen'): Place {
  return { screen: 'browse', connectionId: id, key, how };
}
const recall: Place = { screen: 'recall', connectionId: id, key: null, how: 'chosen' };

function visited(...places: readonly Place[]): Places {
  return places.reduce(visitPlace, nowhere);
}

function names({ trail }: Places): string {
  return trail.map(({ screen, key }) => key ?? screen).join(' ');
}

describe('the history of places', () => {
  it('has screens and atoms, each once in a row', () => {
    expect(names(visited(atom('a'), atom('a'), recall, recall, atom('a')))).toBe('a recall a');
  });

  it('leads back and forward, and a new visit drops what was ahead', () => {
    const places = visited(atom('a'), recall, atom('b'));
    expect(nextPlace(places, -1, atom('b'))).toBe(1);
    expect(nextPlace(places, 1, atom('b'))).toBe(-1);
    const back = { ...places, at: 0 };
    expect(nextPlace(back, 1, atom('a'))).toBe(1);
    expect(nextPlace(back, -1, atom('a'))).toBe(-1);
    expect(names(visitPlace(back, atom('c')))).toBe('a c');
  });

  it('skips atoms passed with the arrow keys', () => {
    const places = visited(atom('a'), atom('b', 'passed'), atom('c', 'passed'), atom('d', 'passed'));
    expect(names(places)).toBe('a d');
  });

  it('leads back to the atom that was shown last once its tab is closed', () => {
    const places = visited(atom('a'), atom('b'), atom(null));
    expect(nextPlace(places, -1, atom(null))).toBe(1);
  });

  it('does not remember Browse without an atom beside its first atom', () => {
    expect(names(visited(atom(null), atom('a'), recall, atom(null)))).toBe('a recall browse');
  });

  it('leaves out what is gone, and has a limited length', () => {
    const left = dropPlaces(visited(atom('a'), atom('b'), atom('a'), recall), ({ key }) => key !== 'b');
    expect(names(left)).toBe('a recall');
    expect(left.at).toBe(1);
    expect(dropPlaces(visited(atom('a')), () => false)).toEqual(nowhere);
    let many = nowhere;
    for (let at = 0; at < 500; at += 1) many = visitPlace(many, atom(String(at)));
    expect(many.trail).toHaveLength(200);
  });
});

describe('Back and Forward in the window', () => {
  beforeAll(() => {
    useAppStore.setState({ activeConnectionId: id, screen: 'browse' });
    return followPlaces();
  });

  it('go across screens and connections, and reopen closed atoms', () => {
    const other = 'd' as ConnectionId;
    const shown = (): string => {
      const { screen, activeConnectionId } = useAppStore.getState();
      return `${activeConnectionId} ${screen} ${atomTabsOf(id).shown}`;
    };
    changeAtomTabs(id, (view) => keepAtom(view, 'a'));
    showScreen('audit');
    showScreen('browse');
    changeAtomTabs(id, (view) => previewAtom(view, 'b'));
    useAppStore.setState({ activeConnectionId: other });
    goToPlace(-1);
    expect(shown()).toBe('c browse b');
    goToPlace(-1);
    goToPlace(-1);
    expect(shown()).toBe('c audit a');
    goToPlace(-1);
    expect(shown()).toBe('c browse a');
    goToPlace(-1);
    expect(shown()).toBe('c browse a');
    goToPlace(1);
    goToPlace(1);
    goToPlace(1);
    goToPlace(1);
    expect(shown()).toBe('d browse b');
    expect(recentAtoms(id)).toEqual(['b', 'a']);

    goToPlace(-1);
    changeAtomTabs(id, closeAllTabs);
    expect(shown()).toBe('c browse null');
    goToPlace(-1);
    expect(shown()).toBe('c browse b');

    dropPlacesOf(id, new Set(['a']));
    expect(recentAtoms(id)).toEqual(['b']);
    keepPlacesOf([{ id: other }]);
    goToPlace(-1);
    expect(shown()).toBe('d browse b');
    expect(recentAtoms(id)).toEqual([]);
  });
});

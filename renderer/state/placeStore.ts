import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useAppStore } from './appStore.ts';
import { dropPlaces, nextPlace, nowhere, visitPlace, type Place, type Places } from './places.ts';
import { atomTabsOf, changeAtomTabs, onAtomTabsChanged, previewAtom } from './tabStore.ts';

const usePlaceStore = create<Places>()(() => nowhere);
/** While the window goes to a place, what it shows on the way is no visit. */
let isGoing = false;

function shownPlace(): Place {
  const { screen, activeConnectionId: connectionId } = useAppStore.getState();
  const tabs = screen === 'browse' && connectionId !== null ? atomTabsOf(connectionId) : null;
  return { screen, connectionId, key: tabs?.shown ?? null, how: tabs?.how ?? 'chosen' };
}

function visit(): void {
  // Without a connection there is nothing to come back to.
  if (isGoing || useAppStore.getState().activeConnectionId === null) return;
  usePlaceStore.setState((places) => visitPlace(places, shownPlace()), true);
}

/** Remembers where the window goes, for Back and Forward. Returns the function that stops it. */
export function followPlaces(): () => void {
  visit();
  const stops = [useAppStore.subscribe(visit), onAtomTabsChanged(visit)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Back (-1) or forward (1), across screens and connections. */
export function goToPlace(step: 1 | -1): void {
  const places = usePlaceStore.getState();
  const at = nextPlace(places, step, shownPlace());
  const place = places.trail[at];
  if (place === undefined) return;
  isGoing = true;
  const { key, connectionId, screen } = place;
  if (key !== null && connectionId !== null) changeAtomTabs(connectionId, (tabs) => previewAtom(tabs, key));
  useAppStore.setState({ screen, activeConnectionId: connectionId });
  isGoing = false;
  // Without an atom of its own, Browse shows the one that is open.
  const shown = { ...shownPlace(), how: place.how };
  usePlaceStore.setState({ trail: places.trail.map((each, index) => (index === at ? shown : each)), at });
}

/** Whether Back (-1) or Forward (1) leads anywhere. */
export function useCanGo(step: 1 | -1): boolean {
  return useSyncExternalStore(
    onPlacesChanged,
    () => nextPlace(usePlaceStore.getState(), step, shownPlace()) !== -1,
  );
}

function onPlacesChanged(listener: () => void): () => void {
  const stops = [
    usePlaceStore.subscribe(listener),
    useAppStore.subscribe(listener),
    onAtomTabsChanged(listener),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Back and Forward never lead to a connection that was removed. */
export function keepPlacesOf(connections: readonly { readonly id: ConnectionId }[]): void {
  const ids = new Set(connections.map(({ id }) => id));
  usePlaceStore.setState(
    (places) => dropPlaces(places, ({ connectionId }) => connectionId === null || ids.has(connectionId)),
    true,
  );
}

/** Back and Forward never lead to a key that was forgotten. */
export function dropPlacesOf(id: ConnectionId, keys: ReadonlySet<string>): void {
  usePlaceStore.setState(
    (places) =>
      dropPlaces(places, ({ connectionId, key }) => connectionId !== id || key === null || !keys.has(key)),
    true,
  );
}

/** The atoms that were shown last, the latest one first. */
export function recentAtoms(id: ConnectionId): readonly string[] {
  const { trail } = usePlaceStore.getState();
  const keys = trail.flatMap(({ connectionId, key }) => (connectionId === id && key !== null ? [key] : []));
  return [...new Set(keys.reverse())];
}

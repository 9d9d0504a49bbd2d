import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ScreenName } from './appStore.ts';
import type { Arrival } from './tabStore.ts';

/** What the window showed: a screen of a connection and, on Browse, an atom. */
export interface Place {
  readonly screen: ScreenName;
  readonly connectionId: ConnectionId | null;
  /** null: none, or the screen is not Browse. */
  readonly key: string | null;
  readonly how: Arrival;
}

/** Where the window has been, oldest first; entries after `at` are ahead. For this session only. */
export interface Places {
  readonly trail: readonly Place[];
  /** Index of the present place; -1 for none. */
  readonly at: number;
}

export const nowhere: Places = { trail: [], at: -1 };

const longestTrail = 200;

/** Goes to a place. What was ahead is dropped. */
export function visitPlace(places: Places, place: Place): Places {
  const present = places.trail[places.at];
  if (present === undefined) return { trail: [place], at: 0 };
  // After the last tab was closed, Back opens it again.
  if (isSamePlace(present, place) || (isSameScreen(present, place) && place.key === null)) return places;
  const isPassing = present.how === 'passed' && place.how === 'passed' && isSameScreen(present, place);
  const isReplaced = isPassing || (isSameScreen(present, place) && present.key === null);
  const trail = [...places.trail.slice(0, isReplaced ? places.at : places.at + 1), place].slice(
    -longestTrail,
  );
  return { trail, at: trail.length - 1 };
}

/** The index of the place that Back (-1) or Forward (1) leads to from what is shown; -1 if there is none. */
export function nextPlace({ trail, at }: Places, step: 1 | -1, shown: Place): number {
  const present = trail[at];
  const next = step === -1 && present !== undefined && !isSamePlace(present, shown) ? at : at + step;
  return trail[next] === undefined ? -1 : next;
}

/** Without the places that are gone: of other connections than these, and of keys that were forgotten. */
export function dropPlaces(places: Places, isLeft: (place: Place) => boolean): Places {
  if (places.trail.every(isLeft)) return places;
  const trail: Place[] = [];
  let at = -1;
  for (const [index, place] of places.trail.entries()) {
    const before = trail.at(-1);
    if (isLeft(place) && (before === undefined || !isSamePlace(before, place))) trail.push(place);
    if (index === places.at) at = trail.length - 1;
  }
  return { trail, at: trail.length === 0 ? -1 : Math.max(0, at) };
}

function isSamePlace(a: Place, b: Place): boolean {
  return isSameScreen(a, b) && a.key === b.key;
}

function isSameScreen(a: Place, b: Place): boolean {
  return a.screen === b.screen && a.connectionId === b.connectionId;
}

/**
 * Runs work that concerns the same keys one after the other, so that the app's own stores never conflict with
 * each other.
 */
export function createKeyTurns(): <T>(places: readonly string[], work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return async (places, work) => {
    const earlier = new Set(places.flatMap((place) => last.get(place) ?? []));
    const turn = Promise.all(earlier).then(work);
    const done = turn.then(
      () => undefined,
      () => undefined,
    );
    for (const place of places) last.set(place, done);
    try {
      return await turn;
    } finally {
      for (const place of places) if (last.get(place) === done) last.delete(place);
    }
  };
}

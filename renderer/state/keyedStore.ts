import { create } from 'zustand';

/**
 * The state of one part of the window for each connection (or each upload), for this session: coming back to a screen
 * finds it as it was left.
 *
 * @param first the state of a key that has none yet
 */
export function createKeyedStore<Key extends string, View>(first: View) {
  const useStore = create<ReadonlyMap<Key, View>>()(() => new Map());
  const viewOf = (key: Key): View => useStore.getState().get(key) ?? first;

  /** The state of a key. With `select`, the component renders again only when the selected part changes. */
  function useView(key: Key): View;
  function useView<Part>(key: Key, select: (view: View) => Part): Part;
  function useView<Part>(key: Key, select?: (view: View) => Part): View | Part {
    return useStore((views) => {
      const view = views.get(key) ?? first;
      return select === undefined ? view : select(view);
    });
  }

  /** A step that returns the same state changes nothing. */
  const change = (key: Key, step: (view: View) => View): void => {
    const before = viewOf(key);
    const after = step(before);
    if (after !== before) useStore.setState(new Map(useStore.getState()).set(key, after), true);
  };

  return {
    useView,
    /** The current state, for code that runs outside of rendering. */
    viewOf,
    change,
    /** Calls `listener` after each change of any state. Returns the function that stops it. */
    subscribe: (listener: () => void): (() => void) => useStore.subscribe(listener),
    /** The keys that have a state. */
    keys: (): readonly Key[] => [...useStore.getState().keys()],
    /** Replaces some parts of a state. */
    merge: (key: Key, parts: Partial<View>): void => change(key, (view) => ({ ...view, ...parts })),
    remove: (key: Key): void => {
      const views = new Map(useStore.getState());
      if (views.delete(key)) useStore.setState(views, true);
    },
  };
}

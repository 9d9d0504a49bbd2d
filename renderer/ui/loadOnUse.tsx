import { createElement, lazy, Suspense, useState, type ComponentType } from 'react';
import { LoadingState } from './LoadingState.tsx';

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
export type LoadedOnUse<P extends object> = ComponentType<P> & { readonly preload: () => Promise<void> };

/** Of all such components, in the order of their declaration. Loading one may declare more. */
const preloads = new Set<() => Promise<void>>();

/**
 * Keeps the code of a component out of the start bundle.
 *
 * @param load imports the module and picks the component
 * @param label what is loading, shown if it takes long enough to notice; null for a dialog, which shows nothing until it opens
 */
export function loadOnUse<P extends object>(
  load: () => Promise<ComponentType<P>>,
  label: string | null,
): LoadedOnUse<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const loadOnce = (): Promise<ComponentType<P>> => {
    loading ??= load().then((component) => (loaded = component));
    return loading;
  };
  const preload = async (): Promise<void> => void (await loadOnce());
  const Awaited = lazy(async () => ({ default: await loadOnce() }));

  function LoadOnUse(props: P) {
    // React.lazy shows its fallback for a moment even if the code is there. The choice stays, so that the
    // component keeps its state.
    const [Component] = useState<ComponentType<P>>(() => loaded ?? Awaited);
    return (
      <Suspense fallback={label === null ? null : <LoadingState label={label} />}>
        {createElement(Component, props)}
      </Suspense>
    );
  }
  preloads.add(preload);
  return Object.assign(LoadOnUse, { preload });
}

/** The first screen comes first, with what it asks the main process for. */
const preloadAfterMs = 1_000;

/** Loads whatever is not loaded yet, a moment after the start, one piece at a time while the window has nothing else to do. */
export async function preloadWhenIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, preloadAfterMs));
  for (const preload of preloads) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    // Whoever opens it is shown the error.
    await preload().catch(() => undefined);
  }
}
